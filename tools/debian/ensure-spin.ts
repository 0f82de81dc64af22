/** Makes sure that the model checker and the C compiler that it needs are installed. */
import { ensureProgram } from "./install.ts";

/** Debian's path of the model checker. */
export const spinPath = "/usr/bin/spin";

/** Debian's path of the compiler for the model checker's output. */
export const compilerPath = "/usr/bin/gcc";

/** Installs anything missing. @throws Error with a remedy, if it can't be installed. */
export function ensureSpin(): void {
  ensureProgram({ path: spinPath, packages: ["spin"], purpose: "the protocol's model" });
  ensureProgram({ path: compilerPath, packages: ["gcc", "libc6-dev"], purpose: "the protocol's model" });
}

if (import.meta.main) ensureSpin();
