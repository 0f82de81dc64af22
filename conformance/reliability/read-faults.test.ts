/** Every way in which a read can fail, alone and as the probe of a write. */
import assert from "node:assert/strict";
import { errorTable, type Execution } from "@svc/contract";
import { assertProblem, place, suite, verifies, type Answer, type Connected, type Stage } from "../harness/index.ts";
import { assertReplay, freeingCodes, ProviderBook, recordsOfKey } from "./books.ts";
import { lastingReadFaults, passingReadFaults, type ReadFault } from "./read-faults.ts";

const many = 1_000_000;
const namesPath = "/v3/configs/config/secrets/names";
let cases = 0;

const register = (stage: () => Stage): void => {
  verifies("reliability.read-faults", "a lasting fault has its code, alone and as the probe of a write", async () => {
    lift(stage());
    await withEach(stage(), (connected, one) => proveLasting(stage(), connected, one));
  });

  verifies("reliability.probe-faults", "a fault that passes is not noticed, and a write goes on", async () => {
    lift(stage());
    const connected = await stage().connected();
    for (const [index, fault] of passingReadFaults.entries()) {
      const book = new ProviderBook(stage().provider);
      stage().provider.faults.add({ match: { path: namesPath }, fault });
      assert.equal((await connected.set(`PASSING_${index}`, `passing-${index}`)).status, 200, fault.kind);
      assert.equal(book.requests.length, 3, fault.kind);
      assert.equal(book.effects.length, 1, fault.kind);
    }
  });
};

// Three tries with their waits have to fit, also on a busy machine.
suite("faults of a read", register, { env: { SVC_CALL_TIMEOUT_MS: "6000" } });

/** The simulator's own limits would answer before its faults do. */
function lift({ provider }: Stage): void {
  provider.world.set({ readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many });
}

async function withEach(stage: Stage, prove: (connected: Connected, one: ReadFault) => Promise<void>): Promise<void> {
  let connected = await stage.connected();
  for (const one of lastingReadFaults) {
    try {
      await prove(connected, one);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "failed";
      throw new Error(`In the case "${one.name}": ${reason}`, { cause: error });
    } finally {
      stage.provider.faults.clear();
    }
    if (one.read === "PROVIDER_UNAUTHORIZED") connected = await stage.connected();
  }
}

async function proveLasting(stage: Stage, connected: Connected, one: ReadFault): Promise<void> {
  cases += 1;
  const name = `PROBED_${cases}`;
  const key = `probe-${cases}`;
  const book = new ProviderBook(stage.provider);
  stage.provider.faults.add({ match: { path: namesPath }, times: "always", fault: one.fault });
  const [read, first] = await Promise.all([
    connected.execute("secrets.names.list", { ...place }),
    connected.set(name, key, "one"),
  ]);
  await assertRead(connected, read, one);
  assertProblem(first, one.probe);
  assert.equal(book.changes.length, 0, "a change left after a failed probe");
  assertSent(book.requests.length, one);
  stage.provider.faults.clear();

  assert.equal((await connected.set(name, key, "another")).problem().code, "IDEMPOTENCY_KEY_REUSED");
  const again = await connected.set(name, key, "one");
  if (!freeingCodes.has(one.probe)) {
    assertReplay(first, again);
    assert.equal(book.changes.length, 0, "a refusal is replayed");
    return;
  }
  assert.equal(again.status, 200, again.text);
  assert.equal(book.effects.length, 1);
  const records = await recordsOfKey(connected, key);
  const ends = records.map(({ attempt, status, dispatchedAt }) => [attempt, status, dispatchedAt === null]);
  assert.deepEqual(ends, [
    [2, "succeeded", false],
    [1, "failed", true],
  ]);
  assertReplay(again, await connected.set(name, key, "one"));
}

/** The read and the probe, each of which may have begun on a kept connection. */
function assertSent(times: number, { sent, isSilent }: ReadFault): void {
  if (sent === undefined) return;
  const unseenMax = isSilent === true ? 2 : 0;
  assert.ok(times >= sent * 2 && times <= sent * 2 + unseenMax, `it was sent ${times} times in place of ${sent * 2}`);
}

async function assertRead(connected: Connected, answer: Answer, one: ReadFault): Promise<void> {
  const problem = assertProblem(answer, one.read);
  assert.equal(problem.retryable, errorTable[one.read].retryable);
  const path = `/v1/tenants/${connected.tenantId}/action-executions/${problem.execution_id ?? ""}`;
  const record = (await connected.caller.get(path)).json as Execution;
  assert.deepEqual([record.status, record.error?.code, record.dispatchedAt], ["failed", one.read, null]);
}
