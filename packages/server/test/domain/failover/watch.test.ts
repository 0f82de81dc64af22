/** How processes react to a failover, with a fence in memory that they share. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { closedDetail } from "../../../src/domain/failover/describe.ts";
import type { FenceState } from "../../../src/domain/failover/judge.ts";
import type { DatabaseFacts, FenceRow, FenceStore } from "../../../src/domain/failover/port.ts";
import { watchFence, type FenceWatch } from "../../../src/domain/failover/watch.ts";

const first: DatabaseFacts = {
  systemIdentifier: "7300",
  databaseOid: "16384",
  timeline: "00000001",
  flushedBytes: 1000,
  isSynchronous: true,
  standbys: 1,
};
const promoted = { ...first, timeline: "00000002", flushedBytes: 900 };

/** A database with its fence, shared by the processes. */
function database(facts: DatabaseFacts = first) {
  const row: FenceRow = {
    epoch: 1,
    systemIdentifier: facts.systemIdentifier,
    databaseOid: facts.databaseOid,
    timeline: facts.timeline,
    isOpen: true,
    reason: null,
    sawStandbys: false,
  };
  const now = { facts, row };
  const accept = (): void => {
    const { systemIdentifier, timeline } = now.facts;
    Object.assign(now.row, { epoch: now.row.epoch + 1, systemIdentifier, timeline, isOpen: true, reason: null });
  };
  return { now, accept };
}

type ProcessOptions = {
  /** How many of its own records it finds lost each time. */
  lost?: number;
  requiresSync?: boolean;
  /** Whether a standby confirms a commit; true by default. */
  confirms?: () => Promise<boolean>;
  everyMs?: number;
};

/** Starts a process that watches the database. */
async function startProcess(given: ReturnType<typeof database>, options: ProcessOptions = {}) {
  const log: string[] = [];
  let readings = 0;
  const states: FenceState[] = [];
  let epoch: number | null = null;
  const store: FenceStore = {
    read() {
      readings += 1;
      return Promise.resolve(structuredClone(given.now));
    },
    setEpoch: (next) => void (epoch = next),
    replaceSessions: () => void log.push("sessions replaced"),
    confirm: options.confirms ?? (() => Promise.resolve(true)),
    close(from, reason) {
      if (given.now.row.epoch === from) Object.assign(given.now.row, { isOpen: false, reason });
      return Promise.resolve();
    },
    recordStandbys: () => Promise.resolve(void (given.now.row.sawStandbys = true)),
    advance(reading) {
      if (given.now.row.epoch !== reading.row.epoch) return Promise.resolve(false);
      given.accept();
      log.push("advanced");
      return Promise.resolve(true);
    },
    accept: () => Promise.reject(new Error("Only an operator accepts.")),
  };
  const watch = await watchFence({
    store,
    reloadKeyExpiry: () => Promise.resolve(void log.push("keys reloaded")),
    restoreLost() {
      log.push("lost restored");
      return Promise.resolve(options.lost ?? 0);
    },
    requiresSync: options.requiresSync ?? false,
    everyMs: options.everyMs ?? 3_600_000,
    onChange: (state) => void states.push(state),
    onRestored: (count) => void log.push(`${count} were lost`),
    onFailure: (error) => void log.push(String(error)),
  });
  return { watch, log, states, epoch: () => epoch, readings: () => readings };
}

async function lookAndStop(watch: FenceWatch): Promise<void> {
  await watch.look();
  await watch.stop();
}

test("accepts a synchronous failover automatically: first sessions, own records and keys, then the next epoch", async () => {
  const shared = database();
  const { watch, log, epoch, states } = await startProcess(shared);
  assert.equal(epoch(), 1);
  log.length = 0;
  shared.now.facts = promoted;
  await lookAndStop(watch);
  assert.deepEqual(log, ["sessions replaced", "lost restored", "advanced", "keys reloaded"]);
  assert.equal(epoch(), 2);
  assert.deepEqual(
    states.map(({ closed, mode }) => [closed, mode]),
    [[null, "synchronous"]],
  );
});

test("an asynchronous failover stops every process until an operator accepts it", async () => {
  const shared = database({ ...first, isSynchronous: false });
  const before = await startProcess(shared);
  shared.now.facts = { ...promoted, isSynchronous: false };
  await before.watch.look();
  const after = await startProcess(shared);
  for (const { epoch, watch } of [before, after]) {
    assert.equal(epoch(), null);
    assert.match(closedDetail(watch.state()) ?? "", /may have lost acknowledged writes/);
  }
  shared.accept();
  for (const { epoch, watch } of [before, after]) {
    await lookAndStop(watch);
    assert.equal(epoch(), 2);
    assert.equal(closedDetail(watch.state()), null);
  }
});

const unprotected = { ...first, isSynchronous: false };

/** Promotes a standby after a process has read these facts in turn. @returns the epoch in which it then dispatches. */
async function promoteAfter(readings: readonly DatabaseFacts[], confirms?: () => Promise<boolean>) {
  const shared = database();
  const { watch, epoch } = await startProcess(shared, confirms === undefined ? {} : { confirms });
  for (const facts of readings) {
    shared.now.facts = facts;
    await watch.look();
  }
  shared.now.facts = promoted;
  await lookAndStop(watch);
  return epoch();
}

test("after a reading without a synchronous standby, trusts a failover only once a standby has confirmed a commit", async () => {
  assert.equal(await promoteAfter([]), 2);
  assert.equal(await promoteAfter([first, unprotected]), null);
  assert.equal(await promoteAfter([first, unprotected, first]), null, "the setting may not apply to commits yet");
  assert.equal(await promoteAfter([first, unprotected, first, first]), 2);
});

test("doesn't accept a failover before a standby has confirmed a commit", async () => {
  assert.equal(await promoteAfter([first], () => Promise.resolve(false)), null);
  assert.equal(await promoteAfter([first], () => Promise.reject(new Error("cancelled"))), null);
});

test("a late confirmation doesn't cover later commits", async () => {
  const late = Promise.withResolvers<boolean>();
  const shared = database();
  const { watch, epoch } = await startProcess(shared, { confirms: () => late.promise });
  shared.now.facts = unprotected;
  await watch.look();
  late.resolve(true);
  shared.now.facts = promoted;
  await lookAndStop(watch);
  assert.equal(epoch(), null);
});

test("commits to get a confirmation only while a standby is connected", async () => {
  let commits = 0;
  const confirms = (): Promise<boolean> => Promise.resolve((commits += 1) > 0);
  const shared = database({ ...first, standbys: 0 });
  const { watch } = await startProcess(shared, { confirms });
  await watch.look();
  assert.equal(commits, 0);
  shared.now.facts = first;
  for (let readings = 0; readings < 3; readings += 1) await watch.look();
  assert.equal(commits, 1);
  await watch.stop();
});

test("accepts a second synchronous failover automatically as well", async () => {
  const shared = database();
  const { watch, epoch } = await startProcess(shared);
  for (const timeline of ["00000002", "00000003"]) {
    shared.now.facts = { ...promoted, timeline };
    await watch.look();
  }
  assert.equal(epoch(), 3);
  await watch.stop();
});

test("many refused dispatches cause only one immediate look", async () => {
  const shared = database();
  const { watch, epoch, readings } = await startProcess(shared);
  const before = readings();
  shared.now.row.isOpen = false;
  for (let refused = 0; refused < 50; refused += 1) {
    watch.dispatchRefused();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(readings() - before, 1);
  assert.equal(epoch(), null);
  await watch.stop();
});

test("dispatches refused after the next regular look cause another one", async ({ mock }) => {
  mock.timers.enable({ apis: ["setInterval"] });
  const { watch, readings } = await startProcess(database(), { everyMs: 2000 });
  watch.dispatchRefused();
  mock.timers.tick(2000);
  await new Promise((resolve) => setImmediate(resolve));
  const before = readings();
  watch.dispatchRefused();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(readings() - before, 1);
  await watch.stop();
});

test("waits for an operator if the process finds its own records lost", async () => {
  const shared = database();
  const { watch, epoch, log } = await startProcess(shared, { lost: 2 });
  shared.now.facts = promoted;
  await lookAndStop(watch);
  assert.equal(epoch(), null);
  assert.ok(log.includes("2 were lost"));
});

test("writes its own records into an older copy once, before it is accepted", async () => {
  const shared = database();
  const { watch, log, epoch } = await startProcess(shared, { lost: 2 });
  const restored = ["sessions replaced", "lost restored", "2 were lost"];
  log.length = 0;
  shared.now.facts = { ...first, flushedBytes: 500 };
  await watch.look();
  await watch.look();
  assert.deepEqual(log.splice(0), restored);
  shared.accept();
  await lookAndStop(watch);
  assert.deepEqual(log, [...restored, "keys reloaded"]);
  assert.equal(epoch(), 2);
});

test("keeps a database that went back closed to servers that start later", async () => {
  const shared = database();
  const { watch, epoch } = await startProcess(shared);
  shared.accept();
  await watch.look();
  assert.equal(epoch(), 2);
  shared.now.row.epoch = 1;
  await lookAndStop(watch);
  assert.equal(epoch(), null);
  const later = await startProcess(shared);
  assert.equal(later.epoch(), null);
  assert.equal(later.watch.state().closed, "went_back");
  await later.watch.stop();
});

test("refuses writes without a standby if one is required", async () => {
  const shared = database({ ...first, isSynchronous: false, standbys: 0 });
  const { watch } = await startProcess(shared, { requiresSync: true });
  assert.match(closedDetail(watch.state()) ?? "", /no synchronous standby/);
  shared.now.facts = first;
  await lookAndStop(watch);
  assert.equal(closedDetail(watch.state()), null);
});
