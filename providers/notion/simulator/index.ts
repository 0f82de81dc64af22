/** A simulator of the Notion API, written from its documentation and independently of the client. */
import { oauthApp, tokens } from "./start.ts";

export { plain, richText } from "./model.ts";
export type { StoredPage, Values } from "./model.ts";
export { oauthApp, startNotionSimulator, tokens } from "./start.ts";
export type { NotionSimulator } from "./start.ts";
export { NotionWorld, seededId } from "./world.ts";
export type { Switches } from "./world.ts";
export { startNotionSimulator as startSimulator } from "./start.ts";
export { signEvent } from "./events.ts";

/** The credentials that the simulator accepts: end users' tokens, and a sandbox's OAuth app. */
export const sandboxCredentials = {
  ...tokens,
  SVC_OAUTH_NOTION_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_NOTION_CLIENT_SECRET: oauthApp.clientSecret,
};
