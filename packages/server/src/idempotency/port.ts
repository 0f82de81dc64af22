/** Idempotency keys as the domain sees them (contract §1.11). */

import type { AuditEvent } from "../audit/port.ts";

/** Whose key it is. `tenantId` is `-` where the operation has none, so that no column of the key is ever null. */
export type KeyScope = { clientId: string; tenantId: string; key: string };

/** An answer that may be replayed: never a credential, a secret value or a Connect token. */
export type KeptAnswer = { status: number; body: unknown };

/**
 * A claimed key.
 * `running`: its first request has not ended. `done`: replay. `freed`: the attempt proved that nothing happened, and the
 * same request may try again. `expired`: only the tombstone is left.
 */
export type KeyRow = KeyScope & {
  state: "running" | "done" | "freed" | "expired";
  /** HMAC of method, path and canonical body, with the hashing key's version in front. */
  fingerprint: string;
  /** The execution that the key belongs to; "" for other operations. */
  executionId: string;
  /** The kept answer of an operation that is not an execution. */
  answer: KeptAnswer | null;
  /** How many attempts the key has seen. */
  attempt: number;
  /** The process that runs it, while `running`. */
  ownerId: string;
  createdAt: number;
};

/** What a claim writes. */
export type KeyClaim = KeyScope & { fingerprint: string; ownerId: string; createdAt: number };

/**
 * Set after a restore from a backup: of a key made before `before` nobody knows whether it acted. A key that carries no
 * time is refused as well until `undatedUntil`. Times in Unix milliseconds.
 */
export type KeyExpiry = { before: number; undatedUntil: number };

/** What a restore leaves to be known. */
export type RestoreStore = {
  /** The present mark; null where there is none. */
  keyExpiry(): Promise<KeyExpiry | null>;
  /**
   * Sets the mark, and hands writes that were claimed before it and not sent to the sweep as sent: they may have been,
   * after the backup. Records of living owners are left alone. The event is appended in the same transaction.
   * @param eventOf makes the event, given how many writes were handed over.
   */
  expireKeys(expiry: KeyExpiry, eventOf: (reopened: number) => AuditEvent): Promise<{ reopened: number }>;
  /** Takes the mark away. */
  clearKeyExpiry(event: AuditEvent): Promise<void>;
  /** When `svc-server backup` made the copy that this database is; null in one that is no copy, or has been marked since. */
  copiedAt(): Promise<number | null>;
  /** What there is, to be held against what was known before a loss. */
  contents(): Promise<DatabaseContents>;
};

/** A database in figures. Times in Unix milliseconds, 0 where there is none. */
export type DatabaseContents = {
  schema: number;
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
  newestExecutionAt: number;
  newestAuditEventAt: number;
  auditHeads: readonly { clientId: string; seq: number; hash: string }[];
};

/** Keys of operations that call a provider but are no execution (test connection). */
export type IdempotencyStore = {
  find(scope: KeyScope): Promise<KeyRow | null>;
  /** Claims a new key, or one that is `freed` and has the same fingerprint; null when another caller has it. */
  claim(claim: KeyClaim): Promise<KeyRow | null>;
  /** Ends a `running` key with its answer. */
  keep(scope: KeyScope, ownerId: string, answer: KeptAnswer): Promise<void>;
  /** Lets the same request try again. */
  free(scope: KeyScope, ownerId: string): Promise<void>;
  /** Frees the running keys (of operations that are no execution) of dead owners. */
  freeOfDeadOwners(): Promise<number>;
  /** Turns answers older than `answersBefore` into tombstones and drops tombstones older than `tombstonesBefore`; keys of unresolved unknown outcomes stay. At most `limit` rows. */
  prune(limits: { answersBefore: number; tombstonesBefore: number; limit: number }): Promise<number>;
};
