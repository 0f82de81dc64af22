/** The part in which replicas refresh one OAuth token at the same moment, round after round. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** Refreshes at expiry in several processes. */
export const oauth: Part = {
  name: "oauth",
  proves: "concurrent executions in several processes refresh an expired token once and lose no grant",
  numbers: { "refresh-rounds": 20 },
  run: (options) =>
    runTestFiles(options, {
      files: ["conformance/suites/oauth/replicas.test.ts"],
      env: { SVC_REFRESH_ROUNDS: String(options.number("refresh-rounds")) },
      testsMin: 1,
    }),
};
