/** The part that brings an earlier database up to date under load, and lets a newer program migrate beside a server. */
import type { Part } from "../part.ts";
import { runTestFiles } from "../test-files.ts";

/** Upgrades. */
export const upgrade: Part = {
  name: "upgrade",
  proves:
    "a database of the earlier schema keeps every row, key and audit chain when it is brought up to date under load",
  numbers: {},
  run: (options) =>
    runTestFiles(options, { files: ["proof/upgrade/upgrade.test.ts"], testsMin: options.engines.length * 2 }),
};
