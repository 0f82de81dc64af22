/** The part that kills one of two replicas, lets one sleep and hangs up on callers. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** What the reliability suites show beyond the programmes of this folder. */
export const replicas: Part = {
  name: "replicas",
  proves: "a killed or sleeping replica, callers that hang up and a provider that is away lose nothing",
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
