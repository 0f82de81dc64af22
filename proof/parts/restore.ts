/** The part that backs up under load, loses the database, and restores it with the documented commands. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** Backup and restore. */
export const restore: Part = {
  name: "restore",
  proves:
    "a restore with the documented commands keeps everything in the backup, and nothing done since then acts twice",
  numbers: {},
  run: (options) =>
    runTestFiles(options, { files: ["proof/restore/restore.test.ts"], testsMin: options.engines.length }),
};
