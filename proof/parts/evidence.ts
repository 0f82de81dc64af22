/** The part that loses answers by the thousand, and compares what svc settles with what the provider did. */
import { runTestFiles } from "../test-files.ts";
import type { Part } from "../part.ts";

const hourMs = 3_600_000;

/** Lost answers on a clock that the runs turn. */
export const evidence: Part = {
  name: "evidence",
  proves: "of thousands of lost answers, whatever others write and however reads lag, none is settled wrongly",
  numbers: { runs: 10_000 },
  async run(options) {
    const runs = options.number("runs");
    return await runTestFiles(options, {
      files: ["packages/server/test/evidence-runs/runs.test.ts"],
      env: { SVC_TEST_EVIDENCE_RUNS: String(runs) },
      testsMin: 1,
      testTimeoutMs: 2 * hourMs,
      countsMin: { "runs without a wrong settlement": runs, "settlements by evidence": Math.floor(runs / 10) },
    });
  },
};
