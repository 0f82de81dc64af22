/** Keys of operations that are no execution: make once, keep the answer, replay it. */
import { errorTable, ServiceError } from "@svc/contract";
import type { LoadedKeyExpiry } from "./expiry.ts";
import { canonicalRequest, type FingerprintHash, type RequestIdentity } from "./key.ts";
import type { IdempotencyStore, KeptAnswer, KeyClaim, KeyRow, KeyScope } from "./port.ts";

/** An answer, and whether it is the first or a replay. */
export type KeyedAnswer = KeptAnswer & { replayed: boolean };

/** What the look-up needs. */
export type KeyDeps = {
  store: IdempotencyStore;
  hash: FingerprintHash;
  nowMs: () => number;
  ownerId: () => string;
  expiry: Pick<LoadedKeyExpiry, "refuse">;
};

/**
 * Refuses what a found key forbids.
 * @returns the kept answer of a key that is done; null where the same request may (again) be claimed.
 * @throws ServiceError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_PROGRESS, IDEMPOTENCY_RESULT_EXPIRED.
 */
export function answerOfKey(row: KeyRow, identity: string, hash: FingerprintHash): KeptAnswer | null {
  if (!hash.verify("fingerprint", identity, row.fingerprint)) throw new ServiceError("IDEMPOTENCY_KEY_REUSED");
  switch (row.state) {
    case "running":
      throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS", keyExecution(row));
    case "expired":
      throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED", keyExecution(row));
    case "freed":
      return null;
    case "done":
      return row.answer;
  }
}

/** Names the key's execution in an error, where it has one. */
export function keyExecution(row: KeyRow): { execution_id?: string } {
  return row.executionId === "" ? {} : { execution_id: row.executionId };
}

/** The claim that a first request writes. */
export function claimOf(scope: KeyScope, request: RequestIdentity, deps: Omit<KeyDeps, "store">): KeyClaim {
  const fingerprint = deps.hash.hash("fingerprint", canonicalRequest(request));
  return { ...scope, fingerprint, ownerId: deps.ownerId(), createdAt: deps.nowMs() };
}

/**
 * For an operation whose store method claims the key and keeps the answer in one transaction. The claim itself tells
 * whether the key is new; it is looked up only where the request is refused, for what was done once stays true.
 * @param make checks the request, then does it; `taken` hands over the row of a caller who was first.
 */
export async function makeOnce(
  deps: KeyDeps,
  scope: KeyScope,
  request: RequestIdentity,
  make: (claim: KeyClaim) => Promise<{ kind: "made"; answer: KeptAnswer } | { kind: "taken"; row: KeyRow }>,
): Promise<KeyedAnswer> {
  const identity = canonicalRequest(request);
  let made: Awaited<ReturnType<typeof make>>;
  try {
    deps.expiry.refuse(scope.key, null);
    made = await make(claimOf(scope, request, deps));
  } catch (error) {
    const found = error instanceof ServiceError ? await deps.store.find(scope) : null;
    const kept = found === null ? null : answerOfKey(found, identity, deps.hash);
    if (kept === null) throw error;
    return { ...kept, replayed: true };
  }
  return made.kind === "made" ? { ...made.answer, replayed: false } : replayOf(made.row, identity, deps.hash);
}

/** @throws ServiceError what the key forbids; IDEMPOTENCY_KEY_IN_PROGRESS where its answer is not there yet. */
function replayOf(row: KeyRow, identity: string, hash: FingerprintHash): KeyedAnswer {
  const kept = answerOfKey(row, identity, hash);
  if (kept === null) throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS");
  return { ...kept, replayed: true };
}

/**
 * For an operation that asks a provider between claim and answer. A refusal whose code frees the key, and a fault of
 * ours, let the same request try again; every other refusal is kept.
 */
export async function runOnce(
  deps: KeyDeps,
  scope: KeyScope,
  request: RequestIdentity,
  steps: { check(): Promise<void>; run(): Promise<KeptAnswer>; keepError(error: ServiceError): KeptAnswer },
): Promise<KeyedAnswer> {
  const identity = canonicalRequest(request);
  const found = await deps.store.find(scope);
  const kept = found === null ? null : answerOfKey(found, identity, deps.hash);
  if (kept !== null) return { ...kept, replayed: true };
  deps.expiry.refuse(scope.key, found);
  await steps.check();
  const claim = claimOf(scope, request, deps);
  const { ownerId } = claim;
  const claimed = await deps.store.claim(claim);
  if (claimed === null) return await loserAnswer(deps, scope, identity);
  try {
    const answer = await steps.run();
    await deps.store.keep(scope, ownerId, answer);
    return { ...answer, replayed: false };
  } catch (error) {
    const keeps = error instanceof ServiceError && !errorTable[error.code].freesKey && error.code !== "INTERNAL";
    if (keeps) await deps.store.keep(scope, ownerId, steps.keepError(error));
    else await deps.store.free(scope, ownerId);
    throw error;
  }
}

async function loserAnswer(deps: KeyDeps, scope: KeyScope, identity: string): Promise<KeyedAnswer> {
  const row = await deps.store.find(scope);
  if (row === null) throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS");
  return replayOf(row, identity, deps.hash);
}
