/** Idempotency keys as the domain sees them (contract §1, Idempotency). */

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

/** Keys of operations that call a provider but are no execution (test connection). */
export type IdempotencyStore = {
  find(scope: KeyScope): Promise<KeyRow | null>;
  /** Claims a new key, or one that is `freed` and has the same fingerprint; null when another caller has it. */
  claim(claim: KeyClaim): Promise<KeyRow | null>;
  /** Ends a `running` key with its answer. */
  keep(scope: KeyScope, ownerId: string, answer: KeptAnswer): Promise<void>;
  /** Lets the same request try again. */
  free(scope: KeyScope, ownerId: string): Promise<void>;
  /** Frees the running keys (of operations that are no execution) of owners whose lease has ended. */
  freeOfDeadOwners(): Promise<number>;
  /** Turns answers older than `answersBefore` into tombstones and drops tombstones older than `tombstonesBefore`; keys of unresolved unknown outcomes stay. At most `limit` rows. */
  prune(limits: { answersBefore: number; tombstonesBefore: number; limit: number }): Promise<number>;
};
