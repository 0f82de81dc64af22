/** A simulator of the Jira API v1, written from its documentation and not from the client beside it. */
export { startJiraSimulator, startJiraSimulator as startSimulator } from "./start.ts";
export type { JiraSimulator } from "./start.ts";
export { tokens, tokens as sandboxCredentials } from "./world.ts";
export type { JiraWorld } from "./world.ts";
