/**
 * Maps Infisical's responses to error codes. A refusal is `{statusCode, error, message}`; a change with status 200 has
 * either the secret or an approval request. Messages may quote the input, so they are matched and never passed on:
 * https://infisical.com/docs/api-reference/overview/errors
 */
import type { ResponseContext, BodyVerdict, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const dead: Refusal = {
  code: "PROVIDER_UNAUTHORIZED",
  detail: "Infisical doesn't accept this connection's token: it has expired or was revoked.",
};

/**
 * Maps a response that an action didn't accept to an error.
 * @returns the code, and a sentence with nothing from the response.
 */
export function refuse(response: ProviderResponse, { change }: ResponseContext): Refusal {
  const { status, body } = response;
  const error = isRecord(body) ? body["error"] : undefined;
  switch (status) {
    case 401:
      return isValidationFailure(response) ? invalid(status) : dead;
    case 403:
      if (error === "TokenError") return dead;
      return (
        refuseAddress(response) ?? {
          code: "PROVIDER_FORBIDDEN",
          detail: `Infisical doesn't let this connection's identity ${change ? "change" : "read"} this: its project role lacks the permission.`,
        }
      );
    case 404:
      return {
        code: "RESOURCE_NOT_FOUND",
        detail: "Infisical has no such project, environment or folder, or the secret was deleted at the same time.",
      };
    case 429:
      return { code: "PROVIDER_RATE_LIMITED", detail: "Infisical's rate limit has been reached. Try again later." };
  }
  if (status < 400 || status >= 500) {
    return { code: "PROVIDER_ERROR", detail: `Infisical answered with status ${String(status)}.` };
  }
  return invalid(status);
}

/** Returns whether the request was invalid. Servers of 2024 answer 401 in this case too. */
export function isValidationFailure({ body }: Pick<ProviderResponse, "body">): boolean {
  return isRecord(body) && body["error"] === "ValidationFailure";
}

/** Returns the refusal of svc's IP address; null for any other 403. */
export function refuseAddress({ body }: Pick<ProviderResponse, "body">): Refusal | null {
  const message = isRecord(body) ? body["message"] : undefined;
  return typeof message === "string" && message.endsWith("from the current IP address") ? untrusted : null;
}

/** The refusal of a request from an IP address that the identity doesn't trust. */
export const untrusted: Refusal = {
  code: "PROVIDER_FORBIDDEN",
  detail:
    "Infisical refuses requests from this service's IP address: it isn't among the trusted IPs of the identity's auth method.",
};

function invalid(status: number): Refusal {
  return {
    code: "PROVIDER_REJECTED",
    detail: `Infisical rejected the request (status ${String(status)}). A value can't reference a secret that doesn't exist, a rotated secret can't be changed, and a policy may exclude machine identities.`,
  };
}

/**
 * Judges the body of a change: a policy may have turned it into an approval request, and a secret that already exists
 * may be from this request, if it arrived twice.
 */
export function judge({ status, body }: ProviderResponse, { change }: ResponseContext): BodyVerdict {
  if (change && status === 400 && isRecord(body) && String(body["message"]).startsWith("Secret already exist")) {
    return { verdict: "unknown" };
  }
  if (!change || status >= 300) return { verdict: "accepted" };
  const { secret, approval } = isRecord(body) ? body : {};
  if (isRecord(approval)) return { verdict: "refused", refusal: needsApproval };
  return { verdict: isRecord(secret) ? "accepted" : "unknown" };
}

const needsApproval: Refusal = {
  code: "PROVIDER_REJECTED",
  detail:
    "A project policy requires approval for this change. Infisical has opened an approval request, and nothing has changed yet.",
};
