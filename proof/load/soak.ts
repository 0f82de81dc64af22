/** The soak: an hour of requests, and the server's memory after each part of them. */
import { join } from "node:path";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { makeClient, makeHome, Fixture, startServer, type Engine } from "../../conformance/harness/index.ts";
import { memoryOf, probeEnv, type Memory } from "./memory.ts";
import { runSoakSource, type SoakCounts } from "./soak-source.ts";

export interface SoakPlan {
  readonly engine: Engine;
  /** Number of requests in the entire soak. */
  readonly requests: number;
  /** Stops after this time, even with fewer requests. */
  readonly minutesMax: number;
  /** The prefix of the keys. */
  readonly seed: number;
  readonly log: (line: string) => void;
}

/** The measurements. */
export interface SoakResult {
  readonly requests: number;
  /** Memory of the idle server, after the warm-up and after each part. */
  readonly samples: readonly Memory[];
  readonly counts: SoakCounts;
  /** Unexpected statuses. */
  readonly faults: readonly string[];
}

const many = 1_000_000;
const parts = 8;
const callers = 16;
const tenants = 10;

/** Loses a write now and then, so the hour includes 504s and late responses. */
const lostWrite = {
  match: { method: "POST" },
  times: "always",
  probability: 0.005,
  fault: { kind: "reset_after_effect" },
} as const;

/** 200, refusals of bad requests, 409 for a key that is still running, and unknown outcomes. */
const expected: ReadonlySet<string> = new Set(["200", "401", "409", "422", "504", "left"]);

/** Runs it on one engine. The first part is the warm-up. */
export async function runSoak(plan: SoakPlan): Promise<SoakResult> {
  const provider = await startDopplerSimulator({
    switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
  });
  const home = await makeHome(plan.engine);
  const path = join(home.folder, "memory.json");
  // The log is discarded, because unread log would count as memory.
  const env = { ...probeEnv(path), SVC_RATE_LIMIT_RPS: "100000", SVC_LOG_LEVEL: "warn" };
  const server = await startServer({ engine: plan.engine, home, env, sandboxProvider: provider.url });
  try {
    const base = new Fixture({ engine: plan.engine, provider, server, client: await makeClient(server) }, env);
    const connections = [];
    for (let index = 0; index < tenants; index += 1) {
      const { tenantId, path: connectionPath } = await base.connected();
      connections.push({ tenantId, path: connectionPath });
    }
    provider.faults.add(lostWrite);
    const samples: Memory[] = [];
    const counts: Record<string, number> = {};
    for (let part = 0; part < parts; part += 1) {
      const order = { url: server.url, serviceKey: base.caller.key, connections, callers };
      const requests = Math.ceil(plan.requests / parts);
      const secondsMax = (plan.minutesMax * 60) / parts;
      const name = `soak-${plan.seed}-${part}`;
      const seen = await runSoakSource({ ...order, requests, secondsMax, name });
      for (const [kind, count] of Object.entries(seen)) counts[kind] = (counts[kind] ?? 0) + count;
      provider.ledger.clear();
      const memory = await memoryOf(server.pid, path);
      samples.push(memory);
      plan.log(`${plan.engine}: part ${part + 1} of ${parts}: ${describe(memory)} ${JSON.stringify(seen)}`);
    }
    const requests = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const others = Object.entries(counts).filter(([kind]) => !expected.has(kind));
    return { requests, samples, counts, faults: others.map(([kind, count]) => `${count} answers ${kind}`) };
  } finally {
    await server.kill9();
    await provider.close();
    await home.remove();
  }
}

function describe({ heapUsed, rss, handles, fileDescriptors }: Memory): string {
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  return `heap ${mebibytes(heapUsed)} MiB, RSS ${mebibytes(rss)} MiB, ${handles} handles, ${fileDescriptors} descriptors`;
}
