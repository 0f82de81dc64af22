/**
 * Stores a verified credential (contract §5.6 and §5.8): as a connection or, if the backend has to confirm, as a pending
 * sealed credential. Used for credentials from end users and from providers.
 */
import { ServiceError, type SubmittedCredential } from "@svc/contract";
import type { ProviderAccount } from "@svc/provider-kit";
import type { ConnectionRow } from "../connections/port.ts";
import { vaultContext } from "../connections/sealed-credential.ts";
import { isTenantKeyAbsent } from "../vault/port.ts";
import { checkStillAllowed, connectionFor } from "./completion.ts";
import { deriveCompletionCode } from "./completion-code.ts";
import { confirmationMs, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow, SessionCompletion } from "./port.ts";
import { statusAt } from "./present.ts";

/** A credential whose account its provider has identified. */
export type VerifiedCredential = {
  credential: unknown;
  account: ProviderAccount;
  /** When it expires, in milliseconds since the epoch; null by default. */
  credentialExpiresAt?: number | null;
  /** The origin from the credential, in the form stored with the connection; "" by default. */
  listedOrigin?: string;
  /** The requested actions that the provider's scopes allow; all of them by default. */
  granted?: { actions: readonly string[]; scopes: readonly string[] };
};

/** How often to retry a completion because the connection's credential was refreshed in between. */
const attemptsMax = 5;

/** Returns the existing result of a session, so that a retry after a lost response creates no second connection. */
export function existingResult(
  deps: Pick<ConnectDeps, "hashes" | "platform">,
  session: ConnectSessionRow,
): SubmittedCredential | null {
  if (session.status === "completed") return { status: "completed", connection_id: session.connectionId };
  if (statusAt(session, deps.platform.nowMs()) !== "awaiting_confirmation") return null;
  return { status: "awaiting_confirmation", completionCode: deriveCompletionCode(deps.hashes, session.id) };
}

/**
 * Completes the session, or stores the credential until it is confirmed.
 * @throws ServiceError CONNECTION_ACCOUNT_MISMATCH, and the errors of `checkStillAllowed`. Nothing is stored then.
 */
export async function storeVerified(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  verified: VerifiedCredential,
): Promise<SubmittedCredential> {
  for (let attempt = 1; ; attempt += 1) {
    // The provider call took time, so everything is checked again after it.
    const { reconnected } = await checkStillAllowed(deps, session);
    if (reconnected !== null && reconnected.accountSlug !== verified.account.slug) {
      await deps.recordUserEvent(session, "connect_session.account_mismatch", { account: verified.account.slug });
      throw new ServiceError("CONNECTION_ACCOUNT_MISMATCH", { connection_id: reconnected.id });
    }
    const response = await storeOver(deps, session, reconnected, verified).catch(withoutTenant);
    if (response !== null) return response;
    if (attempt >= attemptsMax || !(await credentialChanged(deps, reconnected)))
      return await explainConflict(deps, session.id);
  }
}

/**
 * Whether the connection's credential version has changed. If so, the new credential must be sealed again for the next
 * version.
 */
export async function credentialChanged(
  deps: Pick<ConnectDeps, "connections">,
  before: ConnectionRow | null,
): Promise<boolean> {
  if (before === null) return false;
  const now = await deps.connections.find(before.clientId, before.tenantId, before.id);
  return now !== null && now.credentialVersion !== before.credentialVersion;
}

/** Tries once. Null if one of the store's conditions no longer held. */
async function storeOver(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  reconnected: ConnectionRow | null,
  { credential, account, credentialExpiresAt = null, granted, listedOrigin = "" }: VerifiedCredential,
): Promise<SubmittedCredential | null> {
  const at = deps.platform.nowMs();
  const connection = connectionFor(deps, session, {
    account,
    credentialExpiresAt,
    reconnected,
    at,
    listedOrigin,
    ...(granted && { granted }),
  });
  if (session.completion === "confirmed") {
    const record = await deps.credentials.seal(vaultContext(connection, "pending-credential"), credential);
    return await awaitConfirmation(deps, session, { connection, record, at });
  }
  const record = await deps.credentials.seal(vaultContext(connection), credential);
  if (!(await deps.store.complete(session.id, { connection, record, at }, "end_user"))) return null;
  return { status: "completed", connection_id: connection.id };
}

/**
 * Returns null if the tenant was just deleted, so that there is no key to seal under. `explainConflict` reports this as
 * a condition that no longer held.
 */
function withoutTenant(error: unknown): null {
  if (isTenantKeyAbsent(error)) return null;
  throw error;
}

async function awaitConfirmation(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  pending: SessionCompletion,
): Promise<SubmittedCredential | null> {
  const completionCode = deriveCompletionCode(deps.hashes, session.id);
  const completionCodeHash = deps.hashes.hash("completion-code", completionCode);
  const confirmBy = Math.min(session.expiresAt, deps.platform.nowMs() + confirmationMs);
  const kept = await deps.store.awaitConfirmation(session.id, { ...pending, completionCodeHash, confirmBy });
  return kept ? { status: "awaiting_confirmation", completionCode } : null;
}

/** Reports which of the store's conditions no longer held, or returns the result if another request was faster. */
async function explainConflict(deps: ConnectDeps, sessionId: string): Promise<SubmittedCredential> {
  const now = await deps.store.findById(sessionId);
  const known = now === null ? null : existingResult(deps, now);
  if (known !== null) return known;
  if (now !== null) await checkStillAllowed(deps, now);
  const detail =
    "The session or its connection changed in the meantime, so nothing was stored. Submit the credential again.";
  throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
}
