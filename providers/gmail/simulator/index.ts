/** A simulator of the Gmail API v1, written from its documentation and not from the client beside it. */
export { startGmailSimulator, startGmailSimulator as startSimulator } from "./start.ts";
export type { GmailSimulator } from "./start.ts";
export { tokens, tokens as sandboxCredentials } from "./world.ts";
export type { GmailWorld } from "./world.ts";
