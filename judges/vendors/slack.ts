/** Slack's own client. */
export { LogLevel, WebClient } from "@slack/web-api";
