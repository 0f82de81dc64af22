/** The provider's manifest: its origin, its authorization, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { blocksAppend } from "./actions/blocks.append.ts";
import { blocksList } from "./actions/blocks.list.ts";
import { commentsCreate } from "./actions/comments.create.ts";
import { commentsList } from "./actions/comments.list.ts";
import { dataSourcesGet } from "./actions/dataSources.get.ts";
import { dataSourcesQuery } from "./actions/dataSources.query.ts";
import { databasesGet } from "./actions/databases.get.ts";
import { pagesCreate } from "./actions/pages.create.ts";
import { pagesGet } from "./actions/pages.get.ts";
import { pagesMarkdown } from "./actions/pages.markdown.ts";
import { pagesSearch } from "./actions/pages.search.ts";
import { pagesTrash } from "./actions/pages.trash.ts";
import { pagesUpdate } from "./actions/pages.update.ts";
import { usersList } from "./actions/users.list.ts";
import { integrationToken, oauth } from "./auth.ts";
import { refuse } from "./errors.ts";
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
    pagesSearch,
    pagesGet,
    pagesMarkdown,
    pagesCreate,
    pagesUpdate,
    pagesTrash,
    blocksList,
    blocksAppend,
    databasesGet,
    dataSourcesGet,
    dataSourcesQuery,
    commentsList,
    commentsCreate,
    usersList,
  ],
  translations,
});
