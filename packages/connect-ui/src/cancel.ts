/** Cancels a session, and says what became of it: it may have ended otherwise at the same moment. */
import type { FrontendSession } from "@svc/contract";
import type { Api } from "./api.ts";

/** `ended` also where it ended otherwise; `open` where the session goes on and could not be cancelled. */
export type Cancelled =
  { kind: "ended"; session: FrontendSession } | { kind: "refused"; code: string } | { kind: "open" };

/** Cancels the session of a secret. */
export async function cancelOf(api: Api, secret: string): Promise<Cancelled> {
  const called = await api.cancel(secret);
  if (called.kind === "ok") return { kind: "ended", session: called.answer };
  if (called.kind === "network") return { kind: "open" };
  const now = await api.session(secret);
  if (now.kind === "ok" && now.answer.status !== "opened") return { kind: "ended", session: now.answer };
  return called.code === "CONNECT_SESSION_EXPIRED" ? called : { kind: "open" };
}
