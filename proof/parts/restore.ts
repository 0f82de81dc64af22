/** The part that backs up under load, loses the database, and restores it by the documented commands. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** Backup and restore. */
export const restore: Part = {
  name: "restore",
  proves:
    "what is restored by the documented commands knows what it knew, and nothing done since the backup acts twice",
  numbers: {},
  run: (options) =>
    runTestFiles(options, { files: ["proof/restore/restore.test.ts"], testsMin: options.engines.length }),
};
