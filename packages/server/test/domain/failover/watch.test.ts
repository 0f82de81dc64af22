/** What a process does about a database that failed over, against a fence in memory that several processes share. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent } from "../../../src/domain/audit/port.ts";
import { closedDetail } from "../../../src/domain/failover/describe.ts";
import type { FenceState } from "../../../src/domain/failover/judge.ts";
import type { DatabaseFacts, FenceRow, FenceStore } from "../../../src/domain/failover/port.ts";
import { watchFence, type FenceWatch } from "../../../src/domain/failover/watch.ts";

const first: DatabaseFacts = {
  systemIdentifier: "7300",
  timeline: "00000001",
  flushedBytes: 1000,
  isSynchronous: true,
  standbys: 1,
};
const promoted = { ...first, timeline: "00000002", flushedBytes: 900 };

/** A database with its fence, as every process sees it. */
function database(facts: DatabaseFacts = first) {
  const row: FenceRow = {
    epoch: 1,
    systemIdentifier: facts.systemIdentifier,
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
  /** How many of its own records it finds lost at each meeting. */
  lost?: number;
  requiresSync?: boolean;
  /** Whether a standby confirms a commit; true unless given. */
  confirms?: () => Promise<boolean>;
  everyMs?: number;
};

/** A process that watches it. */
async function processOf(given: ReturnType<typeof database>, options: ProcessOptions = {}) {
  const done: string[] = [];
  let looks = 0;
  const states: FenceState[] = [];
  let held: number | null = null;
  const store: FenceStore = {
    look() {
      looks += 1;
      return Promise.resolve(structuredClone(given.now));
    },
    hold: (epoch) => void (held = epoch),
    renewSessions: () => void done.push("sessions renewed"),
    confirm: options.confirms ?? (() => Promise.resolve(true)),
    close(epoch, reason) {
      if (given.now.row.epoch === epoch) Object.assign(given.now.row, { isOpen: false, reason });
      return Promise.resolve();
    },
    noteStandbys: () => Promise.resolve(void (given.now.row.sawStandbys = true)),
    advance(look) {
      if (given.now.row.epoch !== look.row.epoch) return Promise.resolve(false);
      given.accept();
      done.push("advanced");
      return Promise.resolve(true);
    },
    accept: () => Promise.reject(new Error("Only an operator accepts.")),
  };
  const watch = await watchFence({
    store,
    reloadKeyExpiry: () => Promise.resolve(void done.push("keys reloaded")),
    restoreLost() {
      done.push("lost restored");
      return Promise.resolve(options.lost ?? 0);
    },
    advancedEvent: () => ({}) as AuditEvent,
    requiresSync: options.requiresSync ?? false,
    everyMs: options.everyMs ?? 3_600_000,
    onChange: (state) => void states.push(state),
    onRestored: (count) => void done.push(`${count} were lost`),
    onFailure: (error) => void done.push(String(error)),
  });
  return { watch, done, states, held: () => held, looks: () => looks };
}

async function lookAndStop(watch: FenceWatch): Promise<void> {
  await watch.look();
  await watch.stop();
}

test("a synchronous failover goes on by itself: sessions, own records, keys, and only then the next epoch", async () => {
  const shared = database();
  const { watch, done, held, states } = await processOf(shared);
  assert.equal(held(), 1);
  done.length = 0;
  shared.now.facts = promoted;
  await lookAndStop(watch);
  assert.deepEqual(done, ["sessions renewed", "lost restored", "advanced", "keys reloaded"]);
  assert.equal(held(), 2);
  assert.deepEqual(
    states.map(({ closed, mode }) => [closed, mode]),
    [[null, "synchronous"]],
  );
});

test("an asynchronous failover stops every process until an operator accepts", async () => {
  const shared = database({ ...first, isSynchronous: false });
  const before = await processOf(shared);
  shared.now.facts = { ...promoted, isSynchronous: false };
  await before.watch.look();
  const after = await processOf(shared);
  for (const { held, watch } of [before, after]) {
    assert.equal(held(), null);
    assert.match(closedDetail(watch.state()) ?? "", /may have lost acknowledged writes/);
  }
  shared.accept();
  for (const { held, watch } of [before, after]) {
    await lookAndStop(watch);
    assert.equal(held(), 2);
    assert.equal(closedDetail(watch.state()), null);
  }
});

const unprotected = { ...first, isSynchronous: false };

/** What a process that looks at these, one after the other, does at a promotion. @returns the epoch in which it goes on. */
async function promotedAfter(looks: readonly DatabaseFacts[], confirms?: () => Promise<boolean>) {
  const shared = database();
  const { watch, held } = await processOf(shared, confirms === undefined ? {} : { confirms });
  for (const facts of looks) {
    shared.now.facts = facts;
    await watch.look();
  }
  shared.now.facts = promoted;
  await lookAndStop(watch);
  return held();
}

test("a look without a synchronous standby casts doubt on a failover until a standby has confirmed a commit", async () => {
  assert.equal(await promotedAfter([]), 2);
  assert.equal(await promotedAfter([first, unprotected]), null);
  assert.equal(await promotedAfter([first, unprotected, first]), null, "commits may not go by the setting yet");
  assert.equal(await promotedAfter([first, unprotected, first, first]), 2);
});

test("a process vouches for nothing while no standby has confirmed a commit", async () => {
  assert.equal(await promotedAfter([first], () => Promise.resolve(false)), null);
  assert.equal(await promotedAfter([first], () => Promise.reject(new Error("cancelled"))), null);
});

test("a commit that a standby confirms late does not vouch for what came since", async () => {
  const late = Promise.withResolvers<boolean>();
  const shared = database();
  const { watch, held } = await processOf(shared, { confirms: () => late.promise });
  shared.now.facts = unprotected;
  await watch.look();
  late.resolve(true);
  shared.now.facts = promoted;
  await lookAndStop(watch);
  assert.equal(held(), null);
});

test("a commit waits for a standby only while one is connected", async () => {
  let commits = 0;
  const confirms = (): Promise<boolean> => Promise.resolve((commits += 1) > 0);
  const shared = database({ ...first, standbys: 0 });
  const { watch } = await processOf(shared, { confirms });
  await watch.look();
  assert.equal(commits, 0);
  shared.now.facts = first;
  for (let looks = 0; looks < 3; looks += 1) await watch.look();
  assert.equal(commits, 1);
  await watch.stop();
});

test("after a synchronous failover that went on by itself the next one does as well", async () => {
  const shared = database();
  const { watch, held } = await processOf(shared);
  for (const timeline of ["00000002", "00000003"]) {
    shared.now.facts = { ...promoted, timeline };
    await watch.look();
  }
  assert.equal(held(), 3);
  await watch.stop();
});

test("refused dispatches make it look at once, and many of them once", async () => {
  const shared = database();
  const { watch, held, looks } = await processOf(shared);
  const before = looks();
  shared.now.row.isOpen = false;
  for (let refused = 0; refused < 50; refused += 1) {
    watch.dispatchRefused();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(looks() - before, 1);
  assert.equal(held(), null);
  await watch.stop();
});

test("dispatches that are refused after the next regular look make it look again", async ({ mock }) => {
  mock.timers.enable({ apis: ["setInterval"] });
  const { watch, looks } = await processOf(database(), { everyMs: 2000 });
  watch.dispatchRefused();
  mock.timers.tick(2000);
  await new Promise((resolve) => setImmediate(resolve));
  const before = looks();
  watch.dispatchRefused();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(looks() - before, 1);
  await watch.stop();
});

test("what a process finds lost of its own says that the failover lost something", async () => {
  const shared = database();
  const { watch, held, done } = await processOf(shared, { lost: 2 });
  shared.now.facts = promoted;
  await lookAndStop(watch);
  assert.equal(held(), null);
  assert.ok(done.includes("2 were lost"));
});

test("own records are written again into an older copy, once, and before what was accepted is gone by", async () => {
  const shared = database();
  const { watch, done, held } = await processOf(shared, { lost: 2 });
  const restored = ["sessions renewed", "lost restored", "2 were lost"];
  done.length = 0;
  shared.now.facts = { ...first, flushedBytes: 500 };
  await watch.look();
  await watch.look();
  assert.deepEqual(done.splice(0), restored);
  shared.accept();
  await lookAndStop(watch);
  assert.deepEqual(done, [...restored, "keys reloaded"]);
  assert.equal(held(), 2);
});

test("a database that went back is closed for servers that know nothing of it", async () => {
  const shared = database();
  const { watch, held } = await processOf(shared);
  shared.accept();
  await watch.look();
  assert.equal(held(), 2);
  shared.now.row.epoch = 1;
  await lookAndStop(watch);
  assert.equal(held(), null);
  const later = await processOf(shared);
  assert.equal(later.held(), null);
  assert.equal(later.watch.state().closed, "went_back");
  await later.watch.stop();
});

test("where a standby is required its absence is a reason to refuse writes", async () => {
  const shared = database({ ...first, isSynchronous: false, standbys: 0 });
  const { watch } = await processOf(shared, { requiresSync: true });
  assert.match(closedDetail(watch.state()) ?? "", /no synchronous standby/);
  shared.now.facts = first;
  await lookAndStop(watch);
  assert.equal(closedDetail(watch.state()), null);
});
