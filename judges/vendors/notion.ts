/** Notion's own client. */
export { Client, isFullPage, type PageObjectResponse } from "@notionhq/client";
