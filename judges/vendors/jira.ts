/** A popular client for Jira; Atlassian has none for Node. */
export { Version3Client, type Version3Models } from "jira.js";
