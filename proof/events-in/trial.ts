/**
 * Deliveries of three providers while servers are killed: repeated, reordered, forged, and for accounts that several
 * tenants connected. On PostgreSQL they go to two replicas. What senders were told is compared with the log.
 */
import { Caller, makeClient, makeHome, until, type Engine } from "../../conformance/harness/index.ts";
import { GatedServer, type GatedPlace } from "../crash/fixture.ts";
import { query } from "../crash/ledger.ts";
import { deliver, Draw, type Pending } from "./deliveries.ts";
import { faultsOf, type Judged } from "./judge.ts";
import { armAtRandom } from "./kill-points.ts";
import { sources, variablesOf, type Source } from "./sources.ts";
import { logOf, subscribe, type Subscriber, type Wish } from "./subscribers.ts";

/** How a trial is set up. */
export interface TrialPlan {
  readonly engine: Engine;
  readonly kills: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly log: (line: string) => void;
}

/** What a trial found. */
export interface TrialResult {
  readonly kills: number;
  /** Where servers were killed. */
  readonly points: ReadonlySet<string>;
  readonly events: number;
  readonly deliveries: number;
  /** Entries of all connections. */
  readonly logged: number;
  /** Events that a killed server had committed and not answered. */
  readonly keptUnanswered: number;
  /** What is wrong, one sentence each. */
  readonly faults: readonly string[];
}

const eventsPerRound = 40;
const sendersAtOnce = 16;
/** How often a sender that got no answer gives up. GitHub always does. */
const givesUp = 0.15;
/** A round whose point wasn't reached kills nothing. */
const roundsPerKillMax = 4;

const [github, slack, linear, stripe, notion] = sources as readonly [Source, Source, Source, Source, Source];

/** Two tenants have one account, also of another client, others have another account, and one asks for nothing. */
const wishes: Readonly<Record<"mine" | "theirs", readonly Wish[]>> = {
  mine: [
    { source: github, login: "octocat", types: ["issues", "push"] },
    { source: github, login: "octocat", types: ["push"] },
    { source: github, login: "monalisa", types: ["push", "pull_request"] },
    { source: github, login: "octocat", types: [] },
    { source: slack, login: "robin", types: ["message"] },
    { source: slack, login: "robin", types: ["message"] },
    { source: linear, login: "alex", types: ["issue", "comment"] },
    { source: stripe, login: "alex", types: ["invoice", "charge"] },
    { source: stripe, login: "alex", types: ["invoice"] },
    { source: notion, login: "alex", types: ["page", "comment"] },
  ],
  theirs: [
    { source: github, login: "octocat", types: ["issues"] },
    { source: linear, login: "alex", types: ["issue"] },
    { source: notion, login: "alex", types: ["page"] },
  ],
};

/** It is disconnected halfway. */
const leaver: Wish = { source: github, login: "octocat", types: ["push", "issue_comment"] };

/** Accounts that no one connected. */
const strangers: readonly { readonly source: Source; readonly account: string }[] = [
  { source: github, account: "2" },
  { source: linear, account: "22222222-0000-4000-a000-000000000000" },
  // The same account's real money, and another bot.
  { source: stripe, account: "acct_1Simulated000000/live" },
  { source: notion, account: "22222222-0000-4000-a000-000000000000" },
];

/** Runs a trial on a new home. */
export async function runTrial(plan: TrialPlan): Promise<TrialResult> {
  const { engine } = plan;
  const simulators = await Promise.all(
    sources.map(async (source) => ({ slug: source.slug, at: await source.start() })),
  );
  const sandboxProviders = Object.fromEntries(simulators.map(({ slug, at }) => [slug, at.url]));
  const home = await makeHome(engine);
  const place: GatedPlace = { engine, home, printed: [], options: { env: variablesOf(sources), sandboxProviders } };
  const servers: GatedServer[] = [];
  try {
    for (let count = engine === "postgres" ? 2 : 1; count > 0; count -= 1) {
      const server = await GatedServer.open(place);
      servers.push(server);
      await server.start();
    }
    return await new Trial(plan, place, servers).run();
  } finally {
    for (const server of servers) await server.close();
    for (const { at } of simulators) await at.close();
    await home.remove();
  }
}

class Trial {
  readonly #plan: TrialPlan;
  readonly #place: GatedPlace;
  readonly #servers: readonly GatedServer[];
  readonly #sent: Pending[] = [];
  readonly #faults = new Set<string>();
  readonly #points = new Set<string>();
  /** Unanswered events that a killed server had committed. */
  readonly #keptUnanswered = new Set<Pending>();
  #leaving: Judged["leaving"] = null;

  constructor(plan: TrialPlan, place: GatedPlace, servers: readonly GatedServer[]) {
    this.#plan = plan;
    this.#place = place;
    this.#servers = servers;
  }

  async run(): Promise<TrialResult> {
    const { server } = this.#any(0);
    const [mine, theirs] = [await this.#client(server), await this.#client(server)];
    const stay: Subscriber[] = [];
    for (const wish of wishes.mine) stay.push(await subscribe(mine, wish));
    for (const wish of wishes.theirs) stay.push(await subscribe(theirs, wish));
    const left = await subscribe(mine, leaver);
    const known = stay.map(({ slug, account }) => ({ source: sourceNamed(slug), account }));
    const draw = new Draw(this.#plan.random, [...known, ...strangers]);
    const kills = await this.#killAll(draw, left);
    if ((this.#leaving?.toMs ?? Infinity) === Infinity) await this.#disconnect(left);
    if ((this.#leaving?.toMs ?? Infinity) === Infinity) throw new Error("The connection wasn't disconnected.");
    // Some events arrive only after the disconnect.
    await this.#round(draw);
    await this.#answerAll();
    const judged = await Promise.all(
      [...stay, left].map(async (subscriber) => ({
        subscriber,
        log: await logOf(this.#any(0).server.http, subscriber),
        leaving: subscriber === left ? this.#leaving : null,
      })),
    );
    const verified = await this.#any(0).server.operate(["audit", "verify"]);
    if (verified.exitCode !== 0) this.#faults.add(verified.stderr || verified.stdout);
    return {
      kills,
      points: this.#points,
      events: this.#sent.length,
      deliveries: this.#sent.reduce((sum, { deliveries }) => sum + deliveries, 0),
      logged: judged.reduce((sum, { log }) => sum + log.length, 0),
      keptUnanswered: this.#keptUnanswered.size,
      faults: [...this.#faults, ...faultsOf(judged, this.#sent)],
    };
  }

  async #client(server: GatedServer["server"]): ReturnType<typeof makeClient> {
    return await makeClient(server, { allowActions: sources.map(({ slug }) => `${slug}/*`) });
  }

  #any(index: number): GatedServer {
    const server = this.#servers[index % this.#servers.length];
    if (server === undefined) throw new Error("There is no server.");
    return server;
  }

  /** @returns the number of kills. @throws Error if too few points were reached. */
  async #killAll(draw: Draw, left: Subscriber): Promise<number> {
    const { kills, log, engine, random } = this.#plan;
    let done = 0;
    for (let round = 0; done < kills; round += 1) {
      if (round >= kills * roundsPerKillMax)
        throw new Error(`Only ${String(done)} of ${String(kills)} kills happened.`);
      const victim = draw.one(this.#servers);
      armAtRandom(victim, engine, random);
      const leaves = done >= Math.floor(kills / 2) && (this.#leaving?.toMs ?? Infinity) === Infinity;
      await Promise.all([this.#round(draw), ...(leaves ? [this.#disconnect(left)] : [])]);
      const fired = victim.disarm();
      if (fired === null) continue;
      done += 1;
      this.#points.add(fired.replaceAll(/\d+/g, "n"));
      await this.#noteKept();
      await victim.restart();
      if (done % 10 === 0) log(`${engine}: ${String(done)} kills, ${String(this.#sent.length)} events`);
    }
    return done;
  }

  /** Sends new events, and most of those that weren't answered, in any order and at any server. */
  async #round(draw: Draw): Promise<void> {
    const open = this.#sent.filter(({ isSigned, answeredAt }) => isSigned && answeredAt === null);
    const again = open.filter(() => this.#plan.random() >= givesUp);
    const fresh = Array.from({ length: eventsPerRound }, () => draw.event());
    this.#sent.push(...fresh);
    const copies = fresh.flatMap((event) => Array.from({ length: draw.copies() }, () => event));
    await this.#send(draw.shuffled([...again, ...copies]), () => draw.one(this.#servers));
  }

  async #send(events: readonly Pending[], choose: () => GatedServer): Promise<void> {
    const waiting = [...events];
    const sender = async (): Promise<void> => {
      for (let event = waiting.pop(); event !== undefined; event = waiting.pop()) {
        const status = await deliver(choose().server.url, event);
        const isExpected = event.isSigned ? status === 200 || status === 503 : status === 401 || status === 503;
        if (status !== null && !isExpected) this.#faults.add(`${event.id} was answered ${String(status)}`);
      }
    };
    await Promise.all(Array.from({ length: sendersAtOnce }, sender));
  }

  /** Disconnects while events arrive. A server that is killed meanwhile is asked again in the next round. */
  async #disconnect({ key, tenantId, connectionId }: Subscriber): Promise<void> {
    const fromMs = this.#leaving?.fromMs ?? performance.now();
    this.#leaving = { fromMs, toMs: Infinity };
    const { server } = this.#any(this.#sent.length);
    const path = `/v1/tenants/${tenantId}/connections/${connectionId}`;
    const response = await new Caller(server.http, key).delete(path).catch(() => null);
    if (response?.status === 200 || response?.status === 404) this.#leaving = { fromMs, toMs: performance.now() };
  }

  /** Looks which unanswered events the dead server has committed. */
  async #noteKept(): Promise<void> {
    const rows = await query<{ id: string }>(this.#place.home, "select provider_event_id as id from received_events");
    const kept = new Set(rows.map(({ id }) => id));
    for (const event of this.#sent) {
      if (event.isSigned && event.answeredAt === null && kept.has(event.id)) this.#keptUnanswered.add(event);
    }
  }

  /** Repeats what wasn't answered, as an operator does who redelivers; a few stay without an answer. */
  async #answerAll(): Promise<void> {
    const open = this.#sent.filter(({ isSigned, answeredAt }) => isSigned && answeredAt === null);
    const again = open.filter(() => this.#plan.random() >= givesUp);
    await until(60_000, "everything is answered", async () => {
      const rest = again.filter(({ answeredAt }) => answeredAt === null);
      await this.#send(rest, () => this.#any(this.#sent.length));
      return again.every(({ answeredAt }) => answeredAt !== null) ? true : null;
    });
  }
}

function sourceNamed(slug: string): Source {
  const found = sources.find((source) => source.slug === slug);
  if (found === undefined) throw new Error(`There is no source ${slug}.`);
  return found;
}
