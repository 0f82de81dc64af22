/** Sends hostile requests, checks every response against the API description, and watches the event loop. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  HttpResponse,
  everyAction,
  makeClient,
  Fixture,
  startServer,
  type Engine,
  type OutgoingRequest,
} from "../../conformance/harness/index.ts";
import { seededRandom } from "../../conformance/harness/seed.ts";
import { hostileJson, type JsonCase } from "./hostile-json.ts";
import { damagedRequest, rawCases, sendRaw, type RawCase } from "./raw-http.ts";
import { knownIds, requests } from "./requests.ts";
import { bytesOf, shrunk, shownRequest } from "./shrink.ts";
import { StallWatch, type LongestTurn } from "./stall-watch.ts";

/** The number of requests, and the seed. */
export interface FuzzPlan {
  readonly engine: Engine;
  readonly requests: number;
  readonly seed: number;
  log(line: string): void;
}

export interface FuzzResult {
  readonly sent: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Answers of 500, undescribed answers, and hostile JSON that was wrongly accepted or refused. */
  readonly faults: readonly string[];
  /** Repeatable turns of the event loop in which the server computed for too long. */
  readonly stalls: readonly string[];
  readonly longestTurn: LongestTurn;
}

/** New ids after this many requests, because some requests delete resources. */
const batch = 250;
const atOnce = 4;
const rawEvery = 10;

/** Runs it on a new server. */
export async function runFuzz(plan: FuzzPlan): Promise<FuzzResult> {
  const folder = mkdtempSync(join(tmpdir(), "svc-fuzz-"));
  const watch = new StallWatch(folder);
  const env = { SVC_RATE_LIMIT_RPS: "0", ...watch.env };
  const { engine } = plan;
  const provider = await startDopplerSimulator();
  const server = await startServer({ engine, env, sandboxProvider: provider.url });
  try {
    const fixture = new Fixture({ engine, provider, server, client: await makeClient(server) }, env);
    const fuzz = new Fuzz(fixture, plan, watch);
    await fuzz.run();
    return { ...fuzz.result(), ...(await watch.result()) };
  } finally {
    await server.dispose();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Fuzz {
  readonly #fixture: Fixture;
  readonly #plan: FuzzPlan;
  readonly #random: () => number;
  readonly #statuses = new Map<number, number>();
  readonly #faults: string[] = [];
  readonly #watch: StallWatch;
  #sent = 0;

  constructor(fixture: Fixture, plan: FuzzPlan, watch: StallWatch) {
    this.#fixture = fixture;
    this.#watch = watch;
    this.#plan = plan;
    this.#random = seededRandom(plan.seed);
  }

  result(): Pick<FuzzResult, "sent" | "statuses" | "faults"> {
    const faults = [...this.#faults];
    faults.push(...this.#fixture.server.errors().map((line) => `the server logged: ${line}`));
    return { sent: this.#sent, statuses: this.#statuses, faults };
  }

  async run(): Promise<void> {
    const { server, client } = this.#fixture;
    const known = await knownIds(this.#fixture);
    this.#watch.start();
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
      const renewed = round === 0 ? known : await knownIds(this.#fixture);
      const ids = { ...renewed, action_id: everyAction[round % everyAction.length] ?? "secrets.get" };
      const seed = Math.floor(this.#random() * 2 ** 31);
      const sample = fc.sample(requests(server.api, ids, bearers), { seed, numRuns: count - damaged.length });
      await this.#each(sample, (one) => this.#described(one));
      server.http.exchanges.length = 0;
      if (round % 8 === 7)
        this.#plan.log(`${this.#plan.engine}: ${this.#sent} requests, ${this.#faults.length} faults`);
    }
  }

  /** Sends all of them, some at a time. */
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

  /** @returns the response's fault, or null. */
  async #send(request: OutgoingRequest): Promise<string | null> {
    const what = `${request.method} ${request.path.slice(0, 80)} with ${bytesOf(request.body).length} bytes`;
    return await this.#watch.timed(what, async () => {
      try {
        this.#count((await this.#fixture.server.http.send(request)).status);
        return null;
      } catch (error) {
        const text = error instanceof Error ? error.message : "no error";
        return isEndOfRequest(request, text) && (await this.#isAlive()) ? null : text;
      }
    });
  }

  /** A hostile text as an action's input: 422 if it is valid JSON, else 400. */
  async #hostile({ name, bytes, isRead }: JsonCase, known: Readonly<Record<string, string>>): Promise<void> {
    const { tenant_id: tenantId, connection_id: id } = known;
    const request: OutgoingRequest = {
      method: "POST",
      path: `/v1/tenants/${tenantId}/connections/${id}/actions/projects.list:execute`,
      headers: [
        ["authorization", `Bearer ${this.#fixture.client.key}`],
        ["content-type", "application/json"],
      ],
      body: Buffer.concat([Buffer.from('{"input":{"page":'), bytes, Buffer.from("}}")]),
    };
    const fault = await this.#watch
      .timed(`hostile JSON, ${name}`, async () => {
        const { status, text } = await this.#fixture.server.http.send(request);
        this.#count(status);
        return (status === 400) !== isRead && [200, 400, 422].includes(status)
          ? null
          : `${status} ${text.slice(0, 300)}`;
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : "no error"));
    if (fault !== null)
      this.#faults.push(`hostile JSON, ${name} ${JSON.stringify(bytes.toString().slice(0, 60))}\n  ${fault}`);
  }

  async #raw(one: RawCase): Promise<void> {
    const responses = await this.#watch.timed(one.name, () => sendRaw(this.#fixture.server.url, one));
    if (responses.length === 0) this.#count(0);
    for (const { status, headers, body } of responses) {
      this.#count(status);
      // Its path names an operation, but it may not have reached one.
      const exchange = { request: { method: "RAW", path: "/raw" }, response: new HttpResponse(status, headers, body) };
      // Informational answers and answers to HEAD have no body.
      const faults = status < 200 || (body === "" && status < 400) ? [] : this.#fixture.server.api.faultsOf(exchange);
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

  async #isAlive(): Promise<boolean> {
    return (await fetch(`${this.#fixture.server.url}/healthz`)).ok;
  }
}

function withoutKey(text: string): string {
  return text.replaceAll(/svc_live_[0-9A-Za-z]+/g, "svc_live_…");
}

/**
 * A server may refuse a request and close while it is still being sent; and if a head is too large, the server doesn't
 * see that the method is HEAD, so the refusal has a body.
 */
function isEndOfRequest({ method }: OutgoingRequest, message: string): boolean {
  if (method === "HEAD" && message === "Parse Error: Data after `Connection: close`") return true;
  return /^(?:write EPIPE|read ECONNRESET|socket hang up)$/.test(message);
}
