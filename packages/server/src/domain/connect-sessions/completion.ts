/** Shared by all ways to connect: checks whether a session may still complete, and builds the connection it creates. */
import { idPrefixes, ServiceError } from "@svc/contract";
import type { Provider, ProviderAccount, ProviderAuth } from "@svc/provider-kit";
import { findAuth } from "../auth-kinds/table.ts";
import { expiryOf } from "../connections/expiry.ts";
import type { ConnectionRow } from "../connections/port.ts";
import type { ConnectDeps } from "./deps.ts";
import { openSessionStatuses, type ConnectSessionRow } from "./port.ts";
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
 * @param verified.granted the requested actions that the provider's scopes allow; all of them by default.
 */
export function connectionFor(
  deps: Pick<ConnectDeps, "newId">,
  session: ConnectSessionRow,
  verified: {
    account: ProviderAccount;
    /** Null by default. */
    credentialExpiresAt?: number | null;
    reconnected: ConnectionRow | null;
    at: number;
    /** "" by default. */
    listedOrigin?: string;
    granted?: { actions: readonly string[]; scopes: readonly string[] };
  },
): ConnectionRow {
  const { account, credentialExpiresAt = null, reconnected, at, granted, listedOrigin = "" } = verified;
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
    grantedScopes: granted?.scopes ?? [],
    credentialVersion: (reconnected?.credentialVersion ?? 0) + 1,
    grantGeneration: (reconnected?.grantGeneration ?? 0) + 1,
    lastTestedAt: reconnected?.lastTestedAt ?? null,
    ...expiryOf(credentialExpiresAt),
    createdAt: reconnected?.createdAt ?? at,
    updatedAt: at,
  };
}
