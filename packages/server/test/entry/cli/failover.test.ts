/** What `svc-server failover` shows and accepts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Acceptance, FenceReading, FenceStore } from "../../../src/domain/failover/port.ts";
import type { OperatorDeployment } from "../../../src/entry/cli/environment.ts";
import { failoverStatus } from "../../../src/domain/failover/status.ts";
import { acceptFailover, checkNext } from "../../../src/entry/cli/failover.ts";
import { OperatorFailure, UsageFailure } from "../../../src/entry/cli/io.ts";
import { expireKeys } from "../../../src/entry/cli/restore.ts";
import { dayMs } from "../../../src/domain/clock/units.ts";
import { systemPlatform } from "../../../src/platform.ts";

const ended = { reopened: 3, revokedTokens: 2, endedSignIns: 1, endedConsoleSessions: 1 };

const nowMs = Date.parse("2027-01-31T12:00:00Z");

/** A deployment whose database was or wasn't promoted. */
function deployment({ isPromoted }: { isPromoted: boolean }) {
  const accepted: Acceptance[] = [];
  const reading: FenceReading = {
    facts: {
      systemIdentifier: "7300",
      databaseOid: "16384",
      timeline: isPromoted ? "00000002" : "00000001",
      flushedBytes: 1,
      isSynchronous: false,
      standbys: 0,
    },
    row: {
      epoch: 4,
      systemIdentifier: "7300",
      databaseOid: "16384",
      timeline: "00000001",
      isOpen: true,
      reason: null,
      sawStandbys: true,
    },
  };
  const fence: Partial<FenceStore> = {
    read: () => Promise.resolve(reading),
    accept(_reading, acceptance) {
      accepted.push(acceptance);
      return Promise.resolve(ended);
    },
  };
  const given = {
    fence,
    restores: { keyExpiry: () => Promise.resolve(null), expireKeys: () => Promise.resolve({ reopened: 7 }) },
    platform: { ...systemPlatform, nowMs: () => nowMs },
    newId: () => "evt_one",
  } as unknown as OperatorDeployment;
  return { given, accepted };
}

const times = { since: "2027-01-31T11:00:00Z", undatedUntil: "2027-02-01T12:00:00Z" };

test("shows why writes are stopped", async () => {
  const shown = await failoverStatus(deployment({ isPromoted: true }).given);
  assert.deepEqual(Object.entries(shown).slice(0, 4), [
    ["writes", "stopped"],
    ["reason", "failed_over"],
    ["epoch", 4],
    ["replication", "asynchronous"],
  ]);
  const quiet = await failoverStatus(deployment({ isPromoted: false }).given);
  assert.deepEqual(Object.entries(quiet).slice(0, 2), [
    ["writes", "open"],
    ["reason", null],
  ]);
});

test("accepting refuses every key from before now, and records since when writes may be lost", async () => {
  const { given, accepted } = deployment({ isPromoted: true });
  const response = await acceptFailover(given, times);
  const [acceptance] = accepted;
  assert.deepEqual(acceptance?.keys, { before: nowMs, undatedUntil: Date.parse(times.undatedUntil) });
  assert.deepEqual(acceptance?.recorded.data, {
    since: "2027-01-31T11:00:00.000Z",
    undatedUntil: "2027-02-01T12:00:00.000Z",
    from: "00000001",
    to: "00000002",
    epoch: 5,
  });
  assert.ok("reopened" in response && response.reopened === 3);
});

test("refuses no key if the operator says that nothing was lost", async () => {
  const { given, accepted } = deployment({ isPromoted: true });
  await acceptFailover(given, { nothingLost: true });
  assert.equal(accepted[0]?.keys, null);
});

test("suggests a command if options are missing or conflict", async () => {
  const { given, accepted } = deployment({ isPromoted: true });
  const suggestion = /failover accept --since 2027-01-31T11:00:00\.000Z --undated-until 2027-02-01T12:00:00\.000Z$/;
  await assert.rejects(
    acceptFailover(given, {}),
    (error) => error instanceof UsageFailure && suggestion.test(error.message),
  );
  await assert.rejects(acceptFailover(given, { since: times.since }), UsageFailure);
  await assert.rejects(acceptFailover(given, { ...times, nothingLost: true }), UsageFailure);
  await assert.rejects(acceptFailover(given, { ...times, since: "2027-02-02T00:00:00Z" }), UsageFailure);
  assert.equal(accepted.length, 0);
});

test("accepts nothing if the database is already accepted, or on SQLite", async () => {
  await assert.rejects(acceptFailover(deployment({ isPromoted: false }).given, times), /nothing to accept/);
  const sqlite = { ...deployment({ isPromoted: true }).given, fence: null };
  await assert.rejects(acceptFailover(sqlite, times), OperatorFailure);
});

test("setting a cutoff after a restore also accepts the database if writes are stopped", async () => {
  const { given, accepted } = deployment({ isPromoted: true });
  const response = await expireKeys(given, { before: "now" });
  assert.deepEqual(accepted[0]?.keys, { before: nowMs, undatedUntil: nowMs + dayMs });
  const { recorded } = accepted[0];
  assert.deepEqual([recorded.type, recorded.data["epoch"]], ["idempotency_keys.expired", 5]);
  assert.deepEqual(Object.entries(response).slice(2), Object.entries({ accepted: true, ...ended, checkNext }));
  const open = deployment({ isPromoted: false });
  assert.deepEqual(Object.entries(await expireKeys(open.given, { before: "now" })).slice(2), [
    ["accepted", false],
    ["reopened", 7],
    ["checkNext", checkNext],
  ]);
  assert.deepEqual(open.accepted, []);
});
