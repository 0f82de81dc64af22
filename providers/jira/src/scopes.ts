/** Scopes of Jira, the classic ones that Atlassian recommends: https://developer.atlassian.com/cloud/jira/platform/scopes-for-oauth-2-3LO-and-forge-apps/ */

const readWork = "read:jira-work";
const writeWork = "write:jira-work";
const readUser = "read:jira-user";

/** Without it there is no refresh token. The token response doesn't say whether it was granted. */
export const offline = "offline_access";

/** Whose account it is can't be read without the scope for users. */
const always: readonly string[] = [offline, readUser];

/** What reading issues and projects requires. */
export const reading: readonly string[] = [readWork, ...always];
/** What changing issues requires: each change reads first, or is looked for. */
export const writing: readonly string[] = [writeWork, readWork, ...always];
/** What finding users requires. */
export const findingUsers: readonly string[] = always;

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  [readWork]: "See the projects and issues that you can see",
  [writeWork]: "Create and change issues, comments and work logs as you",
  [readUser]: "See users and their names",
  [offline]: "Stay connected while you are away",
};

/** Scopes that allow more than the actions that require them. */
export const broadScopes: readonly string[] = [readWork, writeWork, readUser];
