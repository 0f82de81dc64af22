/** Scopes of Linear: https://linear.app/developers/oauth-2-0-authentication */

/** What reading requires. Every connection has it. */
export const reading: readonly string[] = ["read"];
/** What creating issues requires. */
export const creatingIssues: readonly string[] = ["issues:create", "read"];
/** What commenting requires. */
export const commenting: readonly string[] = ["comments:create", "read"];
/** What changing issues requires. */
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

/** Which scopes a scope includes. */
export const impliedScopes: Readonly<Record<string, readonly string[]>> = {
  write: ["issues:create", "comments:create"],
  admin: ["write"],
};
