/** The part that kills one of two replicas, lets one sleep, hangs up on callers and drains under load. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** What the reliability suites show beyond the programmes of this folder. */
export const replicas: Part = {
  name: "replicas",
  proves:
    "a killed or sleeping replica, callers that hang up, a provider that is away and SIGTERM under load lose nothing",
  numbers: {},
  run: (options) =>
    runTestFiles(options, {
      files: [
        "reliability/replicas.test.ts",
        "reliability/hang-up.test.ts",
        "reliability/not-sent.test.ts",
        "reliability/unknown.test.ts",
        "reliability/drain.test.ts",
        "reliability/change-faults.test.ts",
        "reliability/read-faults.test.ts",
      ],
      testsMin: 12,
    }),
};
