/** The store of execution records. */
import { idPrefixes, idRandomBytes, idTimeMsMax, makeId, type ExecutionStatus } from "@svc/contract";
import type { AuditEvent, Actor } from "../journal/port.ts";
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { Sent } from "../evidence/port.ts";
import type { KeyClaim, KeyRow, KeyScope } from "../idempotency/port.ts";
import type { Covered } from "../service-clients/port.ts";
import type { Page, PageAfter } from "../listings/page.ts";
import type { ExecutionRow, NewExecution, Settlement } from "../records/record.ts";
import type { LateResponse, Resolution } from "../records/documents.ts";

/**
 * Returns the smallest id that can be created at or after this time, in milliseconds since the epoch. Times outside the
 * range of ids are clamped: retention may reach back before the epoch, and a filter may name any year.
 */
export function firstIdOf(atMs: number, cellMark: string): string {
  const clampedMs = Math.min(Math.max(0, atMs), idTimeMsMax);
  return makeId(idPrefixes.execution, clampedMs, new Uint8Array(idRandomBytes), cellMark);
}

/** The filters and cursor of a listing; null for a filter that isn't set. */
export type ExecutionQuery = {
  connectionId: string | null;
  status: ExecutionStatus | null;
  actionId: string | null;
  idempotencyKey: string | null;
  /** Limits the list to what a delegated token covers; absent for a service key. */
  covered?: Covered | undefined;
  after: PageAfter;
  limit: number;
};

/** What to count: a tenant's executions in a time range, and only what a delegated token covers. */
export type SummaryQuery = { sinceMs: number; untilMs: number; covered?: Covered | undefined };

/** Counts of executions. `countedSinceMs` is the creation of the oldest counted one, if there are more. */
export type ExecutionCounts = {
  countedSinceMs: number | null;
  counts: { provider: string; action_id: string; status: ExecutionStatus; count: number }[];
};

/** The ids by which a request identifies a connection. */
export type ConnectionRef = { clientId: string; tenantId: string; connectionId: string };

/** A tenant's connection; null if the tenant has none with this id. */
export type ConnectionLookup = { connection: ConnectionWithCredential | null };

/**
 * The result of a claim. `taken`: another caller has the key. `stale`, `exhausted`: see {@link ExecutionStore.claim}.
 * `closed`: it is a write, and the database isn't the accepted one, so it may have lost the key.
 */
export type ClaimResult =
  | { kind: "claimed"; row: ExecutionRow }
  | { kind: "taken" }
  | { kind: "stale" }
  | { kind: "exhausted" }
  | { kind: "closed" };

/** The result of one pruning step. `last` is the greatest deleted id, or the id that the step started after. */
export type Pruned = { count: number; last: string };

/** Stored execution records. Every method is one transaction, durable when it resolves. */
export type ExecutionStore = {
  /** Finds a tenant's connection with its sealed credential; null if the client doesn't have the tenant. */
  lookUp(ref: ConnectionRef): Promise<ConnectionLookup | null>;
  /** Finds a key and its newest execution. */
  findKey(scope: KeyScope): Promise<{ key: KeyRow; execution: ExecutionRow | null } | null>;
  /**
   * Writes the record (`accepted`) and, if it has a key, claims the key: a new one, or a `freed` one with the same
   * fingerprint, whose `attempt` is then incremented. The row gets the key's `attempt`.
   * @param use the entry of the credential's use. It keeps its id and time if the claim is written again.
   * @param cachedVersion the credential's version if the connection comes from a cache. The result is then `stale`, and
   *   nothing is written, if the connection is not active or has another version, or if the key was ever claimed.
   * @param budgets delegated tokens that count the execution, unless it is another attempt with its key. If one of them
   *   has used up its `maxExecutions`, the result is `exhausted`, and nothing is written.
   */
  claim(
    row: NewExecution,
    claim: KeyClaim | null,
    use?: AuditEvent,
    cachedVersion?: number,
    budgets?: readonly string[],
  ): Promise<ClaimResult>;
  /**
   * `accepted` → `dispatched` and fence + 1, if status, owner and fence are as expected and the connection is active.
   * So nothing is sent after a disconnect or the deletion of the tenant. Durable before it resolves.
   * @param write.sent what a later look needs; none if the action declares no evidence.
   */
  dispatch(
    execution: Pick<ExecutionRow, "id" | "clientId">,
    expect: { ownerId: string; fence: number },
    write: { at: number; settleAfter: number; sent?: Sent },
  ): Promise<boolean>;
  /**
   * Settles the attempt and its key. False if status, owner or fence are not as expected: someone else has settled it.
   * Sets `settleAfter` to 0, because the process that sent the request has judged it; a sweep leaves it unchanged.
   * Deletes the stored digests of sensitive fields, unless the outcome is unknown and svc will look for the effect.
   */
  settle(
    execution: Pick<ExecutionRow, "id" | "clientId" | "tenantId" | "idempotencyKey">,
    expect: { from: "accepted" | "dispatched"; ownerId: string; fence: number },
    settlement: Settlement,
  ): Promise<boolean>;
  /**
   * Rewrites settlements of this process that a failover of the database has lost.
   * @returns how many records the database had lost.
   */
  restoreLost(): Promise<number>;
  /**
   * Records a late response on a settled record. Only the first one is kept.
   * @returns whether it contradicts what evidence has settled.
   */
  recordLateResponse(execution: Pick<ExecutionRow, "id" | "clientId">, late: LateResponse): Promise<boolean>;
  find(clientId: string, tenantId: string, id: string): Promise<ExecutionRow | null>;
  list(clientId: string, tenantId: string, query: ExecutionQuery): Promise<Page<ExecutionRow>>;
  /** Counts executions by status and action, the newest 10,000 of the range at most. */
  summarize(clientId: string, tenantId: string, query: SummaryQuery): Promise<ExecutionCounts>;
  /**
   * `outcome_unknown` → its resolution, once, recorded in the audit trail.
   * @returns the current row, and whether this call changed it.
   */
  resolve(
    clientId: string,
    tenantId: string,
    id: string,
    resolution: Resolution,
    by: Actor,
  ): Promise<{ row: ExecutionRow; changed: boolean } | null>;
  /**
   * Settles the records of dead owners: `accepted` → `failed` (`ACTION_NOT_DISPATCHED`, which releases the key),
   * `dispatched` → `outcome_unknown`, each with fence + 1. While PostgreSQL may have lost a dispatch, because it isn't
   * the accepted database, an accepted write stays open.
   * @param scope.silent owners whose heartbeat has stopped. Each one is declared dead, unless it has beaten since.
   */
  sweep(scope: { silent: readonly OwnerBeats[]; limit: number }): Promise<SweptCount>;
  /** Returns the ids of an owner's unsettled records that {@link ExecutionStore.giveUp} would settle. */
  openOf(ownerId: string): Promise<string[]>;
  /** Settles these records of an owner as a sweep does; settled ones are left unchanged. */
  giveUp(ownerId: string, ids: readonly string[]): Promise<SweptCount>;
  /**
   * Deletes at most `limit` settled executions that were created before the time, according to both id and `createdAt`,
   * in the order of their ids. Keeps unresolved unknown outcomes.
   * @param beyond considers only greater ids; "" considers all.
   * @returns the number of deleted rows, and the last id. Pass it as `beyond` to skip the rows that were kept.
   */
  prune(before: number, limit: number, beyond: string): Promise<Pruned>;
};

/** How many records a sweep settled, by status. */
export type SweptCount = { failed: number; unknown: number };

/** An owner and its heartbeat count. */
export type OwnerBeats = { ownerId: string; beats: number };

/** The digest of each provider's files, by slug. */
export type LoadedDigests = Readonly<Record<string, string>>;

/** The heartbeats of server processes. They carry no time: every observer uses its own clock. */
export type OwnerStore = {
  /** Adds a new owner. @param providers those its process has loaded besides the built-in ones; none by default. */
  begin(ownerId: string, providers?: LoadedDigests): Promise<void>;
  /** Counts a heartbeat. False if the owner has ended, so that a sweep may have settled its records. */
  beat(ownerId: string): Promise<boolean>;
  /** Ends the owner at a graceful shutdown. */
  end(ownerId: string): Promise<void>;
  /** Returns the owners that have not ended. */
  living(): Promise<OwnerBeats[]>;
  /** Returns the loaded providers of each owner that has not ended. */
  loaded(): Promise<LoadedDigests[]>;
};
