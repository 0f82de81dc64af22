/** A simulator of the Gmail API v1, written from its documentation and independently of the client. */
export { headerOf } from "./model.ts";
export type { StoredMessage } from "./model.ts";
export { oauthApp, startGmailSimulator, tokens } from "./start.ts";
export type { GmailSimulator } from "./start.ts";
export { GmailWorld } from "./world.ts";
export type { Switches } from "./world.ts";
