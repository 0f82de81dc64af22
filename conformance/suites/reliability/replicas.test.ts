/** A killed replica, and one suspended past its lease. SQLite has one server, which can be suspended too. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { assertProblem, chosenEngines, until, verifies, type Connected, type Engine } from "../../harness/index.ts";
import { ProviderLedger, recordOfKey } from "../../harness/ledger.ts";
import { MultiServerFixture } from "../../harness/multi-server-fixture.ts";
import { judgeWrites, untilNothingIsOpen, writeUntilStopped, type Write } from "../../harness/writers.ts";

const settledWithinMs = 10_000;
const probe = { method: "GET", path: "/v3/configs/config/secrets/names" } as const;
const change = { method: "POST" } as const;
const env = { SVC_RATE_LIMIT_RPS: "0", SVC_CALL_TIMEOUT_MS: "15000" };

async function withServers(engine: Engine, prove: (fixture: MultiServerFixture) => Promise<void>): Promise<void> {
  const fixture = await MultiServerFixture.make(engine, env);
  try {
    await prove(fixture);
  } finally {
    await fixture.dispose();
  }
}

describe("replicas", { concurrency: false }, () => {
  // SQLite has no second replica.
  if (chosenEngines().includes("postgres")) {
    verifies("reliability.replica-crash", "settles a killed replica's records on the other", () =>
      withServers("postgres", killOne),
    );
  }
  for (const engine of chosenEngines()) {
    verifies("reliability.sleeper", `a server that slept past its lease sends nothing, on ${engine}`, () =>
      withServers(engine, sleepPastLease),
    );
  }
});

async function killOne(fixture: MultiServerFixture): Promise<void> {
  const [killed, other] = await Promise.all([fixture.start(), fixture.start()]);
  const here = await fixture.connectedAt(killed);
  const there = await fixture.connectedAt(other);
  const ledger = new ProviderLedger(fixture.provider);
  const writes: Write[] = [];
  const { signal } = new AbortController();
  for (const [prefix, match] of Object.entries({ PROBING: probe, CHANGING: change })) {
    fixture.provider.faults.add({ match, times: 3, fault: { kind: "hang_after_effect" } });
    void writeUntilStopped(() => here, writes, { prefix, streams: 3, signal });
    await until(5000, "the provider hangs", () => (fixture.provider.faults.pending.length === 0 ? true : null));
  }
  await fixture.kill(killed);
  const killedAt = performance.now();
  await untilNothingIsOpen(there, settledWithinMs);
  console.log(`settled ${Math.round(performance.now() - killedAt)} ms after the kill`);
  const tally = await judgeWrites(there, writes, ledger);
  assert.deepEqual([tally.unknown, tally.freed, tally.succeeded], [3, 3, 3]);
}

async function sleepPastLease(fixture: MultiServerFixture): Promise<void> {
  const sleeper = await fixture.start();
  const here = await fixture.connectedAt(sleeper);
  const ledger = new ProviderLedger(fixture.provider);
  fixture.provider.faults.add({ match: change, fault: { kind: "hold", when: "after_effect" } });
  const changing = here.set("CHANGING", "changing");
  await until(60_000, "the change is in progress", () => (fixture.provider.held === 1 ? true : null));
  fixture.provider.faults.add({ match: probe, times: 3, fault: { kind: "hold", when: "after_effect" } });
  const names = ["PROBING_1", "PROBING_2", "PROBING_3"];
  const probing = names.map((name) => here.set(name, name));
  await until(60_000, "the probes are in progress", () => (fixture.provider.held === 4 ? true : null));

  process.kill(sleeper.pid, "SIGSTOP");
  fixture.provider.release();
  const stoppedAt = performance.now();
  try {
    if (fixture.engine === "sqlite") await until(8000, "the lease has expired", () => passed(stoppedAt, 5500));
    else await untilNothingIsOpen(await fixture.connectedAt(await fixture.start()), settledWithinMs);
  } finally {
    process.kill(sleeper.pid, "SIGCONT");
  }
  for (const response of await Promise.all(probing)) assertProblem(response, "ACTION_NOT_DISPATCHED");
  assert.equal(ledger.changes.length, 1, "a change was sent after the lease expired");
  const changed = await changing;
  // On SQLite no other server swept the record, so its own response may be recorded.
  if (fixture.engine === "postgres" || changed.status !== 200) await assertLate(here, changed);
  await untilNothingIsOpen(here, settledWithinMs);

  // It continues: anything that was never sent is now sent, once.
  for (const name of names) {
    await until(5000, `${name} is written`, async () => ((await here.set(name, name)).status === 200 ? true : null));
  }
  assert.equal(ledger.effects.length, 1 + names.length);
  assert.deepEqual(new Set(ledger.effects.map((effect) => effect["name"])), new Set(["CHANGING", ...names]));
}

/**
 * A sweep made it unknown; its late response is evidence, and it can be resolved once no server can still be sending.
 */
async function assertLate(here: Connected, response: Awaited<ReturnType<Connected["set"]>>): Promise<void> {
  const problem = assertProblem(response, "ACTION_OUTCOME_UNKNOWN");
  const record = await until(5000, "the late response is kept", async () => {
    const now = await recordOfKey(here, "changing");
    return now.lateResponse === null ? null : now;
  });
  assert.deepEqual([record.status, record.lateResponse?.verdict], ["outcome_unknown", "succeeded"]);
  const path = `/v1/tenants/${here.tenantId}/action-executions/${problem.execution_id ?? ""}:resolve`;
  const body = { outcome: "succeeded", note: "the late response says so" };
  const early = await here.caller.post(path, body);
  assertProblem(early, "EXECUTION_NOT_UNKNOWN");
  assert.ok(Number(early.headers["retry-after"]) >= 1);
  await until(20_000, "it can be settled", async () =>
    (await here.caller.post(path, body)).status === 200 ? true : null,
  );
}

function passed(since: number, ms: number): true | null {
  return performance.now() - since >= ms ? true : null;
}
