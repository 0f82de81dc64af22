/** The Jira provider. */
export { jira, jira as provider } from "./manifest.ts";
