/**
 * What an integration may do. Notion calls it capabilities: they are set in the integration, never asked for and never told, so svc
 * grants what a session requests: https://developers.notion.com/reference/capabilities
 */

/** What reading pages and databases requires. */
export const reading: readonly string[] = ["read_content"];
/** What adding pages and blocks requires. */
export const inserting: readonly string[] = ["insert_content", "read_content"];
/** What changing pages requires: each change reads first. */
export const updating: readonly string[] = ["read_content", "update_content"];
/** What reading comments requires. */
export const readingComments: readonly string[] = ["read_comments"];
/** What commenting requires. */
export const commenting: readonly string[] = ["insert_comments"];
/** What listing users requires. */
export const readingUsers: readonly string[] = ["read_users"];

/** Each capability, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  read_content: "See the pages and databases that you share",
  insert_content: "Add pages and content to what you share",
  update_content: "Change the pages that you share",
  read_comments: "See the comments on what you share",
  insert_comments: "Comment on what you share",
  read_users: "See who is in your workspace",
};

/** Capabilities that allow more than the actions that require them. */
export const broadScopes: readonly string[] = ["read_content", "insert_content", "update_content"];
