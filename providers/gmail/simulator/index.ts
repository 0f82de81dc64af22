/** A simulator of the Gmail API v1, written from its documentation and independently of the client. */
import { oauthApp } from "./start.ts";

export { headerOf } from "./model.ts";
export type { StoredMessage } from "./model.ts";
export { oauthApp, startGmailSimulator, tokens } from "./start.ts";
export type { GmailSimulator } from "./start.ts";
export { GmailWorld } from "./world.ts";
export type { Switches } from "./world.ts";
export { startGmailSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: the sandbox's app. */
export const sandboxCredentials = {
  SVC_OAUTH_GMAIL_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_GMAIL_CLIENT_SECRET: oauthApp.clientSecret,
};
