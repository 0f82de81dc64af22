/**
 * Jira's classic scopes, which Atlassian recommends:
 * https://developer.atlassian.com/cloud/jira/platform/scopes-for-oauth-2-3LO-and-forge-apps/
 */

const readWork = "read:jira-work";
const writeWork = "write:jira-work";
const readUser = "read:jira-user";

/** The scope for a refresh token. The token response doesn't say whether it was granted. */
export const offline = "offline_access";

/** Scopes of every connection. Without the scope for users, the account can't be identified. */
const always: readonly string[] = [offline, readUser];

/** The scopes for reading issues and projects. */
export const reading: readonly string[] = [readWork, ...always];
/** The scopes for changing issues. They include reading: before the change, or to settle a lost response. */
export const writing: readonly string[] = [writeWork, readWork, ...always];
/** The scopes for finding users. */
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
