/** The address that the browser returns to after a redirect (contract §5.4). */

/** The session's result on the user's side. */
export type SessionResult = {
  status: "completed" | "awaiting_confirmation" | "cancelled" | "failed" | "expired";
  connection_id?: string;
  completionCode?: string;
};

/** The return URL with svc's parameters added. Its own query stays unchanged. */
export function buildReturnUrl(
  returnUrl: string,
  sessionId: string,
  { status, completionCode }: SessionResult,
): string {
  const own = new URLSearchParams({ connect_session_id: sessionId, status });
  if (completionCode !== undefined) own.set("completion_code", completionCode);
  return `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}${own.toString()}`;
}
