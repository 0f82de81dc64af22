/** Makes sure that the library is installed that can set a program's wall clock, even while it runs. */
import { ensureProgram } from "./install.ts";

const folders: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: "x86_64-linux-gnu",
  arm64: "aarch64-linux-gnu",
};

/** Debian's path of the library on this machine, in the variant for programs with threads. */
export const faketimePath = `/usr/lib/${folders[process.arch] ?? process.arch}/faketime/libfaketimeMT.so.1`;

/** Installs it if it's missing. @throws Error with a remedy, if it can't be installed. */
export function ensureFaketime(): void {
  ensureProgram({ path: faketimePath, packages: ["libfaketime"], purpose: "the proof with clocks that jump" });
}

if (import.meta.main) ensureFaketime();
