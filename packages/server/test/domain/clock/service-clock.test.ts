/** The running clock on a database whose clock jumps, while the machine's other clocks run on. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { Finding } from "../../../src/domain/clock/judge.ts";
import type { ClockRow, ServiceClockStore } from "../../../src/domain/clock/port.ts";
import { createServiceClock, type ServiceClock } from "../../../src/domain/clock/service-clock.ts";
import { systemPlatform } from "../../../src/platform.ts";

const startedAtMs = 1_800_000_000_000;
const day = 86_400_000;

/** A database with its own clock. */
function database() {
  const state = {
    rawMs: startedAtMs,
    row: { offsetMs: 0, markMs: 0, generation: 1, jump: null, gap: null } as ClockRow,
  };
  const faults = { isUnavailable: false, roundTripMs: 0 };
  const reads = { beforeRead: () => undefined as void };
  const store: ServiceClockStore = {
    read: async () => {
      if (faults.isUnavailable) throw new Error("unavailable");
      reads.beforeRead();
      return { row: state.row, databaseMs: state.rawMs };
    },
    spans: () => Promise.resolve([]),
    replace: async (seen, next) => {
      if (seen.generation !== state.row.generation || seen.offsetMs !== state.row.offsetMs) return false;
      state.row = { ...state.row, ...next };
      return true;
    },
    mark: async (generation, serviceMs) => {
      if (generation === state.row.generation && serviceMs > state.row.markMs)
        state.row = { ...state.row, markMs: serviceMs };
    },
    accept: () => assert.fail("only an operator accepts"),
  };
  return { state, faults, reads, store };
}

type Database = ReturnType<typeof database>;

/** A process on its own machine, whose wall clock is years off and must not be used. */
function createProcess(db: Database) {
  const machine = { monotonicMs: 500, uptimeMs: 900_000 };
  const clock = createServiceClock({
    ...systemPlatform,
    nowMs: () => 7,
    monotonicMs: () => machine.monotonicMs,
    uptimeMs: () => machine.uptimeMs,
  });
  const findings: Finding[] = [];
  const failures = { count: 0 };
  clock.listen({ onFinding: (finding) => findings.push(finding), onFailure: () => (failures.count += 1) });
  db.reads.beforeRead = () => undefined;
  return { machine, clock, findings, failures };
}

type Process = ReturnType<typeof createProcess>;

/** Lets time pass for the database and the processes, one sample at a time. */
async function pass(ms: number, db: Database, ...processes: readonly Process[]): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    db.state.rawMs += 1000;
    for (const { machine } of processes) {
      machine.monotonicMs += 1000;
      machine.uptimeMs += 1000;
    }
    mock.timers.tick(1000);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

const clocks: ServiceClock[] = [];
async function startProcess(db: Database): Promise<Process> {
  const created = createProcess(db);
  clocks.push(created.clock);
  await created.clock.start(db.store);
  return created;
}

beforeEach(() => mock.timers.enable({ apis: ["setInterval"] }));
afterEach(async () => {
  for (const clock of clocks.splice(0)) await clock.stop();
  mock.timers.reset();
});

test("shows the machine's time before it is started, and the database's time afterwards", async () => {
  const db = database();
  const { clock } = createProcess(db);
  assert.equal(clock.nowMs(), 7);
  clocks.push(clock);
  await clock.start(db.store);
  assert.equal(clock.nowMs(), startedAtMs);
  assert.equal(db.state.row.markMs, startedAtMs);
});

test("runs on between samples, and while the database is unavailable", async () => {
  const db = database();
  const one = await startProcess(db);
  one.machine.monotonicMs += 250;
  assert.equal(one.clock.nowMs(), startedAtMs + 250);
  one.machine.monotonicMs -= 250;
  db.faults.isUnavailable = true;
  await pass(30_000, db, one);
  assert.equal(one.clock.nowMs(), startedAtMs + 30_000);
  assert.ok(one.failures.count > 20);
  await assert.rejects(one.clock.confirmed());
});

for (const by of [500 * day, -730 * day, 100_000, -100_000, 300_000, -300_000]) {
  test(`ignores a jump by ${by} ms, records it once, and confirms no time until it is accepted`, async () => {
    const db = database();
    const processes = [await startProcess(db), await startProcess(db)];
    await pass(5000, db, ...processes);
    assert.equal((await processes[0]?.clock.confirmed())?.nowMs, startedAtMs + 5000);
    db.state.rawMs += by;
    await pass(3000, db, ...processes);
    for (const { clock } of processes) {
      assert.equal(clock.nowMs(), startedAtMs + 8000);
      assert.equal(await clock.confirmed(), null);
      assert.equal(clock.state().offsetMs, -by);
    }
    assert.deepEqual(processes.flatMap(({ findings }) => findings).sort(), ["jumped"]);
    // A replica that starts now uses the same time.
    const late = await startProcess(db);
    assert.equal(late.clock.nowMs(), startedAtMs + 8000);
    assert.equal(await late.clock.confirmed(), null);
    db.state.row = { ...db.state.row, offsetMs: 0, generation: 2, jump: null, markMs: startedAtMs + 8000 + by };
    await pass(1000, db, ...processes, late);
    for (const { clock } of [...processes, late]) {
      assert.equal(clock.nowMs(), startedAtMs + 9000 + by);
      assert.equal((await clock.confirmed())?.nowMs, startedAtMs + 9000 + by);
    }
    assert.deepEqual(
      processes.map(({ findings }) => findings.at(-1)),
      ["accepted", "accepted"],
    );
  });
}

test("a jump ends on its own when the clock is set back", async () => {
  const db = database();
  const one = await startProcess(db);
  db.state.rawMs += 500 * day;
  await pass(2000, db, one);
  db.state.rawMs -= 500 * day;
  await pass(2000, db, one);
  assert.deepEqual(one.findings, ["jumped", "healed"]);
  assert.deepEqual(one.clock.state(), { offsetMs: 0, jump: null, gap: null });
  assert.equal((await one.clock.confirmed())?.nowMs, startedAtMs + 4000);
});

test("many small jumps add up to a large one", async () => {
  const db = database();
  const one = await startProcess(db);
  for (let step = 0; step < 30; step += 1) {
    db.state.rawMs += 900;
    await pass(1000, db, one);
  }
  assert.equal(one.findings[0], "jumped");
  assert.ok(Math.abs(one.clock.nowMs() - (startedAtMs + 30_000)) <= 5000, `${one.clock.nowMs() - startedAtMs}`);
});

test("follows a clock that runs slightly fast", async () => {
  const db = database();
  const one = await startProcess(db);
  for (let minute = 0; minute < 10; minute += 1) {
    await pass(60_000, db, one);
    db.state.rawMs += 50;
  }
  await pass(2000, db, one);
  assert.deepEqual(one.findings, []);
  assert.equal(one.clock.nowMs(), db.state.rawMs);
});

test("sees no jump after a machine slept, although its monotonic clock is behind", async () => {
  const db = database();
  const one = await startProcess(db);
  await pass(3000, db, one);
  db.state.rawMs += 3_600_000;
  one.machine.uptimeMs += 3_600_000;
  await pass(1000, db, one);
  assert.deepEqual(one.findings, []);
  assert.equal(one.clock.nowMs(), startedAtMs + 3_604_000);
});

test("a machine that was suspended, including its uptime, follows the others without an alarm", async () => {
  const db = database();
  const [stopped, other] = [await startProcess(db), await startProcess(db)];
  await pass(3000, db, stopped, other);
  const { monotonicMs, uptimeMs } = stopped.machine;
  await pass(60_000, db, other);
  Object.assign(stopped.machine, { monotonicMs, uptimeMs });
  await pass(2000, db, stopped, other);
  assert.deepEqual(db.state.row.jump, null);
  assert.equal(stopped.clock.nowMs(), other.clock.nowMs());
});

test("ignores a slow sample", async () => {
  const db = database();
  const one = await startProcess(db);
  db.reads.beforeRead = () => {
    one.machine.monotonicMs += 1500;
    one.machine.uptimeMs += 1500;
  };
  assert.equal(await one.clock.confirmed(), null);
  assert.deepEqual(one.findings, []);
});

test("a start two years before the mark continues from it, and heals when the clock is corrected", async () => {
  const db = database();
  db.state.row = { ...db.state.row, markMs: startedAtMs };
  db.state.rawMs = startedAtMs - 730 * day;
  const one = await startProcess(db);
  assert.equal(one.clock.nowMs(), startedAtMs);
  assert.equal(await one.clock.confirmed(), null);
  db.state.rawMs += 730 * day + 600_000;
  await pass(1000, db, one);
  assert.deepEqual(one.findings, ["jumped", "healed"]);
  assert.equal(one.clock.nowMs(), startedAtMs + 601_000);
  assert.ok((await one.clock.confirmed()) !== null);
});
