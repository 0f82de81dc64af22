/**
 * An integration's capabilities, which svc uses as scopes. They are set in the integration and are neither requested
 * nor reported when a user connects, so svc treats what a session requests as granted:
 * https://developers.notion.com/reference/capabilities
 */

/** The capabilities for reading pages and databases. */
export const reading: readonly string[] = ["read_content"];
/** The capabilities for adding pages and blocks. */
export const inserting: readonly string[] = ["insert_content", "read_content"];
/** The capabilities for changing pages. Each change reads first. */
export const updating: readonly string[] = ["read_content", "update_content"];
/** The capability for reading comments. */
export const readingComments: readonly string[] = ["read_comments"];
/** The capability for commenting. */
export const commenting: readonly string[] = ["insert_comments"];
/** The capability for listing users. */
export const readingUsers: readonly string[] = ["read_users"];

/** Each capability, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  read_content: "See the pages and databases that you share",
  insert_content: "Add pages and text to the content that you share",
  update_content: "Change the pages that you share",
  read_comments: "See the comments on the content that you share",
  insert_comments: "Comment on the content that you share",
  read_users: "See who is in your workspace",
};

/** Capabilities that allow more than the actions that require them. */
export const broadScopes: readonly string[] = ["read_content", "insert_content", "update_content"];
