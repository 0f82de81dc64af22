/** A simulator of the Notion API v1, written from its documentation and not from the client beside it. */
export { startNotionSimulator, startNotionSimulator as startSimulator } from "./start.ts";
export type { NotionSimulator } from "./start.ts";
export { tokens, tokens as sandboxCredentials } from "./world.ts";
export type { NotionWorld } from "./world.ts";
