/** Ten times the allowed concurrent load, and checks of its results. */
import assert from "node:assert/strict";
import type { DopplerSimulator } from "@svc/provider-doppler/simulator";
import type { ExecutionList } from "@svc/contract";
import { assertProblem, until, type HttpResponse, type Connected } from "../../harness/index.ts";

/** Delays the response to each change. */
export function slowDown(provider: DopplerSimulator, ms: number): void {
  provider.faults.add({
    match: { method: "POST" },
    times: "always",
    fault: { kind: "delay", ms, when: "before_effect" },
  });
}

/** The number of changes that the provider has received. */
export function changesAt(provider: DopplerSimulator): number {
  return provider.ledger.requests.filter(({ method }) => method === "POST").length;
}

/** Waits until this many changes have reached the provider. */
export async function untilChanges(provider: DopplerSimulator, count: number): Promise<void> {
  await until(60_000, `${count} changes have reached the provider`, () => (changesAt(provider) >= count ? true : null));
}

/** One write of a flood. */
export interface Write {
  readonly name: string;
  readonly connected: Connected;
}

/** Sends all writes concurrently, each with its name as key. */
export async function flood(
  writes: readonly Write[],
): Promise<readonly (Write & { readonly response: HttpResponse })[]> {
  return await Promise.all(
    writes.map(async (write) => ({ ...write, response: await write.connected.set(write.name, write.name) })),
  );
}

/** Creates writes with distinct names. */
export function writesOf(prefix: string, count: number, connected: Connected): readonly Write[] {
  return Array.from({ length: count }, (_one, index) => ({ name: `${prefix}_${index}`, connected }));
}

/**
 * Asserts that a refused write left no trace, and that the same request with the same key then succeeds once.
 * @param code the expected refusal.
 */
export async function assertKeyIsFree(
  provider: DopplerSimulator,
  { name, connected, response }: Write & { readonly response: HttpResponse },
  code: "OVERLOADED" | "RATE_LIMITED" | "PROVIDER_UNREACHABLE",
): Promise<void> {
  const problem = assertProblem(response, code);
  assert.equal(problem.retryable, true);
  assert.equal(problem.execution_id, undefined, "it has a record");
  assert.ok(Number(response.headers["retry-after"]) >= 1, "it doesn't say when to retry");
  const path = `/v1/tenants/${connected.tenantId}/action-executions?idempotencyKey=${name}`;
  const list = await untilTaken(() => connected.caller.get(path));
  assert.deepEqual((list.json as ExecutionList).executions, [], `${name} has a record`);
  const again = await untilTaken(() => connected.set(name, name));
  assert.equal(again.status, 200, again.text);
  assert.equal(again.headers["idempotent-replayed"], undefined, `${name} had acted`);
  const effects = provider.ledger.effects.filter((effect) => effect["name"] === name);
  assert.equal(effects.length, 1, `${name} has ${effects.length} effects`);
}

/** Repeats a request until the response isn't a request to retry. */
async function untilTaken(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  return await until(60_000, "the request is accepted", async () => {
    const response = await send();
    return response.status === 429 || response.status === 503 ? null : response;
  });
}
