/** A simulator of the Acme Notes API v1, written from its documentation, not from the client. */
export { startAcmeNotesSimulator, startAcmeNotesSimulator as startSimulator } from "./start.ts";
export type { AcmeNotesSimulator } from "./start.ts";
export { tokens, tokens as sandboxCredentials } from "./world.ts";
export type { AcmeNotesWorld } from "./world.ts";
