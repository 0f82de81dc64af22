/** The memory of an idle server with the memory probe. */
import { readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { publishedNodeOptions } from "../../tools/pack/built-server.ts";
import { until } from "../../conformance/harness/index.ts";

/** A process's memory after garbage collection. Bytes and counts. */
export interface Memory {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
  /** Active handles: sockets, timers, servers. */
  readonly handles: number;
  readonly fileDescriptors: number;
}

/** The variables of a server with the probe. @param path where the probe writes. */
export function probeEnv(path: string): Readonly<Record<string, string>> {
  const probe = pathToFileURL(join(import.meta.dirname, "memory-probe.ts")).href;
  const options = [`--import=${probe}`, "--disable-warning=ExperimentalWarning", ...publishedNodeOptions];
  return { NODE_OPTIONS: options.join(" "), SVC_PROOF_MEMORY: path };
}

/** Measures an idle server. */
export async function memoryOf(pid: number, path: string): Promise<Memory> {
  await untilSteady(pid);
  await rm(path, { force: true });
  process.kill(pid, "SIGUSR2");
  const told = await until(60_000, "the server tells its memory", async () => {
    return await readFile(path, "utf8").catch(() => null);
  });
  return { ...(JSON.parse(told) as Omit<Memory, "fileDescriptors">), fileDescriptors: descriptorsOf(pid) };
}

const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/**
 * Waits until a server's connections are closed: the number of descriptors hasn't dropped for two seconds. A pool that
 * opens and closes one of its connections every second counts as steady.
 */
async function untilSteady(pid: number): Promise<void> {
  let fewest = { count: Infinity, since: 0 };
  await until(60_000, "the server's connections have ended", () => {
    const count = descriptorsOf(pid);
    if (count < fewest.count) fewest = { count, since: performance.now() };
    return performance.now() - fewest.since > 2000 ? true : null;
  });
}
