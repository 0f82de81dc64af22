/** A simulator of the Slack API v1, written from its documentation and not from the client beside it. */
export { startSlackSimulator, tokens } from "./start.ts";
export type { SlackSimulator } from "./start.ts";
export type { SlackWorld } from "./world.ts";
