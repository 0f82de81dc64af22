/** What Sheets' refusals mean: https://developers.google.com/workspace/sheets/api/troubleshoot-api-errors */
import type { ProviderAnswer, Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The status of a refusal, such as NOT_FOUND; null without one. */
export function reasonOf({ body }: Pick<ProviderAnswer, "body">): string | null {
  const error = isRecord(body) ? body["error"] : undefined;
  const status = isRecord(error) ? error["status"] : undefined;
  return typeof status === "string" ? status : null;
}

/** Judges an answer that an action didn't accept. */
export function refuse({ status, body }: ProviderAnswer): Refusal {
  const reason = reasonOf({ body });
  if (status === 429 || (status === 403 && reason === "RESOURCE_EXHAUSTED"))
    return { code: "PROVIDER_RATE_LIMITED", detail: "Limited." };
  if (status === 401) return { code: "PROVIDER_UNAUTHORIZED", detail: "Reconnect." };
  if (status === 403) return { code: "PROVIDER_FORBIDDEN", detail: "Forbidden." };
  if (status === 404) return { code: "PROVIDER_NOT_FOUND", detail: "Missing" };
  return status >= 400 && status < 500
    ? { code: "PROVIDER_REJECTED", detail: "Rejected." }
    : { code: "PROVIDER_ERROR", detail: "Error" };
}
