/** The part in which a newer program migrates a database that is in use. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** Upgrades. */
export const upgrade: Part = {
  name: "upgrade",
  proves: "a newer schema that comes while a server serves ends its readiness, loses no write and lets none act twice",
  numbers: {},
  run: (options) =>
    runTestFiles(options, { files: ["proof/upgrade/upgrade.test.ts"], testsMin: options.engines.length }),
};
