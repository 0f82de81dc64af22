/**
 * What the refusals of Google's APIs mean. Errors are `{error: {code, message, status, errors, details}}`: older APIs
 * give reasons in `errors`, newer ones a canonical `status` and a reason in `details` (`google.rpc.ErrorInfo`). The
 * reason decides, because limits and missing permissions have the same status. Messages quote the input, so they are
 * never passed on: https://cloud.google.com/apis/design/errors
 */
import type { ResponseContext, ProviderResponse, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

const limits: ReadonlySet<string> = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "dailyLimitExceeded",
  "sharingRateLimitExceeded",
  "RATE_LIMIT_EXCEEDED",
  "RESOURCE_EXHAUSTED",
]);

/** Every reason that a response gives, the most specific first, and its canonical status. */
export function reasonsOf({ body }: Pick<ProviderResponse, "body">): readonly string[] {
  const error = isRecord(body) ? body["error"] : undefined;
  if (!isRecord(error)) return [];
  const entries = [error["errors"], error["details"]].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  const reasons = entries.map((entry) => (isRecord(entry) ? entry["reason"] : undefined));
  return [...reasons, error["status"]].filter((reason) => typeof reason === "string");
}

/** What a provider says about itself. */
export type GoogleRefusals = {
  /** The API's name: "The Drive API". */
  api: string;
  /** What its callers can check if a request is invalid: "the input against Drive's rules". */
  check: string;
  /** Its own reasons, by name. */
  known?: Readonly<Record<string, Refusal>>;
};

/**
 * Makes a provider's `refuse`.
 * @returns a function whose refusals have a code, and a sentence that contains nothing from the response.
 */
export function googleRefusals({ api, check, known = {} }: GoogleRefusals) {
  const all: Readonly<Record<string, Refusal>> = { ...common(api), ...known };
  return (response: ProviderResponse, { change }: ResponseContext): Refusal => {
    const { status } = response;
    const reasons = reasonsOf(response);
    if (status === 429 || (status === 403 && reasons.some((reason) => limits.has(reason)))) {
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
    const own = isRefusal ? reasons.find((reason) => Object.hasOwn(all, reason)) : undefined;
    const refusal = own === undefined ? undefined : all[own];
    if (refusal !== undefined) return refusal;
    if (status === 403) {
      const detail = `Google doesn't let this connection ${change ? "change" : "read"} this.`;
      return { code: "PROVIDER_FORBIDDEN", detail };
    }
    if (status === 404) {
      return {
        code: "RESOURCE_NOT_FOUND",
        detail:
          "Google has nothing with this id, or this connection can't see it; Google's response is the same for both.",
      };
    }
    if (isRefusal) {
      const detail = `Google rejected the request as invalid (status ${String(status)}). Check ${check}.`;
      return { code: "PROVIDER_REJECTED", detail };
    }
    return {
      code: "PROVIDER_ERROR",
      detail: `Google answered with status ${String(status)}, which it doesn't document for this request.`,
    };
  };
}

function common(api: string): Readonly<Record<string, Refusal>> {
  const notGranted: Refusal = {
    code: "PROVIDER_FORBIDDEN",
    detail: "The user hasn't granted what this action needs. The owner of the connection must reconnect and allow it.",
  };
  const notEnabled: Refusal = {
    code: "PROVIDER_FORBIDDEN",
    detail: `${api} isn't enabled in the Google Cloud project of this app. The operator of svc must enable it.`,
  };
  return {
    insufficientPermissions: notGranted,
    ACCESS_TOKEN_SCOPE_INSUFFICIENT: notGranted,
    accessNotConfigured: notEnabled,
    SERVICE_DISABLED: notEnabled,
    domainPolicy: {
      code: "PROVIDER_FORBIDDEN",
      detail: "The user's organization doesn't allow apps to use this. Its administrator can change that.",
    },
  };
}
