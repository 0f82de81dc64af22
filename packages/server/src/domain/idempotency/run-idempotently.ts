/**
 * Idempotency keys for operations other than executions: run once, keep the response, replay it. Of a refusal the key
 * keeps the facts, and each replay builds a problem from them with its own request id.
 */
import { errorTable, ServiceError, isErrorCode } from "@svc/contract";
import { type LoadedKeyExpiry, canonicalRequest, type FingerprintHash, type RequestIdentity } from "./key.ts";
import type { IdempotencyStore, KeyClaim, KeyRow, KeyScope } from "./port.ts";
import type { KeptResponse } from "../records/documents.ts";

/** A response, and whether it is a replay. */
export type KeyedResponse = KeptResponse & { replayed: boolean };

/** Dependencies of every keyed operation. */
export type KeyDeps = {
  store: IdempotencyStore;
  hash: FingerprintHash;
  nowMs: () => number;
  ownerId: () => string;
  expiry: Pick<LoadedKeyExpiry, "refuse">;
};

/**
 * Returns a claimed key's response to a request.
 * @param identity the request in its canonical form.
 * @returns the kept response if the key is done; null if the same request may claim the key again.
 * @throws ServiceError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_PROGRESS, IDEMPOTENCY_RESULT_EXPIRED.
 */
export function responseOfKey(row: KeyRow, identity: string, hash: FingerprintHash): KeptResponse | null {
  if (!hash.verify("fingerprint", identity, row.fingerprint)) throw new ServiceError("IDEMPOTENCY_KEY_REUSED");
  switch (row.state) {
    case "running":
      throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS", keyExecution(row));
    case "expired":
      throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED", keyExecution(row));
    case "freed":
      return null;
    case "done":
    case "proposed":
      return row.response;
  }
}

/** Returns the key's execution as an error member; empty if the key has none. */
export function keyExecution(row: KeyRow): { execution_id?: string } {
  return row.executionId === "" ? {} : { execution_id: row.executionId };
}

/** Returns the claim for the first request with a key. */
export function claimOf(scope: KeyScope, request: RequestIdentity, deps: Omit<KeyDeps, "store">): KeyClaim {
  const fingerprint = deps.hash.hash("fingerprint", canonicalRequest(request));
  return { ...scope, fingerprint, ownerId: deps.ownerId(), createdAt: deps.nowMs() };
}

/** The result of a transaction that creates a resource with a key. `taken`: another request had claimed the key. */
export type CreateOutcome = { kind: "made"; response: KeptResponse } | { kind: "taken"; row: KeyRow };

/**
 * Runs an operation whose store method claims the key and keeps the response in one transaction, so the key isn't
 * looked up first. It is looked up if the request is refused, because an earlier response takes precedence.
 * @param create checks the request, then creates the resource.
 */
export async function createIdempotently(
  deps: KeyDeps,
  scope: KeyScope,
  request: RequestIdentity,
  create: (claim: KeyClaim) => Promise<CreateOutcome>,
): Promise<KeyedResponse> {
  const identity = canonicalRequest(request);
  let outcome: CreateOutcome;
  try {
    deps.expiry.refuse(scope.key, null);
    outcome = await create(claimOf(scope, request, deps));
  } catch (error) {
    const kept = error instanceof ServiceError ? await findKept(deps, scope, request) : null;
    if (kept === null) throw error;
    return kept;
  }
  return outcome.kind === "made"
    ? { ...outcome.response, replayed: false }
    : answerForConcurrentCaller(outcome.row, identity, deps.hash);
}

/**
 * Runs an operation that calls a provider between claim and answer. A refusal is kept, unless its code releases the
 * key. If the key is released, or after an internal fault, the same request may try again.
 * @param steps.run may keep the response itself, in the same transaction as its other changes.
 */
export async function runIdempotently(
  deps: KeyDeps,
  scope: KeyScope,
  request: RequestIdentity,
  steps: {
    check(): Promise<void>;
    run(claim: KeyClaim): Promise<KeptResponse>;
    keepError(error: ServiceError): KeptResponse;
  },
): Promise<KeyedResponse> {
  const identity = canonicalRequest(request);
  const found = await deps.store.find(scope);
  const kept = found === null ? null : responseOfKey(found, identity, deps.hash);
  if (kept !== null) return { ...kept, replayed: true };
  deps.expiry.refuse(scope.key, found);
  await steps.check();
  const claim = claimOf(scope, request, deps);
  const { ownerId } = claim;
  const claimed = await deps.store.claim(claim);
  if (claimed === null) return answerForConcurrentCaller(await deps.store.find(scope), identity, deps.hash);
  try {
    const response = await steps.run(claim);
    await deps.store.keep(scope, ownerId, response);
    return { ...response, replayed: false };
  } catch (error) {
    const keeps = error instanceof ServiceError && !errorTable[error.code].releasesKey && error.code !== "INTERNAL";
    if (keeps) await deps.store.keep(scope, ownerId, steps.keepError(error));
    else await deps.store.release(scope, ownerId);
    throw error;
  }
}

/**
 * Looks up the response to a repeated request.
 * @returns null if the request may claim the key. @throws ServiceError as {@link responseOfKey}.
 */
export async function findKept(
  { store, hash }: Pick<KeyDeps, "store" | "hash">,
  scope: KeyScope,
  request: RequestIdentity,
): Promise<KeyedResponse | null> {
  const row = await store.find(scope);
  const kept = row === null ? null : responseOfKey(row, canonicalRequest(request), hash);
  return kept === null ? null : { ...kept, replayed: true };
}

/** @throws ServiceError as {@link responseOfKey}; IDEMPOTENCY_KEY_IN_PROGRESS if the key has no response yet. */
function answerForConcurrentCaller(row: KeyRow | null, identity: string, hash: FingerprintHash): KeyedResponse {
  const kept = row === null ? null : responseOfKey(row, identity, hash);
  if (kept === null) throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS");
  return { ...kept, replayed: true };
}

type KeptFact = "detail" | "execution_id" | "connection_id" | "tenant_id" | "webhook_endpoint_id";

/** Converts a refusal to a kept response. */
export function keepError(error: ServiceError): KeptResponse {
  const { code, detail, execution_id, connection_id, tenant_id, webhook_endpoint_id } = error;
  const body = { code, detail, execution_id, connection_id, tenant_id, webhook_endpoint_id };
  return { status: errorTable[code].status, body };
}

/** Converts a kept response back to the refusal; null if the response is a success. */
export function restoreError(response: KeptResponse): ServiceError | null {
  if (response.status < 400) return null;
  const { code, ...facts } = response.body as Partial<Record<KeptFact, string>> & { code?: unknown };
  return new ServiceError(isErrorCode(code) ? code : "INTERNAL", facts);
}
