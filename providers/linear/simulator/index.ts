/** A simulator of the Linear API v1, written from its documentation and not from the client beside it. */
export { startLinearSimulator, tokens } from "./start.ts";
export type { LinearSimulator } from "./start.ts";
export type { LinearWorld } from "./world.ts";
