/** A simulator of the Linear API v1, written from its documentation and not from the client beside it. */
export { startLinearSimulator, startLinearSimulator as startSimulator } from "./start.ts";
export type { LinearSimulator } from "./start.ts";
export { tokens, tokens as sandboxCredentials } from "./world.ts";
export type { LinearWorld } from "./world.ts";
