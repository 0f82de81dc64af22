/** Idempotency keys as the domain sees them (contract §1.11). */
import type { KeyRow } from "../generated/rows.ts";
import type { AuditData } from "../journal/port.ts";
import type { KeptResponse } from "../records/documents.ts";

export type { KeyRow };

/**
 * A key within its client and tenant. `tenantId` is `-` for an operation without a tenant: no column of the key is
 * null.
 */
export type KeyScope = { clientId: string; tenantId: string; key: string };

/** The part of a key that a claim writes. */
export type KeyClaim = KeyScope & { fingerprint: string; ownerId: string; createdAt: number };

/**
 * Set after a restore from a backup. A key made before `before` is refused, because it may have been used. Until
 * `undatedUntil`, a key that contains no time is refused as well. Times in Unix milliseconds.
 */
export type KeyExpiry = { before: number; undatedUntil: number };

/**
 * What setting an expiry ended, because the database can't tell whether it had been used or revoked: claimed writes
 * that may have been sent, delegated tokens (a sign-in of an agent's host is one too), unfinished sign-ins, and
 * sessions of the console.
 */
export type EndedByExpiry = {
  reopened: number;
  revokedTokens: number;
  endedSignIns: number;
  endedConsoleSessions: number;
};

/** The key expiry, and facts about the database for backups and restores. */
export type RestoreStore = {
  /** The current expiry; null if none is set. */
  keyExpiry(): Promise<KeyExpiry | null>;
  /**
   * Sets the expiry. Writes that were claimed before it become `dispatched`, even if their owner's lease is unexpired,
   * because they may have been sent after the backup; the sweep then settles them. Revokes the delegated tokens and
   * sign-ins from before it, and all tokens with a budget; ends unfinished sign-ins and sessions of the console; and
   * withdraws pending and approved proposals.
   * @param recorded what the audit trail records of it, besides what it ended.
   */
  expireKeys(expiry: KeyExpiry, recorded: AuditData): Promise<EndedByExpiry>;
  /** Removes the expiry. */
  clearKeyExpiry(): Promise<void>;
  /** Returns when `svc-server backup` made this copy; null if it isn't a copy, or an expiry was set since. */
  copiedAt(): Promise<number | null>;
  /** Returns figures about the database, to compare with those from before a loss. It reads every row's key. */
  contents(onCounted: OnCounted): Promise<DatabaseContents>;
  /** Returns when the newest execution was made, in Unix milliseconds; 0 if there is none. */
  newestExecutionAt(): Promise<number>;
};

/** Called now and then with how many rows of a table were counted so far. */
export type OnCounted = (table: string, rows: number) => void;

/** Figures about a database. Times in Unix milliseconds; 0 if there is none. */
export type DatabaseContents = {
  schema: number;
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
  newestExecutionAt: number;
  newestAuditEventAt: number;
  auditHeads: readonly { clientId: string; seq: number; hash: string }[];
};

/** Keys of operations that call a provider but are not executions (test connection). */
export type IdempotencyStore = {
  find(scope: KeyScope): Promise<KeyRow | null>;
  /** Claims a new key, or a `freed` one with the same fingerprint. Null if another caller has the key. */
  claim(claim: KeyClaim): Promise<KeyRow | null>;
  /** Keeps the response of a `running` key and sets it to `done`. */
  keep(scope: KeyScope, ownerId: string, response: KeptResponse): Promise<void>;
  /** Releases a `running` key: the same request may try again. */
  release(scope: KeyScope, ownerId: string): Promise<void>;
  /** Releases the running keys of dead owners, except those of executions. @returns how many. */
  releaseOfDeadOwners(): Promise<number>;
  /**
   * Turns answers older than `answersBefore` into tombstones, and deletes tombstones older than `tombstonesBefore`; at
   * most `limit` rows. Keeps the keys of unresolved unknown outcomes.
   */
  prune(limits: { responsesBefore: number; tombstonesBefore: number; limit: number }): Promise<number>;
};
