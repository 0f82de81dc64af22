/**
 * What Sheets' refusals mean. Errors are `{error: {code, message, status, details}}`, with Google's canonical status and often
 * a reason in `details` (`google.rpc.ErrorInfo`). Messages quote the input, so they are never passed on:
 * https://developers.google.com/workspace/sheets/api/troubleshoot-api-errors, https://cloud.google.com/apis/design/errors
 */
import type { AnswerContext, ProviderAnswer, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The canonical status of a refusal, such as NOT_FOUND; null if it gives none. */
export function statusOf({ body }: Pick<ProviderAnswer, "body">): string | null {
  const status = errorIn(body)["status"];
  return typeof status === "string" ? status : null;
}

/** The first reason in the details; null if there is none. */
function reasonOf({ body }: ProviderAnswer): string | null {
  const { details } = errorIn(body);
  const reasons = Array.isArray(details) ? details.filter(isRecord).map(({ reason }) => reason) : [];
  return reasons.find((reason) => typeof reason === "string") ?? null;
}

function errorIn(body: unknown): Readonly<Record<string, unknown>> {
  const error = isRecord(body) ? body["error"] : undefined;
  return isRecord(error) ? error : {};
}

/** Reasons with a meaning of their own. */
const known: Readonly<Record<string, Refusal>> = {
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: {
    code: "PROVIDER_FORBIDDEN",
    detail: "The user hasn't granted what this action needs. The owner of the connection must reconnect and allow it.",
  },
  SERVICE_DISABLED: {
    code: "PROVIDER_FORBIDDEN",
    detail: "The Sheets API isn't enabled in the Google Cloud project of this app. The operator of svc must enable it.",
  },
};

/**
 * Judges an answer that an action didn't accept.
 * @returns the code, and a sentence that contains nothing from the answer.
 */
export function refuse(answer: ProviderAnswer, { change }: AnswerContext): Refusal {
  const { status } = answer;
  const reason = reasonOf(answer);
  if (status === 429 || (status === 403 && statusOf(answer) === "RESOURCE_EXHAUSTED")) {
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
  if (status === 403) {
    const detail = `Google doesn't let this connection ${change ? "change" : "read"} this spreadsheet, or this part of it.`;
    const refusal = reason !== null && Object.hasOwn(known, reason) ? known[reason] : undefined;
    return refusal ?? { code: "PROVIDER_FORBIDDEN", detail };
  }
  if (status === 404) {
    return {
      code: "PROVIDER_NOT_FOUND",
      detail: "Google has nothing with this id, or this connection can't see it; Google's answer is the same for both.",
    };
  }
  if (status >= 400 && status < 500) {
    return {
      code: "PROVIDER_REJECTED",
      detail: `Google rejected the request as invalid (status ${String(status)}). Check the range, the sheet and the values.`,
    };
  }
  return {
    code: "PROVIDER_ERROR",
    detail: `Google answered with status ${String(status)}, which it doesn't document for this request.`,
  };
}
