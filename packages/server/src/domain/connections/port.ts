/** Connections and their sealed credentials as the domain sees them. */
import type { ConnectionStatus } from "@svc/contract";
import type { Actor } from "../journal/port.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import type { Page, PageAfter } from "../listings/page.ts";
import type { ConnectionRow } from "../generated/rows.ts";
import type { KeptResponse } from "../records/documents.ts";

export type { ConnectionRow };

export type { ConnectionStatus };

/** A connection with the vault's record of its current credential; null once disconnected. */
export type ConnectionWithCredential = { connection: ConnectionRow; record: Uint8Array | null };

/**
 * A connection to create from an imported credential, with the running key that keeps it as its response.
 * @see ConnectionStore.import
 */
export type ConnectionImport = {
  connection: ConnectionRow;
  record: Uint8Array;
  by: Actor;
  claim: KeyClaim;
  response: KeptResponse;
};

/**
 * `gone`: the tenant was deleted or the client revoked. `forbidden`: the client may no longer import. `superseded`: the
 * key no longer belongs to this process, which was declared dead.
 */
export type ImportOutcome = "stored" | "gone" | "forbidden" | "superseded";

/** What a test of a credential found. */
export type TestResult = {
  /** Null if the credential doesn't work, or belongs to a different account. */
  alive: { credentialExpiresAt: number | null } | null;
  /** Why not; "" if it works. */
  code: string;
};

/** Stored connections. Every method is one transaction. */
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
    query: {
      provider: string | null;
      status: ConnectionStatus | null;
      /** Limits the result to these; null or absent for all. */
      ids?: readonly string[] | null;
      after: PageAfter;
      limit: number;
    },
  ): Promise<Page<ConnectionRow>>;
  /**
   * Counts the connections of all clients that aren't disconnected, per provider, for providers not in `known`; at most
   * a thousand of each.
   */
  countOfOtherProviders(known: readonly string[]): Promise<readonly { provider: string; count: number }[]>;
  /** Counts a provider's connections of all clients that aren't disconnected, per listed origin, likewise. */
  countByListedOrigin(provider: string): Promise<readonly { listedOrigin: string; count: number }[]>;
  /** Creates the connection and keeps the key's response, or writes nothing. */
  import(imported: ConnectionImport): Promise<ImportOutcome>;
  /**
   * Disconnects, destroys the credential record, and records it. Leaves a disconnected connection unchanged. Null if
   * not found.
   */
  disconnect(
    clientId: string,
    tenantId: string,
    connectionId: string,
    at: number,
    by: Actor,
  ): Promise<ConnectionRow | null>;
  /**
   * Disconnects every active connection that matches all given filters, and destroys its record, in batches; returns
   * their number.
   * @param onDisconnected called after each batch with the number so far.
   */
  disconnectAll(
    filter: { clientId: string | null; tenantId: string | null; provider: string | null },
    at: number,
    by: Actor,
    onDisconnected?: (connections: number) => void,
  ): Promise<number>;
  /**
   * Changes `active` to `needs_reconnect`, but only if the credential is still the refused version and no refresh is
   * running: a server that issues a new token may revoke the old one before the new one is stored.
   * @param why.executionId the execution whose credential was refused; absent for a test.
   */
  markNeedsReconnect(
    connectionId: string,
    credentialVersion: number,
    at: number,
    why: { by: Actor; executionId?: string },
  ): Promise<boolean>;
  /**
   * Records a test's result, if the version is unchanged: `lastTestedAt` and, if the credential works, its expiry and
   * `active` instead of `needs_reconnect`. In any case, records that the connection was tested.
   */
  recordTest(
    connectionId: string,
    credentialVersion: number,
    test: TestResult,
    at: number,
    by: Actor,
  ): Promise<ConnectionRow | null>;
  /**
   * Executes due expiry steps for active connections: appends a notice's event, or changes the connection to
   * `needs_reconnect`. Each notice is sent once per version of the credential, regardless of how many processes sweep.
   * @param nowMs a confirmed service time. @param limit the maximum number of connections.
   * @returns the number of connections with a due step.
   */
  sweepExpiry(nowMs: number, limit: number): Promise<number>;
};

/** The lease for refreshing one connection's credential. `holder` is unique to each acquisition. */
export type RefreshLease = { connectionId: string; holder: string; fence: number };

/**
 * The result of taking a lease: the connection and record, read after taking it. `fence` is null if another holder has
 * the lease or the credential already has another version. `wasRequested`: an earlier holder's request for the same
 * version may have reached the server, but its response was lost.
 */
export type RefreshTaken = ConnectionWithCredential & { fence: number | null; wasRequested: boolean };

/**
 * Stored refresh leases: one at a time per connection, across all replicas. Leases use the store's own clock, and each
 * new holder gets a higher fence. Every method is one transaction, durable when it resolves, and can be repeated after
 * a lost response.
 */
export type CredentialRefreshStore = {
  /**
   * Takes the lease if the previous one has ended, the credential still has this version and the connection is not
   * disconnected; then reads connection and record. Null if the tenant has no connection with this id.
   */
  take(
    connection: { clientId: string; tenantId: string; connectionId: string },
    version: number,
    holder: string,
    leaseMs: number,
  ): Promise<RefreshTaken | null>;
  /**
   * Records a request before it is sent, and restarts the lease. False if another holder has it.
   * @param at milliseconds since the epoch, for display.
   */
  recordRequest(lease: RefreshLease, version: number, at: number, leaseMs: number): Promise<boolean>;
  /**
   * Replaces the record of the version it was refreshed from, as version + 1, and ends the lease. Writes nothing and
   * returns false if the fence is older, the version differs or the connection is disconnected.
   */
  store(
    lease: RefreshLease,
    version: number,
    refreshed: { record: Uint8Array; grantedScopes: readonly string[]; at: number },
  ): Promise<boolean>;
  /**
   * Records that the server refused the credential: changes `active` to `needs_reconnect` and ends the lease. Writes
   * nothing and returns false if the fence is older, the version differs or the connection is disconnected.
   */
  markNeedsReconnect(lease: RefreshLease, version: number, at: number): Promise<boolean>;
  /**
   * Whether a refusal of this version says nothing about the connection: the credential already has another version, or
   * a refresh request is in progress or was never answered.
   */
  isSuperseded(connectionId: string, version: number): Promise<boolean>;
  /** Ends the lease. @param isAnswered whether every request was answered, which clears the intent. */
  release(lease: RefreshLease, isAnswered: boolean): Promise<void>;
};
