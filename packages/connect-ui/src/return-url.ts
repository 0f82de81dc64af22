/** Where the user's browser goes after a redirect (contract §5.4). */

/** How the user's part ended. */
export type Ending = {
  status: "completed" | "awaiting_confirmation" | "cancelled" | "failed" | "expired";
  connection_id?: string;
  completionCode?: string;
};

/** The return URL with the service's own parameters; a query that it has is kept as it is. */
export function returnUrlOf(returnUrl: string, sessionId: string, { status, completionCode }: Ending): string {
  const own = new URLSearchParams({ connect_session_id: sessionId, status });
  if (completionCode !== undefined) own.set("completion_code", completionCode);
  return `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}${own.toString()}`;
}
