/** Compares three sources: the callers' answers, the provider's ledger, and the execution records. */
import assert from "node:assert/strict";
import type { Execution, ExecutionList } from "@svc/contract";
import type { DopplerSimulator } from "@svc/provider-doppler/simulator";
import type { HttpResponse, Connected } from "./index.ts";
import type { LedgerEffect, LedgerRequest } from "@svc/simulator";

/** The codes after which a key may be used again for the same request (contract §4.2). */
export const freeingCodes: ReadonlySet<string> = new Set([
  "PROVIDER_UNREACHABLE",
  "PROVIDER_RATE_LIMITED",
  "ACTION_NOT_DISPATCHED",
]);

/** The requests and changes that a simulated provider received since this object was created. */
export class ProviderLedger {
  readonly #provider: DopplerSimulator;
  readonly #requestsBefore: number;
  readonly #effectsBefore: number;

  /** Starts at the current end of the simulator's ledger. */
  constructor(provider: DopplerSimulator) {
    this.#provider = provider;
    this.#requestsBefore = provider.ledger.requests.length;
    this.#effectsBefore = provider.ledger.effects.length;
  }

  get requests(): readonly LedgerRequest[] {
    return this.#provider.ledger.requests.slice(this.#requestsBefore);
  }

  get changes(): readonly LedgerRequest[] {
    return this.requests.filter(({ method }) => method !== "GET");
  }

  get effects(): readonly LedgerEffect[] {
    return this.#provider.ledger.effects.slice(this.#effectsBefore);
  }
}

/** The number of changes of each secret, by name. */
export function effectsByName(effects: readonly LedgerEffect[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of effects) counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
  return counts;
}

/** The records of one idempotency key, newest first. */
export async function recordsOfKey(connected: Connected, idempotencyKey: string): Promise<readonly Execution[]> {
  return await listExecutions(connected, `idempotencyKey=${encodeURIComponent(idempotencyKey)}`);
}

/** The only record of a key. */
export async function recordOfKey(connected: Connected, idempotencyKey: string): Promise<Execution> {
  const [record, ...others] = await recordsOfKey(connected, idempotencyKey);
  assert.ok(record !== undefined, `no record has the key ${idempotencyKey}`);
  assert.equal(others.length, 0, `${idempotencyKey} has more than one record`);
  return record;
}

/** Executions of the connection's tenant, from all pages. @param query without `limit` and `cursor`. */
export async function listExecutions(connected: Connected, query = ""): Promise<readonly Execution[]> {
  const found: Execution[] = [];
  let cursor = "";
  do {
    const path = `/v1/tenants/${connected.tenantId}/action-executions?limit=100&${query}${cursor}`;
    const response = await connected.caller.get(path);
    assert.equal(response.status, 200, response.text);
    const page = response.json as ExecutionList;
    found.push(...page.executions);
    cursor = page.nextCursor === null ? "" : `&cursor=${encodeURIComponent(page.nextCursor)}`;
  } while (cursor !== "");
  return found;
}

/** Status and body of a response, without the request id. */
export function substanceOf(response: HttpResponse): unknown {
  const { requestId: _requestId, ...rest } = response.json as { requestId?: string };
  return { status: response.status, body: rest };
}

export function assertReplay(first: HttpResponse, again: HttpResponse): void {
  assert.equal(again.headers["idempotent-replayed"], "true", again.text);
  assert.deepEqual(substanceOf(again), substanceOf(first));
}
