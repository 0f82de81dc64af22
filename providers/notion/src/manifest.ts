/** The provider's manifest: its origin, its authorization, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { blockActions } from "./actions/blocks.ts";
import { commentActions } from "./actions/comments.ts";
import { dataSourceActions } from "./actions/dataSources.ts";
import { databaseActions } from "./actions/databases.ts";
import { pageActions } from "./actions/pages.ts";
import { userActions } from "./actions/users.ts";
import { integrationToken, oauth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { events } from "./events.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** The Notion API, with the token of an OAuth app or an internal integration. */
export const notion = defineProvider({
  slug: "notion",
  name: "Notion",
  logo,
  description: "Pages, databases and comments in the connected user's Notion workspace.",
  docsUrl: "https://developers.notion.com/reference/intro",
  origin: "https://api.notion.com",
  auth: [oauth, integrationToken],
  requestIdHeader: "x-notion-request-id",
  postReads: [{ path: ["v1", "search"] }, { path: ["v1", "data_sources", "*", "query"] }],
  refuse,
  actions: [
    ...pageActions,
    ...blockActions,
    ...databaseActions,
    ...dataSourceActions,
    ...commentActions,
    ...userActions,
  ],
  events,
  translations,
});
