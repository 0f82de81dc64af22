/** Cancels a session and returns its status, which may differ if the session ended otherwise at the same moment. */
import type { FrontendSession } from "@svc/contract";
import type { Api } from "./api.ts";

/** `ended`, whatever its final status; `open` if the session continues and couldn't be cancelled. */
export type CancelResult =
  { kind: "ended"; session: FrontendSession } | { kind: "refused"; code: string } | { kind: "open" };

export async function cancelSession(api: Api, secret: string): Promise<CancelResult> {
  const called = await api.cancel(secret);
  if (called.kind === "ok") return { kind: "ended", session: called.response };
  if (called.kind === "network") return { kind: "open" };
  const now = await api.session(secret);
  if (now.kind === "ok" && now.response.status !== "opened") return { kind: "ended", session: now.response };
  return called.code === "CONNECT_SESSION_EXPIRED" ? called : { kind: "open" };
}
