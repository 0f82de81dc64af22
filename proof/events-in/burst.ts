/**
 * Deliveries that arrive faster than a server on this machine takes them. Senders don't wait for each other, and each
 * counts the time from the moment at which it has a connection. Refused ones are sent again afterwards, and then the log
 * is compared.
 */
import { Agent, request, type ClientRequest, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { makeClient, startServer, until, type Engine, type RunningServer } from "../../conformance/harness/index.ts";
import { deliveryPath, signed, type Pending } from "./deliveries.ts";
import { faultsOf } from "./judge.ts";
import { sources, variablesOf, type Source } from "./sources.ts";
import { logOf, subscribe, type Subscriber } from "./subscribers.ts";

/** How a burst is set up. */
export interface BurstPlan {
  readonly engine: Engine;
  readonly deliveries: number;
  /** Within how many seconds all are due. */
  readonly seconds: number;
}

/** The answers of one provider's deliveries. */
export interface Answers {
  readonly slug: string;
  readonly answerMsMax: number;
  /** Those that were answered 200 at once. */
  readonly taken: number;
  /** Those that were answered 503 at once. */
  readonly refused: number;
  /** The slowest answer of either kind, in milliseconds. */
  readonly slowestMs: number;
}

/** What a burst found. */
export interface BurstResult {
  readonly answers: readonly Answers[];
  /** How many deliveries began in a second. Senders on a busy machine are slower than planned. */
  readonly perSecond: number;
  /** Deliveries that were answered after their provider had stopped waiting. */
  readonly late: readonly string[];
  /** Deliveries that were answered neither 200 nor 503. */
  readonly others: readonly string[];
  /** Entries of all connections. */
  readonly logged: number;
  readonly faults: readonly string[];
}

/** As many as a proxy in front of the server would open. Node accepts one per turn of its event loop. */
const connectionsMax = 256;
const patienceMs = 30_000;

/** Runs a burst at one server, on a new home. */
export async function runBurst(plan: BurstPlan): Promise<BurstResult> {
  const { engine } = plan;
  const simulators = await Promise.all(
    sources.map(async (source) => ({ slug: source.slug, at: await source.start() })),
  );
  const sandboxProviders = Object.fromEntries(simulators.map(({ slug, at }) => [slug, at.url]));
  // The default, which the harness changes.
  const shedding = { SVC_EVENT_LOOP_DELAY_MAX_MS: "1000" };
  const env = { ...variablesOf(sources), ...shedding, SVC_RATE_LIMIT_RPS: "0", SVC_LOG_LEVEL: "warn" };
  const server = await startServer({ engine, env, sandboxProviders });
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });
  try {
    return await burst(plan, server, agent);
  } finally {
    agent.destroy();
    await server.dispose();
    for (const { at } of simulators) await at.close();
  }
}

async function burst(plan: BurstPlan, server: RunningServer, agent: Agent): Promise<BurstResult> {
  const client = await makeClient(server, { allowActions: sources.map(({ slug }) => `${slug}/*`) });
  const subscribers: Subscriber[] = [];
  // Each account is connected by two tenants.
  for (const source of [...sources, ...sources]) {
    subscribers.push(await subscribe(client, { source, login: source.login, types: source.types }));
  }
  const events = Array.from({ length: plan.deliveries }, (_each, at) => eventOf(at, subscribers));
  const everyMs = (plan.seconds * 1000) / plan.deliveries;
  const fromMs = performance.now();
  const exchanges: Promise<Exchange>[] = [];
  for (const [at, event] of events.entries()) {
    const waitMs = fromMs + at * everyMs - performance.now();
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
    // Lets answers in.
    else if (at % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    exchanges.push(exchange(server, agent, event));
  }
  const done = await Promise.all(exchanges);
  const lastMs = done.reduce((most, { sentAt }) => Math.max(most, sentAt), 0);
  await repeat(server, agent, events);
  const judged = await Promise.all(
    subscribers.map(async (subscriber) => ({ subscriber, log: await logOf(server.http, subscriber), leaving: null })),
  );
  return {
    perSecond: Math.round((plan.deliveries * 1000) / (lastMs - fromMs)),
    answers: sources.map((source) => answersOf(source, done)),
    late: done.filter(({ event, ms }) => ms > event.source.answerMsMax).map(described),
    others: done.filter(({ status }) => status !== 200 && status !== 503).map(described),
    logged: judged.reduce((sum, { log }) => sum + log.length, 0),
    faults: faultsOf(judged, events),
  };
}

function eventOf(at: number, subscribers: readonly Subscriber[]): Pending {
  const source = sources[at % sources.length];
  const account = subscribers[at % sources.length]?.account;
  const types = source?.types ?? [];
  const type = types[Math.floor(at / sources.length) % types.length];
  if (source === undefined || account === undefined || type === undefined) throw new Error("There is no such source.");
  const known = { source, slug: source.slug, account, type, id: `burst-${String(at)}` };
  return { ...known, isSigned: true, sentAt: 0, answeredAt: null, deliveries: 0 };
}

type Exchange = {
  readonly event: Pending;
  readonly status: number | null;
  /** When it had a connection. */
  readonly sentAt: number;
  /** How long its sender waited from then on. */
  readonly ms: number;
};

async function exchange(server: RunningServer, agent: Agent, event: Pending): Promise<Exchange> {
  const { headers, body } = signed(event);
  const options = { method: "POST", agent, headers, signal: AbortSignal.timeout(patienceMs) };
  const outgoing = request(`${server.url}${deliveryPath(event.source)}`, options);
  let sentAt = performance.now();
  outgoing.once("socket", () => (sentAt = performance.now()));
  outgoing.end(body);
  const status = await statusOf(outgoing);
  if (event.deliveries === 0) event.sentAt = sentAt;
  event.deliveries += 1;
  if (status === 200) event.answeredAt ??= performance.now();
  return { event, status, sentAt, ms: performance.now() - sentAt };
}

/** Waits for a whole response. @returns its status; null if there is none. */
async function statusOf(outgoing: ClientRequest): Promise<number | null> {
  try {
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    response.resume();
    await once(response, "end");
    return response.statusCode ?? null;
  } catch {
    return null;
  }
}

/** Sends again what has no 200, as providers and operators do, until it has. */
async function repeat(server: RunningServer, agent: Agent, events: readonly Pending[]): Promise<void> {
  await until(300_000, "everything is answered 200", async () => {
    const waiting = events.filter(({ answeredAt }) => answeredAt === null);
    const sender = async (): Promise<void> => {
      for (let event = waiting.pop(); event !== undefined; event = waiting.pop()) {
        await exchange(server, agent, event);
      }
    };
    await Promise.all(Array.from({ length: 64 }, sender));
    return events.every(({ answeredAt }) => answeredAt !== null) ? true : null;
  });
}

function answersOf({ slug, answerMsMax }: Source, done: readonly Exchange[]): Answers {
  const own = done.filter(({ event }) => event.slug === slug);
  const count = (wanted: number): number => own.filter(({ status }) => status === wanted).length;
  const slowestMs = own.reduce((most, { ms }) => Math.max(most, ms), 0);
  return { slug, answerMsMax, taken: count(200), refused: count(503), slowestMs: Math.round(slowestMs) };
}

function described({ event, status, ms }: Exchange): string {
  return `${event.slug}'s ${event.id}: ${String(status ?? "no answer")} after ${String(Math.round(ms))} ms`;
}
