/** A simulator of Jira Cloud's API v3, written from its documentation and independently of the client. */
import { oauthApp } from "./start.ts";

export type { StoredIssue } from "./model.ts";
export { oauthApp, startJiraSimulator, tokens } from "./start.ts";
export type { JiraSimulator } from "./start.ts";
export { JiraWorld, siteIds, userIds } from "./world.ts";
export type { Switches } from "./world.ts";
export { startJiraSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: a sandbox's OAuth app. */
export const sandboxCredentials = {
  SVC_OAUTH_JIRA_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_JIRA_CLIENT_SECRET: oauthApp.clientSecret,
};
