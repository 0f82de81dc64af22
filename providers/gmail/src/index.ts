/** The Gmail provider. */
export { gmail } from "./manifest.ts";
