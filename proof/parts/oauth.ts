/** The part in which replicas renew one OAuth credential at the same moment, round after round. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** Renewals at expiry over several processes. */
export const oauth: Part = {
  name: "oauth",
  proves: "executions that meet an expired token at once, over several processes, renew it once and lose no grant",
  numbers: { "refresh-rounds": 20 },
  run: (options) =>
    runTestFiles(options, {
      files: ["conformance/suites/oauth/replicas.test.ts"],
      env: { SVC_REFRESH_ROUNDS: String(options.number("refresh-rounds")) },
      testsMin: 1,
    }),
};
