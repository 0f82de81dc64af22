/** Sees to it that the model checker and the C compiler that it needs are there. */
import { ensureProgram } from "./install.ts";

/** Where Debian puts the model checker. */
export const spinPath = "/usr/bin/spin";

/** Where Debian puts the compiler of what the model checker writes. */
export const compilerPath = "/usr/bin/gcc";

/** Installs what is missing. @throws Error that says what to do, where it cannot be installed. */
export function ensureSpin(): void {
  ensureProgram({ path: spinPath, packages: ["spin"], purpose: "the protocol's model" });
  ensureProgram({ path: compilerPath, packages: ["gcc", "libc6-dev"], purpose: "the protocol's model" });
}

if (import.meta.main) ensureSpin();
