/**
 * What Drive's refusals mean. Errors are `{error: {code, message, errors: [{domain, reason, message}]}}`; the reason decides,
 * because limits and missing permissions have the same status. Messages quote the input, so they are never passed on:
 * https://developers.google.com/workspace/drive/api/guides/handle-errors
 */
import type { AnswerContext, ProviderAnswer, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The first reason of a refusal; null if it gives none. */
export function reasonOf({ body }: Pick<ProviderAnswer, "body">): string | null {
  const error = isRecord(body) ? body["error"] : undefined;
  const errors = isRecord(error) && Array.isArray(error["errors"]) ? (error["errors"] as unknown[]) : [];
  const [first] = errors;
  const reason = isRecord(first) ? first["reason"] : undefined;
  return typeof reason === "string" ? reason : null;
}

const limits: ReadonlySet<string> = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "dailyLimitExceeded",
  "sharingRateLimitExceeded",
]);

/** Reasons with a meaning of their own. */
const known: Readonly<Record<string, Refusal>> = {
  insufficientPermissions: {
    code: "PROVIDER_FORBIDDEN",
    detail: "The user hasn't granted what this action needs. The owner of the connection must reconnect and allow it.",
  },
  appNotAuthorizedToFile: {
    code: "PROVIDER_FORBIDDEN",
    detail: "This connection can only use files that it created or that the user opened with this app.",
  },
  insufficientFilePermissions: {
    code: "PROVIDER_FORBIDDEN",
    detail: "The user may not do this with the file. Its owner decides who may.",
  },
  domainPolicy: {
    code: "PROVIDER_FORBIDDEN",
    detail: "The user's organization doesn't allow apps to use its Drive. Its administrator can change that.",
  },
  accessNotConfigured: {
    code: "PROVIDER_FORBIDDEN",
    detail: "The Drive API isn't enabled in the Google Cloud project of this app. The operator of svc must enable it.",
  },
  fileIdInUse: { code: "PROVIDER_REJECTED", detail: "Another file has the id that Google generated. Try again." },
  storageQuotaExceeded: { code: "PROVIDER_REJECTED", detail: "The user's Google storage is full." },
  cannotAddParent: { code: "PROVIDER_REJECTED", detail: "A file can't be in several folders." },
};

/**
 * Judges an answer that an action didn't accept.
 * @returns the code, and a sentence that contains nothing from the answer.
 */
export function refuse(answer: ProviderAnswer, { change }: AnswerContext): Refusal {
  const { status } = answer;
  const reason = reasonOf(answer);
  if (status === 429 || (status === 403 && limits.has(reason ?? ""))) {
    return {
      code: "PROVIDER_RATE_LIMITED",
      detail: "Google's rate limit has been reached. Wait before the next request.",
    };
  }
  if (status === 401) {
    return {
      code: "PROVIDER_UNAUTHORIZED",
      detail: "Google no longer accepts the authorization of this connection. Its owner must reconnect.",
    };
  }
  const isRefusal = status >= 400 && status < 500;
  if (isRefusal && reason !== null && Object.hasOwn(known, reason)) return known[reason] ?? forbidden(change);
  if (status === 403) return forbidden(change);
  if (status === 404) {
    return {
      code: "PROVIDER_NOT_FOUND",
      detail: "Google has nothing with this id, or this connection can't see it; Google's answer is the same for both.",
    };
  }
  if (isRefusal) {
    return {
      code: "PROVIDER_REJECTED",
      detail: `Google rejected the request as invalid (status ${String(status)}). Check the input against Drive's rules.`,
    };
  }
  return {
    code: "PROVIDER_ERROR",
    detail: `Google answered with status ${String(status)}, which it doesn't document for this request.`,
  };
}

function forbidden(change: boolean): Refusal {
  const detail = `Google doesn't let this connection ${change ? "change" : "read"} this.`;
  return { code: "PROVIDER_FORBIDDEN", detail };
}
