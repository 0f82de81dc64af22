/**
 * What a verified credential leads to (contract §5.6 and §5.8): a connection or, where the backend has to confirm, a sealed
 * credential that waits. Shared by credentials that end users bring and those that providers give out.
 */
import { ServiceError, type SubmittedCredential } from "@svc/contract";
import type { ProviderAccount } from "@svc/provider-kit";
import type { ConnectionRow } from "../connections/port.ts";
import { isTenantKeyAbsent } from "../vault/port.ts";
import { checkStillAllowed, connectionFor, recordCompletion, vaultPlace } from "./completion.ts";
import { completionCodeOf } from "./completion-code.ts";
import { confirmationMs, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow, SessionCompletion } from "./port.ts";
import { statusAt } from "./present.ts";

/** A credential that its provider has identified. */
export type VerifiedCredential = {
  credential: unknown;
  account: ProviderAccount;
  /** What the provider's scopes allow of the requested actions; all of them unless given. */
  granted?: { actions: readonly string[]; scopes: readonly string[] };
};

/** How often a completion is tried again because the connection's credential was renewed meanwhile. */
const attemptsMax = 5;

/** The answer of a session that has one already: a repeat after a lost answer makes no second connection. */
export function knownAnswer(
  deps: Pick<ConnectDeps, "hashes" | "platform">,
  session: ConnectSessionRow,
): SubmittedCredential | null {
  if (session.status === "completed") return { status: "completed", connection_id: session.connectionId };
  if (statusAt(session, deps.platform.nowMs()) !== "awaiting_confirmation") return null;
  return { status: "awaiting_confirmation", completionCode: completionCodeOf(deps.hashes, session.id) };
}

/**
 * Completes the session, or lets it await its confirmation.
 * @throws ServiceError CONNECTION_ACCOUNT_MISMATCH, and what `checkStillAllowed` throws; nothing is stored then.
 */
export async function storeVerified(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  verified: VerifiedCredential,
): Promise<SubmittedCredential> {
  for (let attempt = 1; ; attempt += 1) {
    // The provider took its time: what held before the question must hold after it.
    const { reconnected } = await checkStillAllowed(deps, session);
    if (reconnected !== null && reconnected.accountSlug !== verified.account.slug) {
      await deps.recordUserEvent(session, "connect_session.account_mismatch", { account: verified.account.slug });
      throw new ServiceError("CONNECTION_ACCOUNT_MISMATCH", { connection_id: reconnected.id });
    }
    const answer = await storeOver(deps, session, reconnected, verified).catch(withoutTenant);
    if (answer !== null) return answer;
    if (attempt >= attemptsMax || !(await wasRenewed(deps, reconnected))) return await lost(deps, session.id);
  }
}

/** Whether the connection's credential is another version by now: what was sealed for the next one must be sealed anew. */
export async function wasRenewed(
  deps: Pick<ConnectDeps, "connections">,
  before: ConnectionRow | null,
): Promise<boolean> {
  if (before === null) return false;
  const now = await deps.connections.find(before.clientId, before.tenantId, before.id);
  return now !== null && now.credentialVersion !== before.credentialVersion;
}

/** One try; null where a condition of the store's no longer held. */
async function storeOver(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  reconnected: ConnectionRow | null,
  { credential, account, granted }: VerifiedCredential,
): Promise<SubmittedCredential | null> {
  const at = deps.platform.nowMs();
  const connection = connectionFor(deps, session, { account, reconnected, at, ...(granted && { granted }) });
  if (session.completion === "confirmed") {
    const record = await deps.credentials.seal(vaultPlace(connection, "pending-credential"), credential);
    const answer = await awaitConfirmation(deps, session, { connection, record, at });
    if (answer !== null) {
      await deps.recordUserEvent(session, "connect_session.awaits_confirmation", { account: account.slug });
    }
    return answer;
  }
  const record = await deps.credentials.seal(vaultPlace(connection, "credential"), credential);
  if (!(await deps.store.complete(session.id, { connection, record, at }))) return null;
  await recordCompletion(deps, session, connection, "end_user");
  return { status: "completed", connection_id: connection.id };
}

/** A tenant that was deleted just now has no key to seal under: a condition that no longer holds, and `lost` tells it. */
function withoutTenant(error: unknown): null {
  if (isTenantKeyAbsent(error)) return null;
  throw error;
}

async function awaitConfirmation(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  pending: SessionCompletion,
): Promise<SubmittedCredential | null> {
  const completionCode = completionCodeOf(deps.hashes, session.id);
  const completionCodeHash = deps.hashes.hash("completion-code", completionCode);
  const confirmBy = Math.min(session.expiresAt, deps.platform.nowMs() + confirmationMs);
  const kept = await deps.store.awaitConfirmation(session.id, { ...pending, completionCodeHash, confirmBy });
  return kept ? { status: "awaiting_confirmation", completionCode } : null;
}

/** A condition of the store's no longer held: tells which, or gives the answer of whoever was faster. */
async function lost(deps: ConnectDeps, sessionId: string): Promise<SubmittedCredential> {
  const now = await deps.store.findById(sessionId);
  const known = now === null ? null : knownAnswer(deps, now);
  if (known !== null) return known;
  if (now !== null) await checkStillAllowed(deps, now);
  const detail = "The session or its connection changed meanwhile, so nothing was stored. Submit the credential again.";
  throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
}
