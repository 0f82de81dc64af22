/** A simulator of Jira Cloud's API v3, written from its documentation and independently of the client. */
export type { StoredIssue } from "./model.ts";
export { oauthApp, startJiraSimulator, tokens } from "./start.ts";
export type { JiraSimulator } from "./start.ts";
export { JiraWorld, siteIds, userIds } from "./world.ts";
export type { Switches } from "./world.ts";
