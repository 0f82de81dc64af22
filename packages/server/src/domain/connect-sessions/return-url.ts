/** Builds the URL that the user's browser is redirected to at the end (contract §5.4). */
import type { ConnectSessionRow, ConnectSessionStatus } from "./port.ts";

/** The result of the user's part. */
export type RedirectResult = { status: ConnectSessionStatus; completionCode?: string };

/** Returns the session's return URL with the service's own parameters added; an existing query is kept unchanged. */
export function buildReturnUrl(
  { id, returnUrl }: Pick<ConnectSessionRow, "id" | "returnUrl">,
  { status, completionCode }: RedirectResult,
): string {
  const own = new URLSearchParams({ connect_session_id: id, status });
  if (completionCode !== undefined) own.set("completion_code", completionCode);
  return `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}${own.toString()}`;
}
