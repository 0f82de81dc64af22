/** The Gmail provider. */
export { gmail, gmail as provider } from "./manifest.ts";
