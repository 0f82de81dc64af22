/** The part in which a newer version migrates a database in use. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

export const upgrade: Part = {
  name: "upgrade",
  proves: "a migration by a newer version ends a running server's readiness, loses no write and makes none act twice",
  numbers: {},
  run: (options) =>
    runTestFiles(options, { files: ["proof/upgrade/upgrade.test.ts"], testsMin: options.engines.length }),
};
