/** Linear's scopes: https://linear.app/developers/oauth-2-0-authentication */

/** The scope for reading, which every connection has. */
export const reading: readonly string[] = ["read"];
/** The scopes for creating issues and their attachments. */
export const creatingIssues: readonly string[] = ["issues:create", "read"];
/** The scopes for commenting. */
export const commenting: readonly string[] = ["comments:create", "read"];
/** The scopes for changing issues. */
export const writing: readonly string[] = ["read", "write"];

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  read: "See everything in your workspace that you can see",
  "issues:create": "Create issues",
  "comments:create": "Comment on issues",
  write: "Change everything in your workspace that you can change",
};

/** Scopes that allow more than the actions that require them. */
export const broadScopes: readonly string[] = ["read", "write"];

/** The scopes that a scope includes. */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  write: ["issues:create", "comments:create"],
  admin: ["write"],
};
