/**
 * Maps Stripe's refusals, `{error: {type, code, decline_code, param, message}}`, to error codes. The status decides.
 * Messages may quote the input, so they are never passed on: https://docs.stripe.com/api/errors,
 * https://docs.stripe.com/error-codes
 */
import type { ResponseContext, BodyVerdict, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** Codes with a meaning of their own. */
const known: Readonly<Record<string, Refusal>> = {
  resource_missing: {
    code: "RESOURCE_NOT_FOUND",
    detail: "Stripe has nothing with this id in this account, or it is in the other mode (live or test).",
  },
  charge_already_refunded: { code: "PROVIDER_REJECTED", detail: "The payment has already been refunded." },
  lock_timeout: {
    code: "PROVIDER_RATE_LIMITED",
    detail: "Another request is changing the object. Nothing was changed. Try again later.",
  },
  amount_too_large: { code: "PROVIDER_REJECTED", detail: "The amount is larger than what remains of the payment." },
};

/**
 * A conflict proves nothing: Stripe's own explanation of a 409 is another request with the same idempotency key. The
 * key belongs to this execution alone, so that request is a copy of this one, made on the way, and may take effect.
 */
export function judge({ status, body }: ProviderResponse, { change }: ResponseContext): BodyVerdict {
  const { type, code } = Object(isRecord(body) ? body["error"] : null) as { type?: unknown; code?: unknown };
  const isAboutKey = type === "idempotency_error" || code === "idempotency_key_in_use";
  return { verdict: isAboutKey || (change && status === 409) ? "unknown" : "accepted" };
}

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence with nothing from the response.
 */
export function refuse(response: ProviderResponse, { change }: ResponseContext): Refusal {
  const { status, body } = response;
  const error = isRecord(body) ? body["error"] : undefined;
  const code = isRecord(error) ? error["code"] : undefined;
  const isRefusal = status >= 400 && status < 500;
  const own = isRefusal && typeof code === "string" && Object.hasOwn(known, code) ? known[code] : undefined;
  if (own !== undefined) return own;
  switch (status) {
    case 401:
      return {
        code: "PROVIDER_UNAUTHORIZED",
        detail: "Stripe no longer accepts the credential of this connection. Its owner must connect again.",
      };
    case 402:
      return {
        code: "PROVIDER_REJECTED",
        detail: "The request was valid, but the payment failed. Nothing was charged.",
      };
    case 403:
      return {
        code: "PROVIDER_FORBIDDEN",
        detail: `This connection isn't allowed to ${change ? "change" : "read"} this at Stripe. If it has a restricted key, its owner can add the permission.`,
      };
    case 404:
      return { code: "RESOURCE_NOT_FOUND", detail: "Stripe has nothing with this id in this account." };
    case 429:
      return {
        code: "PROVIDER_RATE_LIMITED",
        detail: "Stripe's rate limit has been reached. Wait before the next request.",
      };
    default:
      return isRefusal
        ? {
            code: "PROVIDER_REJECTED",
            detail: `Stripe rejected the request as invalid (status ${String(status)}). Check the input.`,
          }
        : { code: "PROVIDER_ERROR", detail: `Stripe answered with status ${String(status)}.` };
  }
}
