/** A simulator of the Notion API v1, written from its documentation and not from the client beside it. */
export { startNotionSimulator, tokens } from "./start.ts";
export type { NotionSimulator } from "./start.ts";
export type { NotionWorld } from "./world.ts";
