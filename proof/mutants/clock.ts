/** Faults in the service clock, in retention that depends on it, and in deciding which owners are dead. */
import { at, type Mutant } from "./mutant.ts";

const judge = "packages/server/src/domain/clock/judge.ts";
const running = "packages/server/src/domain/clock/service-clock.ts";
const sweeper = "packages/server/src/domain/executions/sweeper.ts";
const clockTests = ["packages/server/test/domain/clock/service-clock.test.ts"];
const ownTests = ["packages/server/test/domain/executions/own-records.test.ts"];
const watchTests = ["packages/server/test/domain/executions/owner-watch.test.ts"];

/** Time. */
export const clock: readonly Mutant[] = [
  {
    name: "time-follows-a-jump",
    breaks: "promise 1",
    ...at(
      judge,
      'return jumped({ rawMs, row }, expected.serviceMs, "ran");',
      'return { finding: "ok", serviceMs, row };',
    ),
    tests: clockTests,
  },
  {
    name: "retention-goes-on-after-a-jump",
    breaks: "promise 1",
    ...at(
      running,
      "if (sampled === null || sampled.row.jump !== null) return null;",
      "if (sampled === null) return null;",
    ),
    tests: clockTests,
  },
  {
    name: "start-long-after-the-mark-is-believed",
    breaks: "promise 1",
    ...at(judge, "export const offMaxMs = 7 * dayMs;", "export const offMaxMs = 7000 * dayMs;"),
    tests: ["packages/server/test/domain/clock/judge.test.ts"],
  },
  {
    name: "jumps-add-up-unnoticed",
    breaks: "promise 1",
    ...at(
      running,
      "if (!isExpected || isOld) this.#baseline = anchor;",
      "if (!isExpected || isOld || true) this.#baseline = anchor;",
    ),
    tests: clockTests,
    pattern: "many small jumps",
  },
  {
    name: "accepted-jump-counts-as-time",
    breaks: "promise 1",
    ...at(judge, "atMs = Math.min(atMs, fromMs);", "atMs = Math.min(atMs, toMs);"),
    tests: ["packages/server/test/domain/clock/cutoff.test.ts"],
  },
  {
    name: "prune-by-an-unconfirmed-time",
    breaks: "promise 1",
    ...at(
      "packages/server/src/app/retention.ts",
      "const time: ConfirmedTime | null = await clock.confirmed();\n  if (time === null) return;",
      "const time: ConfirmedTime = (await clock.confirmed()) ?? { nowMs: 1, cutoffMs: () => 1 };",
    ),
    tests: ["packages/server/test/app/retention.test.ts"],
    pattern: "while the clock has jumped",
  },
  {
    name: "own-record-in-hand-is-swept",
    breaks: "promise 4",
    ...at(sweeper, ".filter((id) => !inHand.has(id))", '.filter((id) => id !== "")'),
    tests: ownTests,
  },
  {
    name: "unwritten-settlement-is-thrown-away",
    breaks: "promise 4",
    ...at(
      "packages/server/src/domain/executions/settle.ts",
      "deps.inHand.keepUnwritten(row.id, write);",
      "deps.inHand.keepUnwritten(row.id, () => Promise.resolve());",
    ),
    tests: ownTests,
  },
  {
    name: "owner-condemned-for-the-watchers-own-sleep",
    breaks: "promise 4",
    ...at(
      "packages/server/src/domain/executions/sweeper.ts",
      "Math.min(nowMs - lookedAtMs, pauseMaxMs)",
      "Math.max(nowMs - lookedAtMs, pauseMaxMs)",
    ),
    tests: watchTests,
  },
];
