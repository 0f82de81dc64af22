/** Faults in settling by evidence: settling without proof, reading without a grant, or keeping digests too long. */
import { at, type Mutant } from "./mutant.ts";

const judge = "packages/server/src/domain/evidence/judge.ts";
const judgeTests = ["packages/server/test/domain/evidence/judge.test.ts"];
const lookTests = ["packages/server/test/domain/evidence/looks.test.ts"];
const inCallTests = ["packages/server/test/domain/evidence/in-call.test.ts"];
const storeTests = ["packages/server/test/adapters/store/sqlite.test.ts"];

/** Settling by evidence. */
export const evidence: readonly Mutant[] = [
  {
    name: "settle-beyond-the-declared-strength",
    breaks: "promise 4",
    ...at(
      judge,
      "if (!strengths[verdict.basis].includes(context.strength)) {",
      "if (strengths[verdict.basis].length === 0) {",
    ),
    tests: judgeTests,
  },
  {
    name: "quiet-time-by-the-wall-clock",
    breaks: "promise 4",
    ...at(judge, "time.cutoffMs(quietMs) < lastSentMs", "time.nowMs - quietMs < lastSentMs"),
    tests: judgeTests,
  },
  {
    name: "absence-found-once",
    breaks: "promise 4",
    ...at(judge, "return counts && wasAbsentBefore(verdict.basis, context);", "return counts;"),
    tests: judgeTests,
  },
  {
    name: "settle-against-a-late-response",
    breaks: "promise 4",
    ...at(judge, 'if (context.lateResponse === "succeeded")', "if (false)"),
    tests: judgeTests,
  },
  {
    name: "look-without-the-grant",
    breaks: "promise 4",
    ...at("packages/server/src/domain/evidence/needs.ts", "if (missing.length > 0) {", "if (false) {"),
    tests: lookTests,
  },
  {
    name: "proof-within-the-call-past-its-lease",
    breaks: "promise 4",
    ...at(
      "packages/server/src/domain/executions/attempt.ts",
      "const isInTime = deps.lease.holds(row.ownerId) && deps.platform.monotonicMs() < deadlineMs;",
      "const isInTime = true;",
    ),
    tests: inCallTests,
  },
  {
    name: "digest-kept-after-the-settlement",
    breaks: "promise 5",
    ...at(
      "packages/server/src/adapters/store/executions/lists.ts",
      "digests = case when :status = 'outcome_unknown' then digests end",
      "digests = digests",
    ),
    tests: storeTests,
    pattern: "drops the digests",
  },
];
