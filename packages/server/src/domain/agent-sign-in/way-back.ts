/**
 * The way back from the consumer's app. It is open only if the secret in the address and the cookie of the browser that began belong
 * together. So a link that was sent to somebody else's user gives its sender nothing.
 */
import { idPrefixes, isId } from "@svc/contract";
import { auditEvent } from "../audit/audit.ts";
import { only } from "./authorize.ts";
import type { AgentSignInDeps } from "./deps.ts";
import type { AgentAuthorizationRow } from "./port.ts";

/** Why the way back is closed: it leads nowhere or was used; it is another browser's; its secret is wrong; or it took too long. */
export type ClosedWay = "used" | "other_browser" | "wrong_secret" | "late";

/** What checking it needs. */
export type WayBackDeps = Pick<AgentSignInDeps, "store" | "hashes" | "platform" | "newId">;

/** A decided authorization in the browser that began, whose secret wasn't used yet. */
export type WayBack = { row: AgentAuthorizationRow; browserSecret: string };

/**
 * Checks who comes back. An attempt with a wrong secret or from another browser ends the authorization, audited.
 * @param secret of the browser's cookie. @param proposalId the proposal that it must be for; "" for a host's sign-in.
 */
export async function checkWayBack(
  deps: WayBackDeps,
  query: URLSearchParams,
  { browserSecret: known, proposalId }: { browserSecret: string | null; proposalId: string },
): Promise<WayBack | ClosedWay> {
  const id = only(query, "agent_authorization_id") ?? "";
  const row = isId(idPrefixes.agentAuthorization, id) ? await deps.store.find(id) : null;
  if (row?.proposalId !== proposalId || row.secretHash === "") return "used";
  if (row.status !== "approved" && row.status !== "denied") return "used";
  const secret = only(query, "secret") ?? "";
  const browserSecret = browserSecretOf(deps, row, known);
  const isGenuine = deps.hashes.verify("agent-secret", [id, secret], row.secretHash);
  if (browserSecret === null || !isGenuine) {
    await endSignIn(deps, row, isGenuine ? "another_browser" : "wrong_secret");
    return isGenuine ? "other_browser" : "wrong_secret";
  }
  return row.usableUntil <= deps.platform.nowMs() ? "late" : { row, browserSecret };
}

/** The secret with which a browser began an authorization; null in any other browser. @param secret of its cookie. */
export function browserSecretOf(
  { hashes }: Pick<AgentSignInDeps, "hashes">,
  { id, browserHash }: AgentAuthorizationRow,
  secret: string | null,
): string | null {
  return secret !== null && hashes.verify("agent-browser", [id, secret], browserHash) ? secret : null;
}

/** Ends a sign-in that somebody tried to take over, and records why. */
async function endSignIn(deps: WayBackDeps, row: AgentAuthorizationRow, reason: string): Promise<void> {
  const { id, clientId, approval, tenantId } = row;
  const record = {
    clientId,
    tenantId: approval?.tenantId ?? tenantId,
    subject: id,
    actor: "end_user",
    data: { reason },
  };
  await deps.store.end(row, auditEvent(deps, "agent_authorization.refused", record));
}
