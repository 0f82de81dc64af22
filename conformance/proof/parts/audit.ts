/** The part that reads, exports, alters and cuts audit trails. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** The audit trail at the API, by the operator's commands, and altered behind the service's back. */
export const audit: Part = {
  name: "audit",
  proves: "every change and every use of a credential is in a chain that verifies, and each alteration of it is found",
  numbers: {},
  run: (options) =>
    runTestFiles(options, {
      files: [
        "suites/audit.test.ts",
        "suites/audit-events.test.ts",
        ...["chain", "columns", "documented", "heads", "record", "retention", "tampering", "upgrade", "use"].map(
          (name) => `../packages/server/test/audit/${name}.test.ts`,
        ),
      ],
      testsMin: 80,
      countsMin: { "alterations found": 40 },
    }),
};
