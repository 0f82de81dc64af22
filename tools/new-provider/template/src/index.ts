/** The Acme Notes provider. */
export { acmeNotes } from "./manifest.ts";
