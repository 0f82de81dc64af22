/**
 * What Infisical's answers mean: `{statusCode, error, message}` for a refusal, and for a change with status 200 either the secret or
 * a request for approval. Messages may quote the input, so they are only matched:
 * https://infisical.com/docs/api-reference/overview/errors
 */
import type { AnswerContext, BodyVerdict, ProviderAnswer, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const dead: Refusal = {
  code: "PROVIDER_UNAUTHORIZED",
  detail: "Infisical doesn't accept this connection's token: it has expired or was revoked.",
};

/** Judges an answer that an action didn't accept. @returns the code, and a sentence with nothing from the answer. */
export function refuse({ status, body }: ProviderAnswer, { change }: AnswerContext): Refusal {
  const { error, message } = isRecord(body) ? body : {};
  switch (status) {
    case 401:
      // Servers of 2024 refuse an invalid request like this.
      return error === "ValidationFailure" ? invalid(status) : dead;
    case 403:
      if (error === "TokenError") return dead;
      return {
        code: "PROVIDER_FORBIDDEN",
        detail: `Infisical doesn't let this connection's identity ${change ? "change" : "read"} this: its role in the project lacks the permission.`,
      };
    case 404:
      return {
        code: "PROVIDER_NOT_FOUND",
        detail: "Infisical has no such project, environment or folder, or the secret was deleted at the same time.",
      };
    case 429:
      return { code: "PROVIDER_RATE_LIMITED", detail: "A rate limit of Infisical has been reached. Try again later." };
  }
  if (status < 400 || status >= 500) {
    return { code: "PROVIDER_ERROR", detail: `Infisical answered with status ${String(status)}.` };
  }
  return typeof message === "string" && message.startsWith("Secret already exist")
    ? {
        code: "PROVIDER_REJECTED",
        detail: "Someone else created this secret at the same time, so nothing was written.",
      }
    : invalid(status);
}

function invalid(status: number): Refusal {
  return {
    code: "PROVIDER_REJECTED",
    detail: `Infisical rejected the request (status ${String(status)}). A value can't refer to a secret that doesn't exist, a rotated secret can't be changed, and a policy may keep machine identities out.`,
  };
}

/** Judges the body of an accepted change: a policy may have made a request for approval of it. */
export function judge({ status, body }: ProviderAnswer, { change }: AnswerContext): BodyVerdict {
  if (!change || status >= 300) return { verdict: "accepted" };
  const { secret, approval } = isRecord(body) ? body : {};
  if (isRecord(approval)) return { verdict: "refused", refusal: needsApproval };
  return { verdict: isRecord(secret) ? "accepted" : "unknown" };
}

const needsApproval: Refusal = {
  code: "PROVIDER_REJECTED",
  detail:
    "A policy of the project requires approval for this change. Infisical has opened a request for it, and nothing was changed yet.",
};
