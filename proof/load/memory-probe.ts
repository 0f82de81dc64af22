/**
 * Loaded into a server with NODE_OPTIONS=--import; the product is unaware of it. On SIGUSR2 it collects all garbage and
 * writes the remaining memory to the file named by SVC_PROOF_MEMORY.
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
