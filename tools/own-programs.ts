/** Finds the programs that this project installs for itself. */
import { delimiter, join } from "node:path";

/** A `PATH` in which this project's `node`, `svc` and others precede those of this process. */
export const pathWithOwnPrograms = (): string =>
  [join(import.meta.dirname, "../node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);
