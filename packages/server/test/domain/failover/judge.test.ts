/** Verdicts on readings of the fence, case by case. */
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
  databaseOid: "16384",
  timeline: "00000002",
  flushedBytes: 5000,
  isSynchronous: true,
  standbys: 1,
};
const row: FenceRow = {
  epoch: 3,
  systemIdentifier: "7300",
  databaseOid: "16384",
  timeline: "00000002",
  isOpen: true,
  reason: null,
  sawStandbys: true,
};
const memory: FenceMemory = {
  epoch: 3,
  systemIdentifier: "7300",
  databaseOid: "16384",
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

const closed = (reason: "failed_over" | "went_back" | "another_database", mustClose: boolean): FenceVerdict => {
  return { kind: "closed", reason, mustClose };
};

const cases: readonly Case[] = [
  { expects: "keeps accepting writes on the same database", verdict: { kind: "same" } },
  { expects: "adopts an open fence in a new process", memory: null, verdict: { kind: "adopt" } },
  { expects: "adopts another server's acceptance", row: { epoch: 4 }, verdict: { kind: "adopt" } },
  {
    expects: "advances automatically after a failover with synchronous commits",
    facts: promoted,
    verdict: { kind: "advance" },
  },
  {
    expects: "waits for an operator after a failover with asynchronous commits",
    memory: { wasProtected: false },
    facts: promoted,
    verdict: closed("failed_over", false),
  },
  {
    expects: "waits for an operator if the process started after the failover",
    memory: null,
    facts: promoted,
    verdict: closed("failed_over", false),
  },
  {
    expects: "advances if a synchronous standby is required, because then nothing is lost",
    memory: null,
    facts: promoted,
    requiresSync: true,
    verdict: { kind: "advance" },
  },
  {
    expects: "waits for an operator if the process missed an earlier acceptance",
    memory: { epoch: 2 },
    facts: promoted,
    verdict: closed("failed_over", false),
  },
  {
    expects: "treats a copy restored into another cluster as another database",
    facts: { systemIdentifier: "8800" },
    verdict: closed("another_database", true),
  },
  {
    expects: "treats a dump restored into another database of the cluster as another database",
    facts: { databaseOid: "16999" },
    verdict: closed("another_database", true),
  },
  {
    expects: "treats a dump as another database for a new process too",
    memory: null,
    facts: { databaseOid: "16999" },
    requiresSync: true,
    verdict: closed("another_database", true),
  },
  {
    expects: "leaves a database alone that others have accepted and this process hasn't seen",
    facts: { databaseOid: "16999" },
    row: { databaseOid: "16999" },
    verdict: closed("another_database", false),
  },
  {
    expects: "adopts another database once an operator has accepted it",
    facts: { databaseOid: "16999" },
    row: { databaseOid: "16999", epoch: 4 },
    verdict: { kind: "adopt" },
  },
  {
    expects: "closes another database for a new process too",
    memory: null,
    facts: { systemIdentifier: "8800" },
    requiresSync: true,
    verdict: closed("another_database", true),
  },
  {
    expects: "treats a lower epoch as an older copy, or another primary",
    row: { epoch: 2 },
    verdict: closed("went_back", true),
  },
  {
    expects: "treats a lower epoch the same if the timeline matches its row",
    row: { epoch: 2, timeline: "00000001" },
    facts: { timeline: "00000001" },
    verdict: closed("went_back", true),
  },
  {
    expects: "treats a shorter log as an older copy",
    facts: { flushedBytes: 3999 },
    verdict: closed("went_back", true),
  },
  {
    expects: "keeps a fence closed that another server closed, without writing it again",
    row: { isOpen: false, reason: "went_back" },
    verdict: closed("went_back", false),
  },
  {
    expects: "uses the other facts if the role may not read timelines",
    facts: { timeline: "", systemIdentifier: "", databaseOid: "", flushedBytes: 0 },
    row: { timeline: "", systemIdentifier: "", databaseOid: "" },
    memory: { timeline: "", systemIdentifier: "", databaseOid: "", flushedBytes: 0 },
    verdict: { kind: "same" },
  },
];

for (const one of cases) {
  test(one.expects, () => {
    const known = one.memory === null ? null : { ...memory, ...one.memory };
    const reading = { facts: { ...facts, ...one.facts }, row: { ...row, ...one.row } };
    assert.deepEqual(judgeFence(known, reading, one.requiresSync ?? false), one.verdict);
  });
}

test("derives the replication mode from standbys and settings", () => {
  const modes = [
    [{ isSynchronous: false, standbys: 0 }, false, "none"],
    [{ isSynchronous: false, standbys: 0 }, true, "asynchronous"],
    [{ isSynchronous: false, standbys: 1 }, false, "asynchronous"],
    [{ isSynchronous: true, standbys: 1 }, true, "synchronous"],
    [{ isSynchronous: true, standbys: 0 }, true, "degraded"],
  ] as const;
  for (const [given, sawStandbys, mode] of modes) assert.equal(replicationMode(given, sawStandbys), mode);
});
