/**
 * Maps HubSpot's refusals to error codes. HubSpot documents every field of `{status, message, category, errors}` as
 * optional, so the status decides: https://developers.hubspot.com/docs/api-reference/error-handling
 */
import type { ResponseContext, BodyVerdict, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const rejected: Refusal = {
  code: "PROVIDER_REJECTED",
  detail: "HubSpot rejected the input. Check the property names and values against those of the account.",
};

/** Maps a response that an action didn't accept to an error. */
export function refuse({ status }: ProviderResponse, { change }: ResponseContext): Refusal {
  switch (status) {
    case 401:
      return {
        code: "PROVIDER_UNAUTHORIZED",
        detail: "HubSpot no longer accepts the token of this connection. Its owner must reconnect.",
      };
    case 403:
      return {
        code: "PROVIDER_FORBIDDEN",
        detail: `The connection lacks a scope, or the account's plan doesn't allow this ${change ? "change" : "read"}.`,
      };
    case 404:
      return {
        code: "RESOURCE_NOT_FOUND",
        detail: "HubSpot has no such record. It may have been deleted.",
      };
    case 409:
      return {
        code: "PROVIDER_REJECTED",
        detail:
          "A record with this email address or unique value already exists. Use an upsert, or update that record.",
      };
    case 423:
    case 477:
      return {
        code: "PROVIDER_RATE_LIMITED",
        detail: "HubSpot has locked the account or is migrating it, and changed nothing. Wait a few minutes.",
      };
    case 429:
      return {
        code: "PROVIDER_RATE_LIMITED",
        detail: "HubSpot's rate limit has been reached. Wait before the next request.",
      };
    default:
      if (status >= 400 && status < 500) return rejected;
      return {
        code: "PROVIDER_ERROR",
        detail: `HubSpot answered with status ${String(status)}, which it doesn't document for this request.`,
      };
  }
}

/**
 * Judges a batch of one: a 207 without a result is a refusal; one with results and errors leaves the outcome unknown.
 */
export function judge({ status, body }: ProviderResponse): BodyVerdict {
  if (status !== 207) return { verdict: "accepted" };
  const { results, errors } = isRecord(body) ? body : {};
  if (!Array.isArray(results)) return { verdict: "unknown" };
  if (!Array.isArray(errors) || errors.length === 0) return { verdict: "accepted" };
  return results.length === 0 ? { verdict: "refused", refusal: rejected } : { verdict: "unknown" };
}
