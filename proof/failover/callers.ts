/** Callers that write with dated keys during database failovers, repeat uncertain writes, and record the responses. */
import { setTimeout as pause } from "node:timers/promises";
import { newIdempotencyKey } from "@svc/sdk";
import { devConfig, type HttpResponse, type Connected } from "../../conformance/harness/index.ts";

/** A keyed write, and the status of its last response; 0 if there is none. */
export interface KeyedWrite {
  readonly name: string;
  readonly key: string;
  readonly config: string;
  status: number;
}

/** Times from `performance.now()`. */
type Done = { readonly status: number; readonly beganAt: number; readonly endedAt: number };

/** How many callers write concurrently, unless a trial needs more. */
export const usualStreams = 6;
/** Configs of the provider's one project; each has room for 1200 names. */
const configs = ["dev", "stg", "prd"] as const;
const retryMs = 50;
const answerWithinMs = 40_000;

/** Callers that use all servers in turn. */
export class Callers {
  readonly writes: KeyedWrite[] = [];
  /** Unexpected answers. */
  readonly faults: string[] = [];
  readonly #servers: readonly Connected[];
  readonly #stopping = new AbortController();
  readonly #running: Promise<unknown>;
  #left = 0;
  #turn = 0;
  readonly #done: Done[] = [];

  /** @param servers may change while they run: a server that is started again has another address. */
  constructor(servers: readonly Connected[], streams: number) {
    this.#servers = servers;
    this.#running = Promise.all(Array.from({ length: streams }, () => this.#run()));
  }

  /** Allows this many more writes. */
  allow(writes: number): void {
    this.#left = writes;
  }

  /** The number of writes that got a 200. */
  get acknowledged(): number {
    return this.#done.filter(({ status }) => status === 200).length;
  }

  /** When the first request sent after `from` got a 200; null if none did. */
  firstAfter(from: number): number | null {
    return this.#done.find(({ status, beganAt }) => status === 200 && beganAt >= from)?.endedAt ?? null;
  }

  /** Stops them; each waits for its current write. */
  async stop(): Promise<void> {
    this.#left = 0;
    this.#stopping.abort();
    await this.#running;
  }

  /** Sends a write once, to the next server. @returns null without a response. */
  async send({ name, key, config }: KeyedWrite): Promise<HttpResponse | null> {
    const server = this.#servers[(this.#turn += 1) % this.#servers.length];
    const input = { ...devConfig, config, name, value: `canary-value-of-${name}` };
    const options = { idempotencyKey: key, signal: AbortSignal.timeout(answerWithinMs) };
    try {
      return (await server?.execute("secrets.set", input, options)) ?? null;
    } catch (error) {
      const text = error instanceof Error ? error.message : "";
      if (text.includes("API description")) this.faults.push(text);
      return null;
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      if (this.#left > 0) await this.#write();
      else await pause(20);
    }
  }

  async #write(): Promise<void> {
    this.#left -= 1;
    const count = this.writes.length;
    const config = configs[count % configs.length] ?? devConfig.config;
    const write: KeyedWrite = { name: `FAILOVER_${count}`, key: newIdempotencyKey(), config, status: 0 };
    this.writes.push(write);
    for (;;) {
      const beganAt = performance.now();
      const response = await this.send(write);
      write.status = response?.status ?? 0;
      if (this.faults.length > 0) return;
      // Uncertain, in progress or refused before dispatch: the same key is sent again.
      if (response === null || response.status === 409 || response.status === 503) {
        await pause(retryMs);
        continue;
      }
      this.#done.push({ status: response.status, beganAt, endedAt: performance.now() });
      if (![200, 410, 504].includes(response.status))
        this.faults.push(`${write.name}: ${response.status} ${response.text}`);
      return;
    }
  }
}
