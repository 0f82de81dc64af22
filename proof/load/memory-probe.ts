/**
 * Loaded into a server by NODE_OPTIONS=--import, and nowhere named by the product: on SIGUSR2 it collects all garbage and
 * writes what is left into the file that SVC_PROOF_MEMORY names.
 */
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const path = process.env["SVC_PROOF_MEMORY"];
if (path !== undefined) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  process.on("SIGUSR2", () => {
    collect();
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    writeFileSync(
      `${path}.new`,
      JSON.stringify({ heapUsed, external, rss, handles: process.getActiveResourcesInfo().length }),
    );
    renameSync(`${path}.new`, path);
  });
}
