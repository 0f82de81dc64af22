/** The Acme Notes provider. */
export { acmeNotes, acmeNotes as provider } from "./manifest.ts";
