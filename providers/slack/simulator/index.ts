/** A simulator of Slack's Web API, written from its documentation and independently of the client. */
import { oauthApp, tokens } from "./start.ts";

export type { StoredMessage } from "./model.ts";
export { oauthApp, startSlackSimulator, tokens } from "./start.ts";
export type { SlackSimulator } from "./start.ts";
export { bot, SlackWorld, team } from "./world.ts";
export type { Switches } from "./world.ts";
export { startSlackSimulator as startSimulator } from "./start.ts";
export { signEvent } from "./events.ts";

/** The credentials that the simulator accepts: end users' tokens, and a sandbox's OAuth app. */
export const sandboxCredentials = {
  ...tokens,
  SVC_OAUTH_SLACK_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_SLACK_CLIENT_SECRET: oauthApp.clientSecret,
};
