/** Faults in stopping writes after a PostgreSQL failover, and in what counts as acknowledged. */
import { at, type Mutant } from "./mutant.ts";

const fence = "packages/server/src/adapters/store/postgres/fence.ts";
const judge = "packages/server/src/domain/failover/judge.ts";
const dialect = "packages/server/src/adapters/store/postgres/dialect.ts";
const dispatch = "packages/server/src/adapters/store/executions/dispatch.ts";
const inHand = "packages/server/src/adapters/store/executions/records-in-hand.ts";
const fenceTests = ["packages/server/test/adapters/store/postgres-fence.test.ts"];
const judgeTests = ["packages/server/test/domain/failover/judge.test.ts"];
const commitTests = ["packages/server/test/adapters/store/postgres-commits.test.ts"];
const inHandTests = ["packages/server/test/adapters/store/postgres-records-in-hand.test.ts"];

const claim = "packages/server/src/adapters/store/executions/claim.ts";
const sweep = "packages/server/src/adapters/store/executions/sweep.ts";
const ends = "packages/server/src/adapters/store/proposals/ends.ts";
const restores = "packages/server/src/adapters/store/restores.ts";
const observe = "packages/server/src/domain/evidence/observe.ts";

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
    ...at(fence, "and epoch = :epoch::bigint", "and epoch >= :epoch::bigint - 1"),
    tests: fenceTests,
  },
  {
    name: "dispatch-past-the-fence",
    breaks: "promise 1",
    ...at(dispatch, " and ${fenceHolds(readsTimeline)}", ""),
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
    ...at(dialect, "if (this.#isUnconfirmed) throw", "if (this.#isUnconfirmed && answers.length === 0) throw"),
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
      dialect,
      "when 'remote_apply' then 'remote_apply' else 'on' end, true)",
      "when 'remote_apply' then 'remote_apply' else current_setting('synchronous_commit') end, true)",
    ),
    tests: commitTests,
  },
  {
    name: "lost-outcome-forgotten",
    breaks: "promise 1",
    ...at(inHand, 'if (from === "dispatched" && isUnsent) {', "if (from === id && isUnsent) {"),
    tests: inHandTests,
  },
  {
    name: "key-of-a-sent-write-stays-free",
    breaks: "promise 1",
    ...at(inHand, 'if (keyState !== "done") return;', "if (keyState !== id) return;"),
    tests: inHandTests,
  },
  {
    name: "sweep-fails-writes-of-a-database-that-lost-their-dispatch",
    breaks: "promise 4",
    ...at(sweep, "or effect = 'read' or ${missesNothing(fence)})", "or effect = 'read' or true)"),
    tests: fenceTests,
    pattern: "settles no accepted write|gives up no accepted write",
  },
  {
    name: "claim-on-a-database-that-lost-the-key",
    breaks: "promise 4",
    ...at(
      claim,
      "where :asksFence::bigint = 0 or ${fenceHolds(readsTimeline)}",
      "where ${fenceHolds(readsTimeline)} or true",
    ),
    tests: fenceTests,
    pattern: "claims no write",
  },
  {
    name: "sweep-asks-for-a-standby",
    breaks: "promise 4",
    ...at(fence, "{ ...held, needsSync: false }", "held"),
    tests: fenceTests,
    pattern: "a sweep settles as usual without the standby",
  },
  {
    name: "acceptance-leaves-accepted-writes",
    breaks: "promise 4",
    ...at(restores, '.where("effect", "<>", "read")', '.where("effect", "=", "read")'),
    tests: fenceTests,
    pattern: "accepting opens the fence",
  },
  {
    name: "proposal-expires-although-its-approval-may-be-used",
    breaks: "promise 4",
    ...at(ends, "    .where(condition)\n", ""),
    tests: fenceTests,
    pattern: "no proposal is executed, expires",
  },
  {
    name: "dump-taken-for-the-database",
    breaks: "promise 1",
    ...at(judge, " || row.databaseOid !== facts.databaseOid", ""),
    tests: judgeTests,
  },
  {
    name: "absence-proved-without-the-facts",
    breaks: "promise 4",
    ...at(observe, 'if (verdict.verdict === "not_applied") return undetermined(factsLost);\n', ""),
    tests: ["packages/server/test/domain/evidence/look-faults.test.ts"],
    pattern: "without the facts",
  },
];
