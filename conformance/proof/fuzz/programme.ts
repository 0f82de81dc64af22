/** Sends what no honest client sends, and holds every answer against the API description; meanwhile the event loop is watched. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  Answer,
  everyAction,
  makeClient,
  Stage,
  startServer,
  type Engine,
  type OutgoingRequest,
} from "../../harness/index.ts";
import { seededRandom } from "../../reliability/seed.ts";
import { hostileJson, type JsonCase } from "./hostile-json.ts";
import { damagedRequest, rawCases, sendRaw, type RawCase } from "./raw-http.ts";
import { knownIds, requests } from "./requests.ts";
import { bytesOf, shrunk, shownRequest } from "./shrink.ts";
import type { Stall } from "./stall-gate.ts";

/** How much is sent, and by which seed. */
export interface FuzzPlan {
  readonly engine: Engine;
  readonly requests: number;
  readonly seed: number;
  log(line: string): void;
}

/** What came of it. */
export interface FuzzResult {
  readonly sent: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Answers of 500, answers that the description does not have, hostile JSON that was read or refused wrongly. */
  readonly faults: readonly string[];
  /** Turns of the event loop in which the server itself computed for longer than a stall may last, and did so again. */
  readonly stalls: readonly string[];
  /** Milliseconds: of the longest turn what the server computed, and what it lasted. */
  readonly longestTurn: { readonly cpuMs: number; readonly wallMs: number };
}

/** As long as a turn may keep everybody waiting, in milliseconds. */
const stallMs = 100;
/**
 * What makes the server compute does so each time. What comes once is no caller's to repeat: code that is loaded at its first
 * use, as that of MCP, a look through memory, a moment in which the machine was slow.
 */
const repeats = 2;
/** The gate asks for its turn every 5 ms, and notes one that came late then. */
const notedWithinMs = 50;
/** Ids are renewed after so many requests: some requests delete what they name. */
const batch = 250;
const atOnce = 4;
const rawEvery = 10;

/** Runs it on a server of its own. */
export async function runFuzz(plan: FuzzPlan): Promise<FuzzResult> {
  const folder = mkdtempSync(join(tmpdir(), "svc-fuzz-"));
  const stallFile = join(folder, "stalls");
  const gate = pathToFileURL(join(import.meta.dirname, "stall-gate.ts")).href;
  const env = {
    SVC_RATE_LIMIT_RPS: "0",
    SVC_PROOF_STALLS: stallFile,
    NODE_OPTIONS: `--import=${gate} --disable-warning=ExperimentalWarning`,
  };
  const { engine } = plan;
  const provider = await startDopplerSimulator();
  const server = await startServer({ engine, env, sandboxProvider: provider.url });
  try {
    const stage = new Stage({ engine, provider, server, client: await makeClient(server) }, env);
    const fuzz = new Fuzz(stage, plan);
    await fuzz.run();
    const stallsSince = (fromMs: number): readonly Stall[] => readStalls(stallFile).filter(({ atMs }) => atMs > fromMs);
    const stalls = stallsSince(fuzz.startedAtMs);
    return { ...fuzz.result(), stalls: await repeated(stalls, fuzz, stallsSince), longestTurn: longestOf(stalls) };
  } finally {
    await server.dispose();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the process itself was at work for too long; where it was not, others kept it from its turn. */
export function isOwnWork({ cpuMs }: Pick<Stall, "cpuMs">): boolean {
  return cpuMs > stallMs;
}

function readStalls(file: string): readonly Stall[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Stall);
}

function longestOf(stalls: readonly Stall[]): FuzzResult["longestTurn"] {
  const longest = (measure: (stall: Stall) => number): number => Math.round(Math.max(0, ...stalls.map(measure)));
  return { cpuMs: longest(({ cpuMs }) => cpuMs), wallMs: longest(({ wallMs }) => wallMs) };
}

/** What was sent, and how to send it again. */
export interface Sent {
  readonly what: string;
  readonly fromMs: number;
  readonly toMs: number;
  again(): Promise<unknown>;
}

/**
 * The turns of too much work that come again each time when what was under way is sent again, in words. One with nothing under
 * way cannot be tried, and counts.
 * @param stallsSince the turns that came late since a moment, in Unix milliseconds.
 */
export async function repeated(
  stalls: readonly Stall[],
  { during }: { during(stall: Stall): readonly Sent[] },
  stallsSince: (fromMs: number) => readonly Stall[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const stall of stalls.filter(isOwnWork)) {
    const sent = during(stall);
    const comesAgain = async (): Promise<boolean> => {
      const fromMs = Date.now();
      for (const { again } of sent) await again().catch(() => undefined);
      await delay(notedWithinMs);
      return stallsSince(fromMs).some(isOwnWork);
    };
    let isRepeated = true;
    for (let times = 0; isRepeated && sent.length > 0 && times < repeats; times += 1) isRepeated = await comesAgain();
    if (!isRepeated) continue;
    const what = sent.map((one) => one.what).join("; ");
    const [cpuMs, wallMs] = [Math.round(stall.cpuMs), Math.round(stall.wallMs)];
    found.push(`${cpuMs} ms of work in a turn of ${wallMs} ms: ${what.slice(0, 300)}`);
  }
  return found;
}

class Fuzz {
  startedAtMs = 0;
  readonly #stage: Stage;
  readonly #plan: FuzzPlan;
  readonly #random: () => number;
  readonly #statuses = new Map<number, number>();
  readonly #faults: string[] = [];
  readonly #spans: Sent[] = [];
  #sent = 0;

  constructor(stage: Stage, plan: FuzzPlan) {
    this.#stage = stage;
    this.#plan = plan;
    this.#random = seededRandom(plan.seed);
  }

  result(): Pick<FuzzResult, "sent" | "statuses" | "faults"> {
    const faults = [...this.#faults];
    faults.push(...this.#stage.server.errors().map((line) => `the server logged: ${line}`));
    return { sent: this.#sent, statuses: this.#statuses, faults };
  }

  /** What was under way when the loop stood still. */
  readonly during = ({ atMs, wallMs }: Stall): readonly Sent[] =>
    this.#spans.filter(({ fromMs, toMs }) => fromMs < atMs && toMs > atMs - wallMs);

  async run(): Promise<void> {
    const { server, client } = this.#stage;
    const known = await knownIds(this.#stage);
    this.startedAtMs = Date.now();
    const raw = rawCases(client.key);
    await this.#each(raw, (one) => this.#raw(one));
    await this.#each(hostileJson, (one) => this.#hostile(one, known));
    const bearers = [client.key, client.key, client.key, client.key, client.key, client.key, "wrong", ""];
    for (let round = 0; this.#sent < this.#plan.requests; round += 1) {
      const count = Math.min(batch, this.#plan.requests - this.#sent);
      const damaged = Array.from({ length: Math.floor(count / rawEvery) }, () =>
        damagedRequest(client.key, this.#random),
      );
      await this.#each(damaged, (one) => this.#raw(one));
      const renewed = round === 0 ? known : await knownIds(this.#stage);
      const ids = { ...renewed, action_id: everyAction[round % everyAction.length] ?? "secrets.get" };
      const seed = Math.floor(this.#random() * 2 ** 31);
      const sample = fc.sample(requests(server.api, ids, bearers), { seed, numRuns: count - damaged.length });
      await this.#each(sample, (one) => this.#described(one));
      server.http.exchanges.length = 0;
      if (round % 8 === 7)
        this.#plan.log(`${this.#plan.engine}: ${this.#sent} requests, ${this.#faults.length} faults`);
    }
  }

  /** Does all of them, some at a time. */
  async #each<One>(all: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
    const waiting = [...all];
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(one);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  async #described(request: OutgoingRequest): Promise<void> {
    const fault = await this.#send(request);
    if (fault === null) return;
    const least = await shrunk(request, async (smaller) => (await this.#send(smaller)) !== null);
    this.#faults.push(`${shownRequest(least)}\n  ${(await this.#send(least)) ?? fault}`);
  }

  /** @returns what is wrong with the answer, or null. */
  async #send(request: OutgoingRequest): Promise<string | null> {
    const what = `${request.method} ${request.path.slice(0, 80)} with ${bytesOf(request.body).length} bytes`;
    return await this.#timed(what, async () => {
      try {
        this.#count((await this.#stage.server.http.send(request)).status);
        return null;
      } catch (error) {
        const text = error instanceof Error ? error.message : "no error";
        return isEndOfRequest(request, text) && (await this.#isAlive()) ? null : text;
      }
    });
  }

  /** A hostile text as an action's input: what is read is 422, what is not is 400. */
  async #hostile({ name, bytes, isRead }: JsonCase, known: Readonly<Record<string, string>>): Promise<void> {
    const { tenant_id: tenantId, connection_id: id } = known;
    const request: OutgoingRequest = {
      method: "POST",
      path: `/v1/tenants/${tenantId}/connections/${id}/actions/projects.list:execute`,
      headers: [
        ["authorization", `Bearer ${this.#stage.client.key}`],
        ["content-type", "application/json"],
      ],
      body: Buffer.concat([Buffer.from('{"input":{"page":'), bytes, Buffer.from("}}")]),
    };
    const fault = await this.#timed(`hostile JSON, ${name}`, async () => {
      const { status, text } = await this.#stage.server.http.send(request);
      this.#count(status);
      return (status === 400) !== isRead && [200, 400, 422].includes(status) ? null : `${status} ${text.slice(0, 300)}`;
    }).catch((error: unknown) => (error instanceof Error ? error.message : "no error"));
    if (fault !== null)
      this.#faults.push(`hostile JSON, ${name} ${JSON.stringify(bytes.toString().slice(0, 60))}\n  ${fault}`);
  }

  async #raw(one: RawCase): Promise<void> {
    const answers = await this.#timed(one.name, () => sendRaw(this.#stage.server.url, one));
    if (answers.length === 0) this.#count(0);
    for (const { status, headers, body } of answers) {
      this.#count(status);
      // By its path it would be held against an operation, and whether it reached one is open.
      const exchange = { request: { method: "RAW", path: "/raw" }, answer: new Answer(status, headers, body) };
      // A hint before the answer has no body, and an answer to HEAD none that is there.
      const faults = status < 200 || (body === "" && status < 400) ? [] : this.#stage.server.api.faultsOf(exchange);
      if (faults.length > 0)
        this.#faults.push(
          `${one.name} ${JSON.stringify(withoutKey(one.bytes.toString("latin1").slice(0, 300)))}\n  ${status} ${faults.join("; ")}`,
        );
    }
  }

  #count(status: number): void {
    this.#sent += 1;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  async #timed<Found>(what: string, act: () => Promise<Found>): Promise<Found> {
    const fromMs = Date.now();
    try {
      return await act();
    } finally {
      this.#spans.push({ fromMs, toMs: Date.now(), what, again: act });
    }
  }

  async #isAlive(): Promise<boolean> {
    return (await fetch(`${this.#stage.server.url}/healthz`)).ok;
  }
}

function withoutKey(text: string): string {
  return text.replaceAll(/svc_live_[0-9A-Za-z]+/g, "svc_live_…");
}

/**
 * A server that has enough of a request may close while it is still being sent; and of one whose head is too large it
 * does not know that it is a HEAD, so that its refusal has a body.
 */
function isEndOfRequest({ method }: OutgoingRequest, message: string): boolean {
  if (method === "HEAD" && message === "Parse Error: Data after `Connection: close`") return true;
  return /^(?:write EPIPE|read ECONNRESET|socket hang up)$/.test(message);
}
