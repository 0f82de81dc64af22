/** What a key answers that was claimed before: its record says it (contract §1.13). */
import { ServiceError } from "@svc/contract";
import { canonicalRequest, type RequestIdentity } from "../idempotency/key.ts";
import type { KeyScope } from "../idempotency/port.ts";
import { answerOfKey, keyExecution, type KeyDeps } from "../idempotency/run-once.ts";
import type { ExecutionRow, ExecutionStore } from "./port.ts";
import { answerOfRecord, type ExecuteAnswer } from "./present.ts";

/** The answer or the refusal that the record gives; `replayed` where the key had it already. */
export type ExecuteResult =
  | { kind: "answered"; answer: ExecuteAnswer; replayed: boolean }
  | { kind: "refused"; error: ServiceError; replayed: boolean };

/** What a replay needs. */
export type ReplayDeps = {
  store: Pick<ExecutionStore, "findKey">;
  keys: Omit<KeyDeps, "store">;
  /** Told of the record that answers in the place of an attempt, where the key has one. */
  onReplay?: (row: ExecutionRow) => void;
};

/** What a key answers; null where the request may claim it. @param isKnown whether it was claimed before. */
export async function replayOf(
  deps: ReplayDeps,
  scope: KeyScope,
  identity: RequestIdentity,
  isKnown: boolean,
): Promise<ExecuteResult | null> {
  const found = isKnown ? await deps.store.findKey(scope) : null;
  if (found === null) {
    deps.keys.expiry.refuse(scope.key, null);
    return null;
  }
  // Throws for a reused, running or expired key; an execution's answer is its record, not a kept body.
  const kept = answerOfKey(found.key, canonicalRequest(identity), deps.keys.hash);
  if (found.key.state === "freed") {
    deps.keys.expiry.refuse(scope.key, found.key);
    return null;
  }
  const { execution } = found;
  if (execution === null) {
    // The key of another operation cannot have this request's fingerprint; a record pruned early is a tombstone.
    if (kept !== null) throw new ServiceError("IDEMPOTENCY_KEY_REUSED");
    throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED", keyExecution(found.key));
  }
  deps.onReplay?.(execution);
  return resultOf(() => answerOfRecord(execution), true);
}

/** What an answer gives that may be a refusal. @param answer throws a ServiceError for one; anything else it throws passes. */
export function resultOf(answer: () => ExecuteAnswer, replayed: boolean): ExecuteResult {
  try {
    return { kind: "answered", answer: answer(), replayed };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: "refused", error, replayed };
    throw error;
  }
}

/**
 * The answer of whoever has the key.
 * @throws ServiceError what the key forbids; IDEMPOTENCY_KEY_IN_PROGRESS where it has no answer yet.
 */
export async function loserAnswer(
  deps: ReplayDeps,
  scope: KeyScope | null,
  identity: RequestIdentity,
): Promise<ExecuteResult> {
  const replay = scope === null ? null : await replayOf(deps, scope, identity, true);
  if (replay === null) throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS");
  return replay;
}
