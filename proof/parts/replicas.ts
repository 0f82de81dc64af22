/** The part that kills and suspends replicas, hangs up, and makes the provider unreachable. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** The reliability suites, in their long form. */
export const replicas: Part = {
  name: "replicas",
  proves: "a killed or suspended replica, callers that hang up and an unreachable provider lose nothing",
  numbers: {},
  run: (options) =>
    runTestFiles(options, {
      files: [
        "conformance/suites/reliability/replicas.test.ts",
        "conformance/suites/reliability/hang-up.test.ts",
        "conformance/suites/reliability/not-sent.test.ts",
        "conformance/suites/reliability/unknown.test.ts",
        "conformance/suites/reliability/deleted-meanwhile.test.ts",
      ],
      env: { SVC_TEST_DELETION_ROUNDS: "60" },
      testsMin: 9,
    }),
};
