/** The part that searches for planted secrets in everything that the service prints, answers and stores. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** Canaries through the secrets provider's flows and through the OAuth flows. */
export const canaries: Part = {
  name: "canaries",
  proves: "no planted secret stands in any output, answer, file or table, in any encoding, and a planted leak is found",
  numbers: {},
  run: (options) =>
    runTestFiles(options, { files: ["reliability/canaries.test.ts", "oauth/canaries.test.ts"], testsMin: 4 }),
};
