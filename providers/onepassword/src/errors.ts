/**
 * Maps a Connect server's refusals, `{status, message}`, to error codes. Messages contain ids, so they aren't passed
 * on.
 */
import type { ResponseContext, ProviderResponse, Refusal } from "@svc/provider-kit";

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence with nothing from the response.
 */
export function refuse({ status }: ProviderResponse, { change }: ResponseContext): Refusal {
  switch (status) {
    case 401:
      return {
        code: "PROVIDER_UNAUTHORIZED",
        detail:
          "The Connect server doesn't accept this connection's token: it has expired, was revoked, or is for another server.",
      };
    case 403:
      return {
        code: "PROVIDER_FORBIDDEN",
        detail: `This connection's token has no ${change ? "write" : "read"} access to the vault.`,
      };
    case 404:
      return {
        code: "RESOURCE_NOT_FOUND",
        detail: "The Connect server has no such vault, or the item was deleted at the same time.",
      };
    case 429:
      return { code: "PROVIDER_RATE_LIMITED", detail: "1Password's rate limit has been reached. Try again later." };
  }
  return status < 400 || status >= 500
    ? { code: "PROVIDER_ERROR", detail: `The Connect server answered with status ${String(status)}.` }
    : {
        code: "PROVIDER_REJECTED",
        detail: `The Connect server rejected the request as invalid (status ${String(status)}). Check the input.`,
      };
}
