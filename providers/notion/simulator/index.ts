/** A simulator of the Notion API, written from its documentation and independently of the client. */
export { plain, richText } from "./model.ts";
export type { StoredPage, Values } from "./model.ts";
export { oauthApp, startNotionSimulator, tokens } from "./start.ts";
export type { NotionSimulator } from "./start.ts";
export { NotionWorld, seededId } from "./world.ts";
export type { Switches } from "./world.ts";
