/** The running clock over a database whose clock is made to jump, while the machine's other clocks run on. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { Finding } from "../../../src/domain/clock/judge.ts";
import type { ClockRow, ServiceClockStore } from "../../../src/domain/clock/port.ts";
import { createServiceClock, type ServiceClock } from "../../../src/domain/clock/service-clock.ts";
import { systemPlatform } from "../../../src/platform.ts";

const began = 1_800_000_000_000;
const day = 86_400_000;

/** A database with a clock of its own. */
function database() {
  const state = { rawMs: began, row: { offsetMs: 0, markMs: 0, generation: 1, jump: null, gap: null } as ClockRow };
  const faults = { isAway: false, roundTripMs: 0 };
  const reads = { beforeRead: () => undefined as void };
  const store: ServiceClockStore = {
    read: async () => {
      if (faults.isAway) throw new Error("away");
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
    accept: () => assert.fail("an operator accepts, not a clock"),
  };
  return { state, faults, reads, store };
}

type Database = ReturnType<typeof database>;

/** A process with its own machine. Its wall clock is wrong by years, and nobody may ask it. */
function process(db: Database) {
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

type Process = ReturnType<typeof process>;

/** Time passes everywhere, in steps of a sample each. */
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
async function started(db: Database): Promise<Process> {
  const made = process(db);
  clocks.push(made.clock);
  await made.clock.start(db.store);
  return made;
}

beforeEach(() => mock.timers.enable({ apis: ["setInterval"] }));
afterEach(async () => {
  for (const clock of clocks.splice(0)) await clock.stop();
  mock.timers.reset();
});

test("before it is started it shows the machine's time, then the database's, whatever the machine says", async () => {
  const db = database();
  const { clock } = process(db);
  assert.equal(clock.nowMs(), 7);
  clocks.push(clock);
  await clock.start(db.store);
  assert.equal(clock.nowMs(), began);
  assert.equal(db.state.row.markMs, began);
});

test("it runs on between samples, and while the database is away", async () => {
  const db = database();
  const one = await started(db);
  one.machine.monotonicMs += 250;
  assert.equal(one.clock.nowMs(), began + 250);
  one.machine.monotonicMs -= 250;
  db.faults.isAway = true;
  await pass(30_000, db, one);
  assert.equal(one.clock.nowMs(), began + 30_000);
  assert.ok(one.failures.count > 20);
  await assert.rejects(one.clock.confirmed());
});

for (const by of [500 * day, -730 * day, 100_000, -100_000, 300_000, -300_000]) {
  test(`a jump by ${by} ms moves nothing, is written once, and confirms nothing until it is accepted`, async () => {
    const db = database();
    const processes = [await started(db), await started(db)];
    await pass(5000, db, ...processes);
    assert.equal((await processes[0]?.clock.confirmed())?.nowMs, began + 5000);
    db.state.rawMs += by;
    await pass(3000, db, ...processes);
    for (const { clock } of processes) {
      assert.equal(clock.nowMs(), began + 8000);
      assert.equal(await clock.confirmed(), null);
      assert.equal(clock.standing().offsetMs, -by);
    }
    assert.deepEqual(processes.flatMap(({ findings }) => findings).sort(), ["jumped"]);
    // A replica that starts now, and one that starts when the others are gone, go by the same time.
    const late = await started(db);
    assert.equal(late.clock.nowMs(), began + 8000);
    assert.equal(await late.clock.confirmed(), null);
    db.state.row = { ...db.state.row, offsetMs: 0, generation: 2, jump: null, markMs: began + 8000 + by };
    await pass(1000, db, ...processes, late);
    for (const { clock } of [...processes, late]) {
      assert.equal(clock.nowMs(), began + 9000 + by);
      assert.equal((await clock.confirmed())?.nowMs, began + 9000 + by);
    }
    assert.deepEqual(
      processes.map(({ findings }) => findings.at(-1)),
      ["accepted", "accepted"],
    );
  });
}

test("a jump that is taken back ends by itself", async () => {
  const db = database();
  const one = await started(db);
  db.state.rawMs += 500 * day;
  await pass(2000, db, one);
  db.state.rawMs -= 500 * day;
  await pass(2000, db, one);
  assert.deepEqual(one.findings, ["jumped", "healed"]);
  assert.deepEqual(one.clock.standing(), { offsetMs: 0, jump: null, gap: null });
  assert.equal((await one.clock.confirmed())?.nowMs, began + 4000);
});

test("many small jumps are one large one", async () => {
  const db = database();
  const one = await started(db);
  for (let step = 0; step < 30; step += 1) {
    db.state.rawMs += 900;
    await pass(1000, db, one);
  }
  assert.equal(one.findings[0], "jumped");
  assert.ok(Math.abs(one.clock.nowMs() - (began + 30_000)) <= 5000, `${one.clock.nowMs() - began}`);
});

test("a clock that runs a little fast is followed", async () => {
  const db = database();
  const one = await started(db);
  for (let minute = 0; minute < 10; minute += 1) {
    await pass(60_000, db, one);
    db.state.rawMs += 50;
  }
  await pass(2000, db, one);
  assert.deepEqual(one.findings, []);
  assert.equal(one.clock.nowMs(), db.state.rawMs);
});

test("a machine that slept wakes with its uptime right and its monotonic clock behind: that is no jump", async () => {
  const db = database();
  const one = await started(db);
  await pass(3000, db, one);
  db.state.rawMs += 3_600_000;
  one.machine.uptimeMs += 3_600_000;
  await pass(1000, db, one);
  assert.deepEqual(one.findings, []);
  assert.equal(one.clock.nowMs(), began + 3_604_000);
});

test("a machine that was stopped whole, uptime and all, follows the others and raises no alarm", async () => {
  const db = database();
  const [stopped, other] = [await started(db), await started(db)];
  await pass(3000, db, stopped, other);
  const { monotonicMs, uptimeMs } = stopped.machine;
  await pass(60_000, db, other);
  Object.assign(stopped.machine, { monotonicMs, uptimeMs });
  await pass(2000, db, stopped, other);
  assert.deepEqual(db.state.row.jump, null);
  assert.equal(stopped.clock.nowMs(), other.clock.nowMs());
});

test("a slow sample is no sample", async () => {
  const db = database();
  const one = await started(db);
  db.reads.beforeRead = () => {
    one.machine.monotonicMs += 1500;
    one.machine.uptimeMs += 1500;
  };
  assert.equal(await one.clock.confirmed(), null);
  assert.deepEqual(one.findings, []);
});

test("a start two years before the mark goes on from it, and comes right when the clock does", async () => {
  const db = database();
  db.state.row = { ...db.state.row, markMs: began };
  db.state.rawMs = began - 730 * day;
  const one = await started(db);
  assert.equal(one.clock.nowMs(), began);
  assert.equal(await one.clock.confirmed(), null);
  db.state.rawMs += 730 * day + 600_000;
  await pass(1000, db, one);
  assert.deepEqual(one.findings, ["jumped", "healed"]);
  assert.equal(one.clock.nowMs(), began + 601_000);
  assert.ok((await one.clock.confirmed()) !== null);
});
