/** What Drive's refusals mean, by their reasons: https://developers.google.com/workspace/drive/api/guides/handle-errors */
import type { ProviderAnswer, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The reason of a refusal; null without one. */
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

/** Judges an answer that an action didn't accept. */
export function refuse(answer: ProviderAnswer): Refusal {
  const { status } = answer;
  const reason = reasonOf(answer);
  if (status === 429 || (status === 403 && limits.has(reason ?? "")))
    return { code: "PROVIDER_RATE_LIMITED", detail: "Limited." };
  if (status === 401) return { code: "PROVIDER_UNAUTHORIZED", detail: "Reconnect." };
  if (reason === "appNotAuthorizedToFile")
    return {
      code: "PROVIDER_FORBIDDEN",
      detail: "This app may only change files that it created or that the user opened with this app.",
    };
  if (status === 403) return { code: "PROVIDER_FORBIDDEN", detail: "Forbidden." };
  if (status === 404) return { code: "PROVIDER_NOT_FOUND", detail: "Missing" };
  return status >= 400 && status < 500
    ? { code: "PROVIDER_REJECTED", detail: "Rejected." }
    : { code: "PROVIDER_ERROR", detail: "Error" };
}
