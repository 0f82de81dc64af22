/** A simulator of the Acme Notes API v1, written from its documentation and not from the client beside it. */
export { startAcmeNotesSimulator } from "./start.ts";
export type { AcmeNotesSimulator } from "./start.ts";
export { tokens, type AcmeNotesWorld } from "./world.ts";
