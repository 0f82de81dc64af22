/**
 * The load generator, a separate process: a fixed number of connections, each with one request at a time, sending the
 * next as soon as the response is complete. Receives runs as messages, and replies with messages.
 */
import { connect, type Socket } from "node:net";
import { createHistogram, performance } from "node:perf_hooks";
import { orderOf, tell } from "./child.ts";
import { HttpFrames, requestBytes, statusOf } from "./http-frames.ts";

/** The request to repeat. */
export interface LoadRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether each request has a new Idempotency-Key. */
  readonly isKeyed: boolean;
  /** The expected status; any other ends the run. */
  readonly status: number;
}

/** One run. */
export interface LoadOrder {
  readonly port: number;
  /** The connections take turns with these. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Ends the run early, after this many requests. */
  readonly requestsMost?: number;
  /** Starts at most this many requests a second on each connection. */
  readonly perSecond?: number;
}

/** The result of a run. `sent` includes the warm-up, `measured` doesn't. */
export type LoadResult =
  | { readonly kind: "failed"; readonly reason: string }
  | {
      readonly kind: "done";
      readonly sent: number;
      readonly measured: number;
      readonly perSecond: number;
      readonly p50Ms: number;
      readonly p99Ms: number;
    };

const nsPerMs = 1_000_000;
const keyPlace = "{key}";
let keys = 0;

/** Returns a function for the bytes of a request, each time with a key of its own if it is keyed. */
function bytesOf(request: LoadRequest): () => string {
  const headers = request.isKeyed ? { ...request.headers, "idempotency-key": keyPlace } : request.headers;
  const [before = "", after] = requestBytes({ ...request, headers }).split(keyPlace);
  return () => {
    if (after === undefined) return before;
    keys += 1;
    return `${before}bench-${process.pid}-${keys}${after}`;
  };
}

/** Runs the load to completion. */
function run(order: LoadOrder): Promise<LoadResult> {
  const { requests, connections, warmUpMs, measureMs, requestsMost = Infinity, perSecond = Infinity } = order;
  const histogram = createHistogram();
  const measureFrom = performance.now() + warmUpMs;
  let endedAt: number | null = null;
  let sent = 0;
  /** Counts a response; on a slow machine, a run continues until each connection has received one on average. */
  const note = (startedAt: number, now: number): void => {
    if (endedAt !== null || now < measureFrom) return;
    histogram.record(Math.max(1, Math.round((now - startedAt) * nsPerMs)));
    const isOver = now >= measureFrom + measureMs || sent >= requestsMost;
    if (isOver && histogram.count >= connections) endedAt = now;
  };
  return new Promise((resolve) => {
    const sockets: Socket[] = [];
    let open = connections;
    const finish = (result: LoadResult): void => {
      for (const socket of sockets) socket.destroy();
      resolve(result);
    };
    const fail = (reason: string): void => finish({ kind: "failed", reason });
    const oneLess = (): void => {
      open -= 1;
      if (open > 0 || endedAt === null) return;
      const measured = histogram.count;
      const perSecond = (measured / (endedAt - measureFrom)) * 1000;
      const [p50Ms, p99Ms] = [histogram.percentile(50) / nsPerMs, histogram.percentile(99) / nsPerMs];
      finish({ kind: "done", sent, measured, perSecond, p50Ms, p99Ms });
    };
    for (let index = 0; index < connections; index += 1) {
      const request = requests[index % requests.length];
      if (request === undefined) return fail("There is no request to send.");
      const nextBytes = bytesOf(request);
      const frames = new HttpFrames();
      let startedAt = 0;
      const socket = connect(order.port, "127.0.0.1").setNoDelay(true);
      const send = (): void => {
        if (endedAt !== null) return oneLess();
        startedAt = performance.now();
        sent += 1;
        socket.write(nextBytes());
      };
      socket.once("connect", send);
      socket.once("error", (error) => fail(error.message));
      socket.once("close", () => fail("The server closed a connection."));
      socket.on("data", (chunk: Buffer) => {
        for (const { head, body } of frames.take(chunk)) {
          const status = statusOf(head);
          if (status !== request.status) return fail(`${request.path}: ${status} ${body.toString().slice(0, 300)}`);
          const now = performance.now();
          note(startedAt, now);
          const pauseMs = startedAt + 1000 / perSecond - now;
          if (pauseMs > 0) setTimeout(send, pauseMs);
          else send();
        }
      });
      sockets.push(socket);
    }
  });
}

if (import.meta.main) {
  orderOf();
  process.on("message", (order) => {
    void run(order as LoadOrder).then(tell);
  });
  tell({ kind: "ready" });
}
