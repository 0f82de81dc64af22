/** Where the user's browser goes at the end of a redirect (contract §5.4). */
import type { ConnectSessionRow, ConnectSessionStatus } from "./port.ts";

/** How the user's part ended. */
export type Ending = { status: ConnectSessionStatus; completionCode?: string };

/** The session's return URL with the service's own parameters and no more; a query that it has is kept as it is. */
export function returnUrlOf(
  { id, returnUrl }: Pick<ConnectSessionRow, "id" | "returnUrl">,
  { status, completionCode }: Ending,
): string {
  const own = new URLSearchParams({ connect_session_id: id, status });
  if (completionCode !== undefined) own.set("completion_code", completionCode);
  return `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}${own.toString()}`;
}
