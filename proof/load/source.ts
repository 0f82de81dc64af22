/**
 * A source of requests, a separate process: it sends at a fixed rate, and measures latency from when a
 * request was due, so that waiting to be sent counts (no coordinated omission).
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { HttpFrames, requestBytes, statusOf } from "../../bench/http-frames.ts";

/** Requests to send in turn. A `keyed` request gets a new idempotency key each time. */
export interface SourceRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: string | null;
  readonly isKeyed: boolean;
}

/** One run. */
export interface SourceOrder {
  readonly url: string;
  readonly serviceKey: string;
  readonly requests: readonly SourceRequest[];
  readonly perSecond: number;
  readonly seconds: number;
  /** Omits latencies of requests due before this. */
  readonly leadSeconds: number;
  /** The prefix of every key. */
  readonly name: string;
}

/** The number of answers by status (0 for none), and the latencies of those with 200, in milliseconds. */
export interface SourceResult {
  readonly statuses: Readonly<Record<string, number>>;
  readonly latenciesMs: readonly number[];
}

/** Runs a source in a separate process. @throws Error if it exits without a result. */
export async function runSource(order: SourceOrder): Promise<SourceResult> {
  const child = fork(import.meta.filename, [], { execArgv: ["--disable-warning=ExperimentalWarning"] });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  try {
    const ended = once(child, "exit").then(() => {
      throw new Error("The source of requests ended early.");
    });
    ended.catch(() => undefined);
    child.send(order);
    const [result] = (await Promise.race([once(child, "message"), ended])) as [SourceResult];
    return result;
  } finally {
    process.removeListener("exit", killAtExit);
    child.kill("SIGKILL");
  }
}

async function run(order: SourceOrder): Promise<SourceResult> {
  const connections = new Connections(new URL(order.url));
  const statuses: Record<string, number> = {};
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const total = order.perSecond * order.seconds;
  const responses: Promise<void>[] = [];
  const countAnswer = async (index: number, dueAt: number): Promise<void> => {
    const status = await connections.send(bytesOf(order, index));
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 200 && dueAt - startedAt >= order.leadSeconds * 1000) latenciesMs.push(performance.now() - dueAt);
  };
  for (let index = 0; index < total; index += 1) {
    const dueAt = startedAt + (index * 1000) / order.perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    responses.push(countAnswer(index, dueAt));
  }
  await Promise.all(responses);
  connections.close();
  return { statuses, latenciesMs };
}

/** The bytes of a request. */
function bytesOf(order: SourceOrder, index: number): string {
  const { method = "GET", path = "/", body = null, isKeyed } = order.requests[index % order.requests.length] ?? {};
  const headers: Record<string, string> = { authorization: `Bearer ${order.serviceKey}` };
  if (isKeyed === true) headers["idempotency-key"] = `${order.name}-${index}`;
  if (body !== null) headers["content-type"] = "application/json";
  return requestBytes({ method, path, headers, body });
}

/**
 * Keep-alive connections with one request at a time each, as many as are needed concurrently. Raw sockets, because a
 * source shares cores with the measured server: its own cost would count as the server's.
 */
class Connections {
  readonly #idle: Socket[] = [];
  readonly #all = new Set<Socket>();
  readonly #waiting = new Map<Socket, (status: number) => void>();
  readonly #port: number;
  readonly #host: string;

  constructor(url: URL) {
    this.#port = Number(url.port);
    this.#host = url.hostname;
  }

  /** Returns the status of the response; 0 if there is none. */
  send(bytes: string): Promise<number> {
    return new Promise((resolve) => {
      const socket = this.#idle.pop() ?? this.#open();
      this.#waiting.set(socket, resolve);
      socket.write(bytes);
    });
  }

  close(): void {
    for (const socket of this.#all) socket.destroy();
  }

  #open(): Socket {
    const socket = connect(this.#port, this.#host).setNoDelay(true);
    const frames = new HttpFrames();
    this.#all.add(socket);
    const response = (status: number): void => {
      const resolve = this.#waiting.get(socket);
      this.#waiting.delete(socket);
      resolve?.(status);
    };
    socket.on("data", (chunk: Buffer) => {
      for (const { head } of frames.take(chunk)) {
        if (!/\r\nconnection: *close/i.test(head)) this.#idle.push(socket);
        response(statusOf(head));
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#all.delete(socket);
      const place = this.#idle.indexOf(socket);
      if (place !== -1) this.#idle.splice(place, 1);
      response(0);
    });
    return socket;
  }
}

if (import.meta.main && process.send !== undefined) {
  process.once("message", (order) => {
    void run(order as SourceOrder).then((result) => process.send?.(result));
  });
}
