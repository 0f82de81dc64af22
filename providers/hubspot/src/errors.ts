/**
 * What Hubspot's refusals mean. Its messages may echo what the caller sent: they are never passed on.
 */
import type { ProviderAnswer, Refusal } from "@svc/provider-kit";

/**
 * Judges an answer that an action did not accept. `PROVIDER_UNAUTHORIZED` alone says that the credential is dead, and
 * condemns the connection: give it only for what the documentation says of a dead credential.
 * @returns the code, and a sentence that holds nothing of the answer.
 */
export function refuse({ status }: ProviderAnswer, context: { credentialKind: string; change: boolean }): Refusal {
  switch (status) {
    case 401:
      return {
        code: "PROVIDER_UNAUTHORIZED",
        detail: "Hubspot no longer accepts the key of this connection. Its owner must reconnect with a new one.",
      };
    case 403:
      return {
        code: "PROVIDER_FORBIDDEN",
        detail: `The key of this connection may not ${context.change ? "change" : "read"} this at Hubspot.`,
      };
    case 404:
      return { code: "PROVIDER_NOT_FOUND", detail: "Hubspot knows no such note, or the key may not see it." };
    case 429:
      return { code: "PROVIDER_RATE_LIMITED", detail: "The rate limit of Hubspot is reached. Try again later." };
    default:
      return status >= 400 && status < 500
        ? {
            code: "PROVIDER_REJECTED",
            detail: `Hubspot refused the request as invalid (status ${String(status)}). Check the input.`,
          }
        : { code: "PROVIDER_ERROR", detail: `Hubspot answered with status ${String(status)}.` };
  }
}
