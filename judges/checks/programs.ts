/** Programs that judge our API description and our Python types. */
import { join } from "node:path";

const program = (name: string): string => join(import.meta.dirname, "node_modules", ".bin", name);

/** Judges an OpenAPI description by a set of rules. */
export const spectral: string = program("spectral");

/** Judges an OpenAPI description by the standard. */
export const redocly: string = program("redocly");

/** Judges Python's types; run by Node. */
export const pyright: string = join(import.meta.dirname, "node_modules/pyright/index.js");
