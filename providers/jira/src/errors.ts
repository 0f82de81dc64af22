/**
 * Maps Jira's refusals to error codes: `{errorMessages, errors}`, or `{code, message}` from the gateway. The status
 * decides, because messages are localized and quote the input:
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes
 */
import type { ResponseContext, ProviderResponse, Refusal } from "@svc/provider-kit";

/** Maps a response that an action didn't accept to an error. */
export function refuse({ status, body }: ProviderResponse, { change }: ResponseContext): Refusal {
  switch (status) {
    case 401:
      return lacksScope(body)
        ? {
            code: "PROVIDER_FORBIDDEN",
            detail: `The authorization of this connection lacks a scope to ${change ? "change" : "read"} this. Its owner must reconnect.`,
          }
        : {
            code: "PROVIDER_UNAUTHORIZED",
            detail: "Atlassian no longer accepts the authorization of this connection. Its owner must reconnect.",
          };
    case 403:
      return {
        code: "PROVIDER_FORBIDDEN",
        detail: `The user isn't allowed to ${change ? "change" : "see"} this in Jira. Ask an administrator of the site or project.`,
      };
    case 404:
      return {
        code: "RESOURCE_NOT_FOUND",
        detail: "Jira has nothing with this id, or this connection can't see it; Jira's response is the same for both.",
      };
    case 409:
      return {
        code: "PROVIDER_REJECTED",
        detail: "Something else changed this at the same time, so Jira changed nothing. Read it again.",
      };
    case 429:
      return {
        code: "PROVIDER_RATE_LIMITED",
        detail: "Jira's rate limit has been reached. Wait before the next request.",
      };
    default:
      if (status >= 400 && status < 500) {
        return {
          code: "PROVIDER_REJECTED",
          detail: `Jira rejected the request (status ${String(status)}). Check the JQL, and that the project's screens have the fields.`,
        };
      }
      return {
        code: "PROVIDER_ERROR",
        detail: `Jira answered with status ${String(status)}, which it doesn't document for this request.`,
      };
  }
}

/**
 * Whether the gateway refuses a valid token for its scopes: 401
 * `{code, message: "Unauthorized; scope does not match"}`.
 */
function lacksScope(body: unknown): boolean {
  const { message } = Object(body) as { message?: unknown };
  return typeof message === "string" && /\bscopes? does not match\b/i.test(message);
}
