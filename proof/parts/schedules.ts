/** The part that runs the code's awaits in thousands of orders, in one process. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

const folder = "packages/server/test/schedules";

/** Schedules of executions and of Connect sessions, drawn by fast-check. */
export const schedules: Part = {
  name: "schedules",
  proves:
    "in any order of calls, sweeps, settlements, refreshes and ends at the ports: one send per key, no status goes back, one connection per session",
  numbers: { schedules: 2000 },
  run: (options) =>
    runTestFiles(options, {
      files: [`${folder}/executions.test.ts`, `${folder}/connect.test.ts`],
      env: { SVC_TEST_SCHEDULES: String(options.number("schedules")) },
      testsMin: 2,
      testTimeoutMs: 1_200_000,
    }),
};
