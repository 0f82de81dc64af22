/** Generators of TypeScript clients from an OpenAPI description, and the compiler that judges what they write. */
import { join } from "node:path";

const program = (name: string): string => join(import.meta.dirname, "node_modules", ".bin", name);

/** Writes types only, for openapi-fetch. */
export const openapiTypescript: string = program("openapi-typescript");

/** Hey API's; writes an SDK of functions. */
export const heyApi: string = program("openapi-ts");

/** Writes functions that call fetch. */
export const orval: string = program("orval");

/** The TypeScript compiler that these generators support. */
export const compiler: string = program("tsc");

/** Where programs find openapi-fetch. */
export const modules: string = join(import.meta.dirname, "node_modules");
