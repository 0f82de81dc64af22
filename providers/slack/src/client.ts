/**
 * Requests to Slack's Web API as data: reads by GET with a query, changes by POST with JSON:
 * https://docs.slack.dev/apis/web-api
 */
import type { ProviderRequest, QueryValue } from "@svc/provider-kit";

/** A page of a list. */
export type Page = { limit?: number | undefined; cursor?: string | undefined };

/** A method that reads. */
export function readRequest(method: string, query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return { method: "GET", path: ["api", method], query };
}

/** A method that changes something. */
export function changeRequest(method: string, json: Readonly<Record<string, unknown>>): ProviderRequest {
  return { method: "POST", path: ["api", method], json, contentType: "application/json; charset=utf-8" };
}

/** A text as Slack takes it: its three control characters are escaped unless the caller writes Slack's own markup. */
export function textFor(text: string, format: string | undefined): string {
  if (format === "mrkdwn") return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
