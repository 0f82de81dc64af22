/** The Jira provider. */
export { jira } from "./manifest.ts";
