/** A simulator of Slack's Web API, written from its documentation and independently of the client. */
export type { StoredMessage } from "./model.ts";
export { oauthApp, startSlackSimulator, tokens } from "./start.ts";
export type { SlackSimulator } from "./start.ts";
export { bot, SlackWorld, team } from "./world.ts";
export type { Switches } from "./world.ts";
