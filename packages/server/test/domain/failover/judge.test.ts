/** What a look at the fence means, case by case. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  judgeFence,
  replicationMode,
  type FenceMemory,
  type FenceVerdict,
} from "../../../src/domain/failover/judge.ts";
import type { DatabaseFacts, FenceRow } from "../../../src/domain/failover/port.ts";

const facts: DatabaseFacts = {
  systemIdentifier: "7300",
  timeline: "00000002",
  flushedBytes: 5000,
  isSynchronous: true,
  standbys: 1,
};
const row: FenceRow = {
  epoch: 3,
  systemIdentifier: "7300",
  timeline: "00000002",
  isOpen: true,
  reason: null,
  sawStandbys: true,
};
const memory: FenceMemory = {
  epoch: 3,
  systemIdentifier: "7300",
  timeline: "00000002",
  flushedBytes: 4000,
  commitsWaited: true,
  wasProtected: true,
};
const promoted = { timeline: "00000003", flushedBytes: 4500 };

type Case = {
  expects: string;
  memory?: Partial<FenceMemory> | null;
  facts?: Partial<DatabaseFacts>;
  row?: Partial<FenceRow>;
  requiresSync?: boolean;
  verdict: FenceVerdict;
};

const closed = (reason: "failed_over" | "went_back" | "another_database", tell: boolean): FenceVerdict => {
  return { kind: "closed", reason, tell };
};

const cases: readonly Case[] = [
  { expects: "the same database goes on", verdict: { kind: "same" } },
  { expects: "a process that begins adopts what is open", memory: null, verdict: { kind: "adopt" } },
  { expects: "another server's acceptance is adopted", row: { epoch: 4 }, verdict: { kind: "adopt" } },
  { expects: "a failover with synchronous commits goes on by itself", facts: promoted, verdict: { kind: "advance" } },
  {
    expects: "a failover with asynchronous commits waits for an operator",
    memory: { wasProtected: false },
    facts: promoted,
    verdict: closed("failed_over", false),
  },
  {
    expects: "a process that begins after a failover knows nothing of it",
    memory: null,
    facts: promoted,
    verdict: closed("failed_over", false),
  },
  {
    expects: "where nothing is dispatched without a standby nothing is lost",
    memory: null,
    facts: promoted,
    requiresSync: true,
    verdict: { kind: "advance" },
  },
  {
    expects: "a process that lacks an acceptance does not vouch for the time since",
    memory: { epoch: 2 },
    facts: promoted,
    verdict: closed("failed_over", false),
  },
  {
    expects: "a restored copy in another cluster is another database",
    facts: { systemIdentifier: "8800" },
    verdict: closed("another_database", true),
  },
  {
    expects: "another database is closed for a process that begins as well",
    memory: null,
    facts: { systemIdentifier: "8800" },
    requiresSync: true,
    verdict: closed("another_database", true),
  },
  {
    expects: "an epoch below the one known is an older copy, or another primary",
    row: { epoch: 2 },
    verdict: closed("went_back", true),
  },
  {
    expects: "also if that copy is on the timeline that its row names",
    row: { epoch: 2, timeline: "00000001" },
    facts: { timeline: "00000001" },
    verdict: closed("went_back", true),
  },
  {
    expects: "a log that is shorter than it was is an older copy",
    facts: { flushedBytes: 3999 },
    verdict: closed("went_back", true),
  },
  {
    expects: "what another server closed stays closed, and is not written again",
    row: { isOpen: false, reason: "went_back" },
    verdict: closed("went_back", false),
  },
  {
    expects: "a server that may not see timelines goes on by the rest",
    facts: { timeline: "", systemIdentifier: "", flushedBytes: 0 },
    row: { timeline: "", systemIdentifier: "" },
    memory: { timeline: "", systemIdentifier: "", flushedBytes: 0 },
    verdict: { kind: "same" },
  },
];

for (const one of cases) {
  test(one.expects, () => {
    const known = one.memory === null ? null : { ...memory, ...one.memory };
    const look = { facts: { ...facts, ...one.facts }, row: { ...row, ...one.row } };
    assert.deepEqual(judgeFence(known, look, one.requiresSync ?? false), one.verdict);
  });
}

test("a database's mode says what a failover can lose", () => {
  const modes = [
    [{ isSynchronous: false, standbys: 0 }, false, "none"],
    [{ isSynchronous: false, standbys: 0 }, true, "asynchronous"],
    [{ isSynchronous: false, standbys: 1 }, false, "asynchronous"],
    [{ isSynchronous: true, standbys: 1 }, true, "synchronous"],
    [{ isSynchronous: true, standbys: 0 }, true, "degraded"],
  ] as const;
  for (const [given, sawStandbys, mode] of modes) assert.equal(replicationMode(given, sawStandbys), mode);
});
