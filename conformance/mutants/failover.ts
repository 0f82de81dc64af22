/** Faults of what keeps a write from a PostgreSQL that failed over, and of what it acknowledges. */
import { at, type Mutant } from "./mutant.ts";

const fence = "packages/server/src/adapters/store/postgres/fence.ts";
const judge = "packages/server/src/domain/failover/judge.ts";
const open = "packages/server/src/adapters/store/postgres/open.ts";
const steps = "packages/server/src/adapters/store/executions/steps-postgres.ts";
const inHand = "packages/server/src/adapters/store/executions/records-in-hand.ts";
const fenceTests = ["packages/server/test/adapters/store/postgres-fence.test.ts"];
const judgeTests = ["packages/server/test/domain/failover/judge.test.ts"];
const commitTests = ["packages/server/test/adapters/store/postgres-commits.test.ts"];
const inHandTests = ["packages/server/test/adapters/store/postgres-records-in-hand.test.ts"];

/** Failovers. */
export const failover: readonly Mutant[] = [
  {
    name: "dispatch-through-a-closed-fence",
    breaks: "promise 1",
    ...at(fence, "where is_open and epoch", "where epoch"),
    tests: fenceTests,
  },
  {
    name: "dispatch-in-any-epoch",
    breaks: "promise 1",
    ...at(fence, "and epoch = ${slot.epoch}::bigint", "and epoch >= ${slot.epoch}::bigint - 1"),
    tests: fenceTests,
  },
  {
    name: "batch-past-the-fence",
    breaks: "promise 1",
    ...at(steps, " as taken where ${holds(slot)}`", " as taken where ${holds(slot)} or true`"),
    tests: fenceTests,
  },
  {
    name: "asynchronous-failover-taken-for-safe",
    breaks: "promise 1",
    ...at(judge, "(memory?.epoch === row.epoch && memory.wasProtected)", "memory?.epoch === row.epoch"),
    tests: judgeTests,
  },
  {
    name: "older-copy-taken-for-the-same",
    breaks: "promise 1",
    ...at(judge, "facts.flushedBytes < memory.flushedBytes", "facts.flushedBytes < 0"),
    tests: judgeTests,
  },
  {
    name: "cancelled-commit-counts",
    breaks: "promise 1",
    ...at(open, "if (isUnconfirmed) throw", "if (isUnconfirmed && broken) throw"),
    tests: commitTests,
  },
  {
    name: "repeated-commit-not-confirmed",
    breaks: "promise 1",
    ...at(
      "packages/server/src/adapters/store/context.ts",
      "if (repeated) await confirm();",
      "if (!repeated) return result;",
    ),
    tests: commitTests,
  },
  {
    name: "commit-as-the-role-has-it",
    breaks: "promise 1",
    ...at(
      "packages/server/src/adapters/store/postgres/scoped-sender.ts",
      "plain: { text: `${setSetting}${setCommit}`",
      "plain: { text: `${setSetting}${setCommit.slice(0, 0)}`",
    ),
    tests: commitTests,
  },
  {
    name: "lost-outcome-forgotten",
    breaks: "promise 1",
    ...at(
      inHand,
      'if (found.status === "accepted" && end.from === "dispatched")',
      'if (found.status === end.id && end.from === "dispatched")',
    ),
    tests: inHandTests,
  },
  {
    name: "key-of-a-sent-write-stays-free",
    breaks: "promise 1",
    ...at(
      inHand,
      'if (claim === null || end.keyEnd !== "done") return;',
      "if (claim === null || end.keyEnd !== end.id) return;",
    ),
    tests: inHandTests,
  },
];
