/** Sees to it that the library is there with which a program's wall clock can be set, also while it runs. */
import { ensureProgram } from "./install.ts";

const folders: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: "x86_64-linux-gnu",
  arm64: "aarch64-linux-gnu",
};

/** Where Debian puts the library on this machine, in its form for programs with threads. */
export const faketimePath = `/usr/lib/${folders[process.arch] ?? process.arch}/faketime/libfaketimeMT.so.1`;

/** Installs it where it is missing. @throws Error that says what to do, where it cannot be installed. */
export function ensureFaketime(): void {
  ensureProgram({ path: faketimePath, packages: ["libfaketime"], purpose: "the proof with clocks that jump" });
}

if (import.meta.main) ensureFaketime();
