/** A client-side load balancer: it polls every replica's readiness, and sends only to those that were just ready. */
import { Agent, request } from "node:http";
import type { RunningServer } from "../../conformance/harness/index.ts";

const askEveryMs = 50;
/** A readiness response older than this doesn't count, so a delayed balancer sends nothing based on stale data. */
const knownForMs = 500;
const replicaWithinMs = 120_000;

/** A server behind the balancer, and its state as the balancer sees it. */
export interface Replica {
  readonly server: RunningServer;
  readonly agent: Agent;
  readyAt: number;
  /** Results of the readiness polls: statuses, and `refused` if nothing listened. */
  readonly seen: (number | "refused")[];
  /** Answers that arrived after the balancer saw readiness end. */
  servedAfterEnd: number;
  isGone: boolean;
}

/** One request; the body is JSON. */
export interface BalancedRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The result of a request: a response, no listener, or a connection that ended without a response. */
type Outcome =
  | { readonly kind: "response"; readonly status: number; readonly text: string }
  | { readonly kind: "refused" }
  | { readonly kind: "lost"; readonly code: string };

export interface BalancedResponse {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Sends requests to replicas that are ready. */
export class Balancer {
  readonly #replicas = new Set<Replica>();
  readonly #asking = new Set<Promise<void>>();
  #turn = 0;
  /** Requests that were sent and got no response. */
  readonly lost: string[] = [];
  /** Requests that found no listener or a stopping server, and were sent elsewhere. */
  readonly turnedAway: string[] = [];
  /** Requests that were refused because of load, and resent. */
  shed = 0;
  answered = 0;

  /** Adds a server, which receives requests once it is ready. */
  add(server: RunningServer): Replica {
    const agent = new Agent({ keepAlive: true });
    const replica: Replica = { server, agent, readyAt: -Infinity, seen: [], servedAfterEnd: 0, isGone: false };
    this.#replicas.add(replica);
    const asking = ask(replica).finally(() => this.#asking.delete(asking));
    this.#asking.add(asking);
    return replica;
  }

  /** Removes a server. */
  remove(replica: Replica): void {
    replica.isGone = true;
    replica.agent.destroy();
    this.#replicas.delete(replica);
  }

  /**
   * Sends a request until a replica answers; null if one accepted it and didn't answer, which is counted.
   * @throws Error when no replica is ready for two minutes.
   */
  async send(wanted: BalancedRequest): Promise<BalancedResponse | null> {
    for (;;) {
      const replica = await this.#ready();
      const wasOver = replica.seen.includes(503);
      const outcome = await exchange(replica, wanted);
      if (outcome.kind === "lost") {
        this.lost.push(`${wanted.method} ${wanted.path}: ${outcome.code}`);
        return null;
      }
      if (outcome.kind === "refused" || outcome.text.includes("is stopping")) {
        this.turnedAway.push(`${wanted.method} ${wanted.path}: ${outcome.kind}`);
        continue;
      }
      if (outcome.text.includes('"code":"OVERLOADED"')) {
        this.shed += 1;
        continue;
      }
      if (!wasOver && replica.seen.includes(503)) replica.servedAfterEnd += 1;
      this.answered += 1;
      return { status: outcome.status, json: JSON.parse(outcome.text) as BalancedResponse["json"] };
    }
  }

  /** Stops polling. */
  async close(): Promise<void> {
    for (const replica of this.#replicas) this.remove(replica);
    await Promise.all(this.#asking);
  }

  async #ready(): Promise<Replica> {
    const deadline = performance.now() + replicaWithinMs;
    for (;;) {
      const now = performance.now();
      const ready = [...this.#replicas].filter(({ readyAt }) => now - readyAt < knownForMs);
      this.#turn += 1;
      const replica = ready[this.#turn % ready.length];
      if (replica !== undefined) return replica;
      if (now > deadline) throw new Error("No replica became ready.");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

async function ask(replica: Replica): Promise<void> {
  while (!replica.isGone) {
    const asked = performance.now();
    const outcome = await exchange({ ...replica, agent: null }, { method: "GET", path: "/readyz", headers: {} });
    const seen = outcome.kind === "response" ? outcome.status : "refused";
    // Timestamped at the start of the poll.
    replica.readyAt = seen === 200 ? asked : -Infinity;
    if (replica.seen.at(-1) !== seen) replica.seen.push(seen);
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

/** Sends once, without retries. */
async function exchange(
  { server, agent }: { readonly server: RunningServer; readonly agent: Agent | null },
  { method, path, headers, body }: BalancedRequest,
): Promise<Outcome> {
  return await new Promise((resolve) => {
    const failed = (error: Error): void => {
      const code = "code" in error ? String(error.code) : "no code";
      resolve(code === "ECONNREFUSED" ? { kind: "refused" } : { kind: "lost", code });
    };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const asked = request(`${server.url}${path}`, { method, agent: agent ?? false, headers: { ...headers, ...type } });
    asked.once("error", failed);
    asked.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => (text += piece));
      response.once("error", failed);
      response.once("end", () => resolve({ kind: "response", status: response.statusCode ?? 0, text }));
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
