/**
 * Requests to Slack's Web API as data: GET with a query for reads, POST with JSON for changes:
 * https://docs.slack.dev/apis/web-api
 */
import type { ProviderRequest, QueryValue } from "@svc/provider-kit";

/** A page of a list. */
export type Page = { limit?: number | undefined; cursor?: string | undefined };

/** Builds a request for a method that reads. */
export function readRequest(method: string, query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return { method: "GET", path: ["api", method], query };
}

/** Builds a request for a method that changes something. */
export function changeRequest(method: string, json: Readonly<Record<string, unknown>>): ProviderRequest {
  return { method: "POST", path: ["api", method], json, contentType: "application/json; charset=utf-8" };
}

/** Converts a text for Slack: escapes Slack's three control characters, unless the text is in Slack's own markup. */
export function textFor(text: string, format: string | undefined): string {
  if (format === "mrkdwn") return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The reverse of {@link textFor}. */
export function textOfStored(text: string, format: string | undefined): string {
  if (format === "mrkdwn") return text;
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
