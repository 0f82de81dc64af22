/**
 * Checks the return from the consumer's app. The secret in the address must belong to the browser that started the
 * sign-in, identified by its cookie. So sending the link to someone else's user gains an attacker nothing.
 */
import { idPrefixes, isId } from "@svc/contract";
import { only } from "./authorize-request.ts";
import type { AgentSignInDeps } from "./deps.ts";
import type { AgentAuthorizationRow } from "./port.ts";

/** Why a return is refused: unknown or already used, another browser, a wrong secret, or too late. */
export type ClosedWay = "used" | "other_browser" | "wrong_secret" | "late";

/** Dependencies of the check. */
export type WayBackDeps = Pick<AgentSignInDeps, "store" | "hashes" | "platform" | "newId">;

/** A decided authorization in the browser that started it, whose secret hasn't been used yet. */
export type WayBack = { row: AgentAuthorizationRow; browserSecret: string };

/**
 * Checks a return. A wrong secret or another browser ends the authorization, and this is audited.
 * @param secret from the browser's cookie. @param proposalId the expected proposal; "" for a host's sign-in.
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

/** Returns the secret if its browser started the authorization; null for any other. @param secret from the cookie. */
export function browserSecretOf(
  { hashes }: Pick<AgentSignInDeps, "hashes">,
  { id, browserHash }: AgentAuthorizationRow,
  secret: string | null,
): string | null {
  return secret !== null && hashes.verify("agent-browser", [id, secret], browserHash) ? secret : null;
}

/** Ends a sign-in that someone may have tried to hijack, and records why. */
async function endSignIn(deps: WayBackDeps, row: AgentAuthorizationRow, reason: string): Promise<void> {
  await deps.store.end(row, reason);
}
