/** A simulator of Linear's GraphQL API, written from its documentation and independently of the client. */
import { oauthApp, tokens } from "./start.ts";

export type { StoredComment, StoredIssue } from "./model.ts";
export { schema } from "./schema.ts";
export { oauthApp, startLinearSimulator, tokens } from "./start.ts";
export type { LinearSimulator } from "./start.ts";
export { LinearWorld, seededId } from "./world.ts";
export type { Switches } from "./world.ts";
export { startLinearSimulator as startSimulator } from "./start.ts";
export { signEvent } from "./events.ts";

/** The credentials that the simulator accepts: end users' tokens, and a sandbox's OAuth app. */
export const sandboxCredentials = {
  // The other tokens are those of an OAuth app, which the form doesn't accept.
  apiKey: tokens.apiKey,
  SVC_OAUTH_LINEAR_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_LINEAR_CLIENT_SECRET: oauthApp.clientSecret,
};
