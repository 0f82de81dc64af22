/** Replays the response of an idempotency key that was used before, from its execution record (contract §1.13). */
import { ServiceError } from "@svc/contract";
import { canonicalRequest } from "../idempotency/key.ts";
import { responseOfKey, keyExecution, type KeyDeps } from "../idempotency/run-idempotently.ts";
import type { KeyRow, KeyScope } from "../idempotency/port.ts";
import type { ExecutionStore } from "./port.ts";
import type { ExecutionRow } from "../records/record.ts";
import { responseOfRecord, type ExecuteResponse } from "../records/record.ts";
import type { ParsedRequest } from "./request.ts";

/** The response or refusal from a record. `replayed`: an earlier request with the same key created the record. */
export type RecordedResult =
  | { kind: "answered"; response: ExecuteResponse; replayed: boolean }
  | { kind: "refused"; error: ServiceError; replayed: boolean };

/**
 * The result of a request. `proposed`: a person must approve the call first; what waits for it is known to its owner.
 */
export type ExecuteResult<Proposed = unknown> =
  RecordedResult | { kind: "proposed"; proposal: Proposed; replayed: boolean };

/** Dependencies of a replay. */
export type ReplayDeps<Proposed = unknown> = {
  store: Pick<ExecutionStore, "findKey">;
  /** Finds what waits under a key for a person; null if it was deleted. */
  findProposed: (key: KeyScope, id: string) => Promise<Proposed | null>;
  keys: Omit<KeyDeps, "store">;
  /** Called with the record that is replayed. */
  onReplay?: (row: ExecutionRow) => void;
};

/**
 * Replays the earlier response of the request's key.
 * @param looksUp false if a later step checks whether the key was claimed; it then counts as new here.
 * @returns null if the request has no key, or may claim it.
 * @throws ServiceError for a key that is reused, running, or expired.
 */
export async function replayOf<Proposed>(
  deps: ReplayDeps<Proposed>,
  { scope, identity }: Pick<ParsedRequest, "scope" | "identity">,
  looksUp: boolean,
): Promise<ExecuteResult<Proposed> | null> {
  if (scope === null) return null;
  const found = looksUp ? await deps.store.findKey(scope) : null;
  if (found === null) {
    deps.keys.expiry.refuse(scope.key, null);
    return null;
  }
  const kept = responseOfKey(found.key, canonicalRequest(identity), deps.keys.hash);
  if (found.key.state === "freed") {
    deps.keys.expiry.refuse(scope.key, found.key);
    return null;
  }
  if (found.key.state === "proposed") return await proposalOfKey(deps, found.key);
  const { execution } = found;
  if (execution === null) {
    // Only keys of other operations keep a response, and none of those has this request's fingerprint.
    if (kept !== null) throw new ServiceError("IDEMPOTENCY_KEY_REUSED");
    // The record was deleted before its key: the key is a tombstone.
    throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED", keyExecution(found.key));
  }
  deps.onReplay?.(execution);
  return resultOf(() => responseOfRecord(execution), true);
}

/** @throws ServiceError IDEMPOTENCY_RESULT_EXPIRED if the proposal was deleted before its key. */
async function proposalOfKey<Proposed>(deps: ReplayDeps<Proposed>, key: KeyRow): Promise<ExecuteResult<Proposed>> {
  const { proposal_id: id = "" } = Object(key.response?.body) as { proposal_id?: string };
  const proposal = await deps.findProposed(key, id);
  if (proposal === null) throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED");
  return { kind: "proposed", proposal, replayed: true };
}

/** Turns a thrown ServiceError into a refusal. @throws any other error from `response`, unchanged. */
export function resultOf(response: () => ExecuteResponse, replayed: boolean): RecordedResult {
  try {
    return { kind: "answered", response: response(), replayed };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: "refused", error, replayed };
    throw error;
  }
}

/**
 * Answers a caller whose key a concurrent caller claimed first.
 * @throws ServiceError as {@link replayOf}; IDEMPOTENCY_KEY_IN_PROGRESS if the key has no response yet.
 */
export async function answerForConcurrentCaller<Proposed>(
  deps: ReplayDeps<Proposed>,
  parsed: Pick<ParsedRequest, "scope" | "identity">,
): Promise<ExecuteResult<Proposed>> {
  const replay = await replayOf(deps, parsed, true);
  if (replay === null) throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS");
  return replay;
}
