/** SIGTERM under load, repeatedly: servers stop one after another behind a balancer, and callers notice nothing. */
import type { ConnectionList } from "@svc/contract";
import type { Connected, Engine } from "../../conformance/harness/index.ts";
import { effectsByName, listExecutions, ProviderLedger } from "../../conformance/harness/ledger.ts";
import { MultiServerFixture } from "../../conformance/harness/multi-server-fixture.ts";
import { Balancer, type Replica } from "./balancer.ts";
import { loadUntil, type LoadTally } from "./load.ts";

/** The number of stops and callers. */
export interface DrainPlan {
  readonly engine: Engine;
  readonly drains: number;
  readonly streams: number;
  readonly random: () => number;
  readonly log: (line: string) => void;
}

export interface DrainResult {
  readonly drains: number;
  readonly answered: number;
  readonly written: number;
  readonly connected: number;
  /** Requests that found no listener or a stopping server. */
  readonly turnedAway: readonly string[];
  /** Requests answered after the balancer saw their server's readiness end. */
  readonly servedAfterEnd: number;
  readonly longestExitMs: number;
  readonly lost: readonly string[];
  readonly faults: readonly string[];
}

/** Longer than a balancer needs to notice a stop, and far shorter than the default of five seconds. */
const graceMs = 2000;

/** Maximum number of names written to the config. */
const namesMax = 1100;

/** Stops servers under load, `drains` times; on PostgreSQL one of two replicas, on SQLite the only server. */
export async function runDrains(plan: DrainPlan): Promise<DrainResult> {
  const { engine, random, log } = plan;
  const env = { SVC_RATE_LIMIT_RPS: "0", SVC_DRAIN_GRACE_MS: String(graceMs), SVC_LOG_LEVEL: "warn" };
  const fixture = await MultiServerFixture.make(engine, env);
  const balancer = new Balancer();
  const stopping = new AbortController();
  try {
    const first = await fixture.start();
    const connected = await fixture.connectedAt(first);
    const provider = new ProviderLedger(fixture.provider);
    const delay = { kind: "delay", ms: 150, when: "after_effect" } as const;
    fixture.provider.faults.add({ match: { method: "POST" }, times: "always", fault: delay });
    const replicas = [balancer.add(first)];
    if (engine === "postgres") replicas.push(balancer.add(await fixture.start()));
    const tally: LoadTally = { written: [], reads: 0, lists: 0, connected: [], faults: [], writesLeft: 0 };
    const credential = fixture.provider.tokens.serviceAccount;
    const loading = loadUntil(stopping.signal, { balancer, connected, credential, tally }, plan.streams, random);
    loading.catch(() => undefined);
    const counts = { longestExitMs: 0, servedAfterEnd: 0 };
    for (let drain = 0; drain < plan.drains; drain += 1) {
      tally.writesLeft = Math.floor(namesMax / plan.drains);
      await grown(balancer, plan.streams * 2);
      const replica = replicas.shift();
      if (replica === undefined) throw new Error("There is no replica left.");
      await drainOne(fixture, replica, tally, counts);
      balancer.remove(replica);
      replicas.push(balancer.add(await fixture.start()));
      if (drain % 10 === 9) log(`${engine}: ${drain + 1} drains, ${balancer.answered} answers`);
    }
    stopping.abort();
    await loading;
    const [last] = replicas;
    if (last !== undefined) await judge(await fixture.connectedAt(last.server), provider, tally);
    const { lost, turnedAway, answered } = balancer;
    const [written, made] = [tally.written.length, tally.connected.length];
    return {
      drains: plan.drains,
      answered,
      written,
      connected: made,
      turnedAway,
      ...counts,
      lost,
      faults: tally.faults,
    };
  } finally {
    stopping.abort();
    await balancer.close();
    await fixture.dispose();
  }
}

/** Waits for a number of further answers, so that each drain happens under load. @throws Error after two minutes. */
async function grown(balancer: Balancer, by: number): Promise<void> {
  const from = balancer.answered;
  const deadline = performance.now() + 120_000;
  while (balancer.answered < from + by) {
    if (performance.now() > deadline) throw new Error("Answers stopped.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function drainOne(
  fixture: MultiServerFixture,
  replica: Replica,
  tally: LoadTally,
  counts: { longestExitMs: number; servedAfterEnd: number },
): Promise<void> {
  const toldAt = performance.now();
  const code = await fixture.stop(replica.server);
  counts.longestExitMs = Math.max(counts.longestExitMs, performance.now() - toldAt);
  counts.servedAfterEnd += replica.servedAfterEnd;
  if (code !== 0) tally.faults.push(`a server exited with ${code}:\n${replica.server.log().slice(-500)}`);
  const [ready, ended] = replica.seen.filter((seen) => seen !== "refused");
  if (ready !== 200 || ended !== 503 || replica.seen.at(-1) === 200) {
    tally.faults.push(`/readyz gave ${replica.seen.join(", ")}`);
  }
}

/** Compares the responses with the provider's ledger and the records. */
async function judge(connected: Connected, provider: ProviderLedger, tally: LoadTally): Promise<void> {
  const effects = effectsByName(provider.effects);
  for (const name of tally.written) {
    if (effects.get(name) !== 1) tally.faults.push(`${name} was told done and has ${effects.get(name) ?? 0} effects`);
  }
  for (const [name, count] of effects) if (count > 1) tally.faults.push(`${name} has ${count} effects`);
  for (const { id, status, summary } of await listExecutions(connected)) {
    const { name } = summary.input as { name?: string };
    if (status !== "succeeded") tally.faults.push(`${id} (${name ?? "a read"}) is ${status}`);
  }
  const ids = await connectionIds(connected);
  if (new Set(tally.connected).size !== tally.connected.length) tally.faults.push("two sessions gave one connection");
  // One more than the sessions created: the fixture's own.
  if (ids.length !== tally.connected.length + 1) {
    tally.faults.push(`${tally.connected.length} sessions were completed, and there are ${ids.length} connections`);
  }
}

async function connectionIds(connected: Connected): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor = ""; ;) {
    const response = await connected.caller.get(`/v1/tenants/${connected.tenantId}/connections?limit=100${cursor}`);
    const page = response.json as ConnectionList;
    ids.push(...page.connections.map(({ id }) => id));
    if (page.nextCursor === null) return ids;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}
