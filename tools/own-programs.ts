/** Where to find the programs that this project installs for itself. */
import { delimiter, join } from "node:path";

/** A `PATH` by which `node`, `svc` and the others are this project's, ahead of those of this process. */
export const pathWithOwnPrograms = (): string =>
  [join(import.meta.dirname, "../node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);
