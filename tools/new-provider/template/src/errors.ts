/**
 * The meaning of Acme Notes's refusals. Its messages may echo the caller's input, so they are never passed on.
 */
import type { ProviderResponse, Refusal } from "@svc/provider-kit";

/**
 * Judges a response that an action didn't accept. Only `PROVIDER_UNAUTHORIZED` means that the credential is dead, and
 * makes the connection need reconnecting: return it only for what the documentation says about a dead credential.
 * @returns the code, and a sentence that contains nothing from the response.
 */
export function refuse({ status }: ProviderResponse, context: { credentialKind: string; change: boolean }): Refusal {
  switch (status) {
    case 401:
      return {
        code: "PROVIDER_UNAUTHORIZED",
        detail: "Acme Notes no longer accepts the key of this connection. Its owner must reconnect with a new one.",
      };
    case 403:
      return {
        code: "PROVIDER_FORBIDDEN",
        detail: `The key of this connection may not ${context.change ? "change" : "read"} this at Acme Notes.`,
      };
    case 404:
      return { code: "RESOURCE_NOT_FOUND", detail: "Acme Notes has no such note, or the key may not see it." };
    case 429:
      return {
        code: "PROVIDER_RATE_LIMITED",
        detail: "The rate limit of Acme Notes has been reached. Try again later.",
      };
    default:
      return status >= 400 && status < 500
        ? {
            code: "PROVIDER_REJECTED",
            detail: `Acme Notes rejected the request as invalid (status ${String(status)}). Check the input.`,
          }
        : { code: "PROVIDER_ERROR", detail: `Acme Notes answered with status ${String(status)}.` };
  }
}
