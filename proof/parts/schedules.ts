/** The part in which the code's own awaits are put in thousands of orders, in one process. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

const folder = "packages/server/test/schedules";

/** Schedules of executions and of Connect sessions, drawn by fast-check. */
export const schedules: Part = {
  name: "schedules",
  proves:
    "in whatever order calls, sweeps, settlements, renewals and ends meet at the ports: one send a key, no way back, one connection a session",
  numbers: { schedules: 2000 },
  run: (options) =>
    runTestFiles(options, {
      files: [`${folder}/executions.test.ts`, `${folder}/connect.test.ts`],
      env: { SVC_TEST_SCHEDULES: String(options.number("schedules")) },
      testsMin: 2,
      testTimeoutMs: 1_200_000,
    }),
};
