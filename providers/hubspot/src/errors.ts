/**
 * What HubSpot's refusals mean: `{status, message, category, errors}`, all of it optional by HubSpot's own word, so the status decides:
 * https://developers.hubspot.com/docs/api-reference/error-handling
 */
import type { AnswerContext, BodyVerdict, ProviderAnswer, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const rejected: Refusal = {
  code: "PROVIDER_REJECTED",
  detail: "HubSpot rejected the input. Check the names and values of the properties against the account's.",
};

/** Judges an answer that an action didn't accept. */
export function refuse({ status }: ProviderAnswer, { change }: AnswerContext): Refusal {
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
        code: "PROVIDER_NOT_FOUND",
        detail: "HubSpot has no such record, or it was deleted.",
      };
    case 409:
      return {
        code: "PROVIDER_REJECTED",
        detail:
          "There is already a record with this email address or unique value. Use an upsert, or change that record.",
      };
    case 423:
    case 477:
      return {
        code: "PROVIDER_RATE_LIMITED",
        detail: "HubSpot has locked the account or is moving it, and did nothing. Wait some minutes.",
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

/** Judges a batch of one: 207 without a result was refused, and one with both leaves open what happened. */
export function judge({ status, body }: ProviderAnswer): BodyVerdict {
  if (status !== 207) return { verdict: "accepted" };
  const { results, errors } = isRecord(body) ? body : {};
  if (!Array.isArray(results)) return { verdict: "unknown" };
  if (!Array.isArray(errors) || errors.length === 0) return { verdict: "accepted" };
  return results.length === 0 ? { verdict: "refused", refusal: rejected } : { verdict: "unknown" };
}
