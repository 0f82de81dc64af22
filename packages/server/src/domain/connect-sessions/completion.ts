/**
 * Completes a session with a verified credential (contract §5.6 and §5.8), from the end user or from the provider: as a
 * connection or, if the backend has to confirm, as a pending sealed credential.
 */
import { idPrefixes, ServiceError, type SubmittedCredential } from "@svc/contract";
import type { Provider, ProviderAccount, ProviderAuth } from "@svc/provider-kit";
import { findAuth } from "../auth-kinds/table.ts";
import { expiryOf } from "../connections/expiry.ts";
import type { ConnectionRow } from "../connections/port.ts";
import { vaultContext } from "../connections/sealed-credential.ts";
import { isTenantKeyAbsent, type KeyedHashes } from "../vault/port.ts";
import { confirmationMs, type ConnectDeps } from "./deps.ts";
import { openSessionStatuses, type ConnectSessionRow, type SessionCompletion } from "./port.ts";
import { statusAt } from "./present.ts";

/** The provider, auth and connection of an open session. `reconnected` is null for a new connection. */
export type SessionSubject = { provider: Provider; auth: ProviderAuth; reconnected: ConnectionRow | null };

/**
 * Checks that a session is open.
 * @throws ServiceError CONNECT_SESSION_EXPIRED according to the clock, CONNECT_SESSION_NOT_OPEN if it has ended.
 */
export function checkOpen(session: ConnectSessionRow, nowMs: number): void {
  const status = statusAt(session, nowMs);
  if (status === "expired") throw new ServiceError("CONNECT_SESSION_EXPIRED");
  if (!openSessionStatuses.includes(status)) {
    const detail = `The Connect session is ${status}. The application must create a new one.`;
    throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
  }
}

/**
 * Repeats the checks made when the session was created: client, tenant, policy, connection. Actions that a reconnected
 * connection already has need no new permission; each execution checks the policy.
 * @throws ServiceError CONNECT_SESSION_EXPIRED, CONNECT_SESSION_NOT_OPEN, PROVIDER_NOT_AVAILABLE,
 * CONNECTION_NOT_ACTIVE.
 */
export async function checkStillAllowed(deps: ConnectDeps, session: ConnectSessionRow): Promise<SessionSubject> {
  checkOpen(session, deps.platform.nowMs());
  const { clientId, tenantId, connectionId } = session;
  const [client, tenant, reconnected] = await Promise.all([
    deps.serviceClients.find(clientId),
    deps.tenants.find(clientId, tenantId),
    session.reconnect ? deps.connections.find(clientId, tenantId, connectionId) : null,
  ]);
  if (client === null || client.revokedAt !== null || tenant === null) {
    const detail = "The application or tenant of this session no longer exists. Nothing was stored.";
    throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
  }
  if (session.reconnect && (reconnected === null || reconnected.status === "disconnected")) {
    throw new ServiceError("CONNECTION_NOT_ACTIVE", {
      connection_id: connectionId,
      detail:
        "The connection was disconnected after this session was created. The application must create a new session.",
    });
  }
  const provider = deps.catalog.effectiveProvider(client, session.provider);
  const granted = reconnected?.grantedActions ?? [];
  const added = session.requestedActions.filter((actionId) => !granted.includes(actionId));
  if (!added.every((actionId) => deps.catalog.isEffective(client, session.provider, actionId))) {
    const detail =
      "An action that this session requests is no longer allowed. The application must create a new session.";
    throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
  }
  const auth = findAuth(provider, session.authKind);
  if (auth === null) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
  return { provider, auth, reconnected };
}

/**
 * Returns the connection to create for a verified credential, or the reconnected one with its next credential version.
 * @param verified.granted what the provider's scopes allow; all requested actions, and no events, by default.
 */
export function connectionFor(
  deps: Pick<ConnectDeps, "newId" | "catalog">,
  session: ConnectSessionRow,
  verified: {
    account: ProviderAccount;
    /** Null by default. */
    credentialExpiresAt?: number | null;
    reconnected: ConnectionRow | null;
    at: number;
    /** "" by default. */
    listedOrigin?: string;
    granted?: Granted;
  },
): ConnectionRow {
  const { account, credentialExpiresAt = null, reconnected, at, granted, listedOrigin = "" } = verified;
  const grantedEvents = granted?.events ?? [];
  const { accountOf = (slug: string) => slug } = deps.catalog.provider(session.provider)?.events ?? {};
  return {
    id: reconnected?.id ?? deps.newId(idPrefixes.connection),
    clientId: session.clientId,
    tenantId: session.tenantId,
    provider: session.provider,
    authKind: session.authKind,
    status: "active",
    origin: reconnected?.origin ?? "connect",
    listedOrigin,
    accountSlug: account.slug,
    accountName: account.name,
    grantedActions: granted?.actions ?? session.requestedActions,
    grantedEvents,
    appId: granted?.appId ?? "",
    eventsAccount: grantedEvents.length === 0 ? "" : accountOf(account.slug),
    grantedScopes: granted?.scopes ?? [],
    credentialVersion: (reconnected?.credentialVersion ?? 0) + 1,
    grantGeneration: (reconnected?.grantGeneration ?? 0) + 1,
    lastTestedAt: reconnected?.lastTestedAt ?? null,
    ...expiryOf(credentialExpiresAt),
    createdAt: reconnected?.createdAt ?? at,
    updatedAt: at,
  };
}

const codePrefix = "cc_";

function codeInput(sessionId: string): string {
  return `session:${sessionId}`;
}

/**
 * Returns the one-time code for a session's confirmed completion. It is a keyed hash of the session, not random text:
 * only this deployment can compute it, a retry after a lost response gets the same code, and nothing has to be stored.
 */
export function deriveCompletionCode(hashes: Pick<KeyedHashes, "hash">, sessionId: string): string {
  return codePrefix + hashes.hash("completion-code", codeInput(sessionId));
}

/** Whether a text is the session's code under any hashing key, in constant time. */
export function isCompletionCode(hashes: Pick<KeyedHashes, "verify">, sessionId: string, text: string): boolean {
  return (
    text.startsWith(codePrefix) && hashes.verify("completion-code", codeInput(sessionId), text.slice(codePrefix.length))
  );
}

/** A credential whose account its provider has identified. */
export type VerifiedCredential = {
  credential: unknown;
  account: ProviderAccount;
  /** When it expires, in milliseconds since the epoch; null by default. */
  credentialExpiresAt?: number | null;
  /** The origin from the credential, in the form stored with the connection; "" by default. */
  listedOrigin?: string;
  /** What the provider's scopes allow; all requested actions, and no events, by default. */
  granted?: Granted;
};

/** The requested actions and events that an app's scopes allow. */
export type Granted = {
  actions: readonly string[];
  events: readonly string[];
  scopes: readonly string[];
  /** The id, at the provider, of the app that the credential was issued to. */
  appId: string;
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
