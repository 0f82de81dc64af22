/** What a process does about a database that failed over, against a fence in memory that several processes share. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEvent } from "../../src/audit/port.ts";
import type { DatabaseFacts, FenceRow, FenceStore } from "../../src/failover/port.ts";
import { closedDetail, watchFence, type FenceState, type FenceWatch } from "../../src/failover/watch.ts";

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

/** A process that watches it. @param lost how many of its own records it finds lost at each meeting. */
async function processOf(given: ReturnType<typeof database>, options: { lost?: number; requiresSync?: boolean } = {}) {
  const done: string[] = [];
  const states: FenceState[] = [];
  let held: number | null = null;
  const store: FenceStore = {
    look: () => Promise.resolve(structuredClone(given.now)),
    hold: (epoch) => void (held = epoch),
    renewSessions: () => void done.push("sessions renewed"),
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
    everyMs: 3_600_000,
    onChange: (state) => void states.push(state),
    onRestored: (count) => void done.push(`${count} were lost`),
    onFailure: (error) => assert.fail(String(error)),
  });
  return { watch, done, states, held: () => held };
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

test("one look without a standby is enough to not vouch for a failover", async () => {
  const shared = database();
  const { watch, held } = await processOf(shared);
  shared.now.facts = { ...first, isSynchronous: false };
  await watch.look();
  shared.now.facts = first;
  await watch.look();
  shared.now.facts = promoted;
  await lookAndStop(watch);
  assert.equal(held(), null);
});

test("what a process finds lost of its own says that the failover lost something", async () => {
  const shared = database();
  const { watch, held, done } = await processOf(shared, { lost: 2 });
  shared.now.facts = promoted;
  await lookAndStop(watch);
  assert.equal(held(), null);
  assert.ok(done.includes("2 were lost"));
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
