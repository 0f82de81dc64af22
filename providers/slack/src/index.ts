/** The Slack provider. */
export { slack } from "./manifest.ts";
