/** A simulator of the Acme Notes API v1 and its authorization server, written from the documentation. */
export { sandboxCredentials, startAcmeNotesSimulator, startAcmeNotesSimulator as startSimulator } from "./start.ts";
export type { AcmeNotesSimulator } from "./start.ts";
export { tokens } from "./world.ts";
export type { AcmeNotesWorld, Switches } from "./world.ts";
