/** Connections and their sealed credentials as the domain sees them. */
import type { AuthKind, ConnectionStatus } from "@svc/contract";
import type { AuditEvent } from "../audit/port.ts";
import type { Page, PageAfter } from "../tenants/port.ts";

export type { ConnectionStatus };

/** A tenant's attachment to an account at a provider. */
export type ConnectionRow = {
  id: string;
  clientId: string;
  tenantId: string;
  provider: string;
  authKind: AuthKind;
  status: ConnectionStatus;
  accountSlug: string;
  accountName: string;
  grantedActions: readonly string[];
  /** The provider's scopes that its credential carries; none where credentials carry none. */
  grantedScopes: readonly string[];
  /** Counts the credentials that this connection has had; the vault binds each record to it. */
  credentialVersion: number;
  lastTestedAt: number | null;
  createdAt: number;
  updatedAt: number;
};

/** A connection with the vault's record of its present credential; null once disconnected. */
export type ConnectionWithCredential = { connection: ConnectionRow; record: Uint8Array | null };

/** Connections at rest. Every method is one transaction. */
export type ConnectionStore = {
  find(clientId: string, tenantId: string, connectionId: string): Promise<ConnectionRow | null>;
  findWithCredential(
    clientId: string,
    tenantId: string,
    connectionId: string,
  ): Promise<ConnectionWithCredential | null>;
  list(
    clientId: string,
    tenantId: string,
    query: { provider: string | null; status: ConnectionStatus | null; after: PageAfter; limit: number },
  ): Promise<Page<ConnectionRow>>;
  /** Disconnects and destroys the credential record; a disconnected one stays as it is. Null where absent. */
  disconnect(clientId: string, tenantId: string, connectionId: string, at: number): Promise<ConnectionRow | null>;
  /**
   * Disconnects every living connection that fits all given filters, and destroys its record; gives their number.
   * @param eventOf the audit event of each, appended in the same transaction.
   */
  disconnectAll(
    filter: { clientId: string | null; tenantId: string | null; provider: string | null },
    at: number,
    eventOf?: (connection: ConnectionRow) => AuditEvent,
  ): Promise<number>;
  /**
   * `active` → `needs_reconnect`, only while the credential is still the version that was refused and nobody is renewing it: a
   * server that gives out a new token may end the old one before the new one is stored.
   */
  condemn(connectionId: string, credentialVersion: number, at: number): Promise<boolean>;
  /** Writes a test's result: `lastTestedAt`; with `alive`, `needs_reconnect` → `active`, if the version is unchanged. */
  recordTest(
    connectionId: string,
    credentialVersion: number,
    alive: boolean,
    at: number,
  ): Promise<ConnectionRow | null>;
};

/** The right to renew one connection's credential. `holder` is a name that no other taking has. */
export type RefreshLease = { connectionId: string; holder: string; fence: number };

/**
 * What a taking found: the connection and record as they are after it. `fence` is null where somebody else holds the
 * lease or the credential is another version by now. `isAsked` says that a request of an earlier holder, for this same
 * version, may have reached the server and brought no answer.
 */
export type RefreshTaken = ConnectionWithCredential & { fence: number | null; isAsked: boolean };

/**
 * Renewals of credentials at rest: one at a time a connection, over all replicas. Leases go by the store's own clock, and
 * each hand-over makes the fence grow. Every method is one transaction, durable when it resolves, and may be repeated
 * after a lost answer.
 */
export type CredentialRefreshStore = {
  /**
   * Takes the lease if the last one has ended, the credential is still of this version and the connection not
   * disconnected, and reads connection and record after that. Null where the client's tenant has no such connection.
   */
  take(
    place: { clientId: string; tenantId: string; connectionId: string },
    version: number,
    holder: string,
    leaseMs: number,
  ): Promise<RefreshTaken | null>;
  /**
   * Writes the intent to ask, before the request leaves, and begins the lease anew. False where another holder has it.
   * @param at milliseconds since the epoch, for those who look.
   */
  ask(lease: RefreshLease, version: number, at: number, leaseMs: number): Promise<boolean>;
  /**
   * Puts the new record in the place of the version it was made from, as version + 1, and ends the lease. False, and
   * nothing is written, where the fence is older, the version another or the connection disconnected.
   */
  store(
    lease: RefreshLease,
    version: number,
    renewed: { record: Uint8Array; grantedScopes: readonly string[]; at: number },
  ): Promise<boolean>;
  /**
   * The server refused the credential: `active` → `needs_reconnect`, and the lease ends. False, and nothing is condemned,
   * where the fence is older, the version another or the connection disconnected.
   */
  condemn(lease: RefreshLease, version: number, at: number): Promise<boolean>;
  /**
   * Whether a refusal of this version says nothing of the connection: the credential is another by now, or a request to
   * renew it is under way or has brought no answer.
   */
  isSuperseded(connectionId: string, version: number): Promise<boolean>;
  /** Ends the lease. @param isAnswered whether no request is left without an answer: the intent is struck then. */
  release(lease: RefreshLease, isAnswered: boolean): Promise<void>;
};
