/** Many concurrent callers of one key, at several processes on one database. */
import {
  Caller,
  makeClient,
  makeHome,
  Fixture,
  startServer,
  type HttpResponse,
  type Connected,
  type RunningServer,
} from "../../conformance/harness/index.ts";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { effectsByName, substanceOf } from "../../conformance/harness/ledger.ts";

export interface StampedePlan {
  readonly processes: number;
  readonly keys: number;
  readonly callersPerKey: number;
  /** Concurrent keys. */
  readonly keysAtOnce: number;
}

export interface StampedeResult {
  readonly callers: number;
  readonly effects: number;
  readonly changingRequests: number;
  readonly replays: number;
  readonly inProgress: number;
  /** Keys without exactly one effect, and answers that are neither the first, nor equal to it, nor 409. */
  readonly faults: readonly string[];
}

const many = 1_000_000;

/** Runs it on PostgreSQL, the engine that several processes can share. */
export async function runStampede(plan: StampedePlan): Promise<StampedeResult> {
  const provider = await startDopplerSimulator({
    switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
  });
  const home = await makeHome("postgres");
  const servers: RunningServer[] = [];
  try {
    const env = { SVC_RATE_LIMIT_RPS: "0", SVC_CONCURRENCY_PER_CONNECTION: "0" };
    for (let index = 0; index < plan.processes; index += 1) {
      servers.push(await startServer({ engine: "postgres", home, env, sandboxProvider: provider.url }));
    }
    const [server] = servers;
    if (server === undefined) throw new Error("A stampede needs a server.");
    const fixture = new Fixture({ engine: "postgres", provider, server, client: await makeClient(server) }, {});
    const one = await fixture.connected();
    const connected = servers.map(({ http }) => one.by(new Caller(http, one.caller.key)));
    const counts = { replays: 0, inProgress: 0 };
    const faults: string[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < plan.keys) {
        next += 1;
        faults.push(...(await stampede(connected, `STAMPEDE_${next}`, plan.callersPerKey, counts)));
      }
    };
    await Promise.all(Array.from({ length: plan.keysAtOnce }, work));
    const { effects, requests } = provider.ledger;
    const byKey = effectsByName(effects);
    for (let key = 1; key <= plan.keys; key += 1) {
      const count = byKey.get(`STAMPEDE_${key}`) ?? 0;
      if (count !== 1) faults.push(`STAMPEDE_${key} has ${count} effects`);
    }
    const changingRequests = requests.filter(({ method }) => method !== "GET").length;
    return { callers: plan.keys * plan.callersPerKey, effects: effects.length, changingRequests, ...counts, faults };
  } finally {
    for (const server of servers) await server.kill9();
    await provider.close();
    await home.remove();
  }
}

/** All callers of one key. @returns the faults in their responses. */
async function stampede(
  connected: readonly Connected[],
  key: string,
  callers: number,
  counts: { replays: number; inProgress: number },
): Promise<readonly string[]> {
  const responses = await Promise.all(
    Array.from({ length: callers }, (_one, index) => setAt(connected[index % connected.length], key)),
  );
  const isReplay = ({ headers }: HttpResponse): boolean => headers["idempotent-replayed"] === "true";
  const winners = responses.filter((response) => response.status === 200 && !isReplay(response));
  const [winner] = winners;
  if (winner === undefined || winners.length > 1) return [`${key}: ${winners.length} callers got a first response`];
  const said = JSON.stringify(substanceOf(winner));
  const faults: string[] = [];
  for (const response of responses) {
    if (response === winner) continue;
    if (response.status === 200 && JSON.stringify(substanceOf(response)) === said) counts.replays += 1;
    else if (response.status === 409 && response.problem().code === "IDEMPOTENCY_KEY_IN_PROGRESS")
      counts.inProgress += 1;
    else faults.push(`${key}: ${response.status} ${response.text.slice(0, 200)}`);
  }
  return faults;
}

async function setAt(connected: Connected | undefined, key: string): Promise<HttpResponse> {
  if (connected === undefined) throw new Error("There is no server to call.");
  return await connected.set(key, key, "canary-stampede");
}
