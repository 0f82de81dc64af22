/**
 * Bounds the connections that wait for their peer to send a head, make another request or read a response. They cost
 * memory but no work. At the limit, the one that has waited longest is closed, so a client that holds thousands open
 * only closes its own, and new connections always get in. `unread.ts` bounds what their responses keep. Requests in
 * progress are counted, so that a stop can wait for the last one.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createUnread, type Unread } from "./unread.ts";

/**
 * The most waiting connections, about 30 KiB each with half a head. Connections with a request in progress are bounded
 * elsewhere: by the gate, the arriving bodies and the open streams.
 */
export const waitingConnectionsMax = 2048;

/**
 * The most header fields. Node drops any beyond, so a request with this many is rejected. A field costs far more than
 * its bytes: without this bound, half a head in fields of fourteen bytes took 80 KiB.
 */
export const headerFieldsMax = 128;

/**
 * The most requests of one connection whose responses aren't written yet. Node reads as many as arrive together,
 * thousands in one packet; with more than this, the connection is closed. Only the first of them is worked on. Hardly
 * any client sends a request before the previous one is answered.
 */
export const pipelinedMax = 16;

/** How long a request's head may take to arrive, and also its body, in milliseconds. */
export const arrivalMs = 10_000;

/** Options for Node's server. It checks every second; by default, every 30. */
export const serverTimes = {
  headersTimeout: arrivalMs,
  requestTimeout: 2 * arrivalMs,
  connectionsCheckingInterval: 1000,
} as const;

/** Limits the connections of one or more servers. */
export type ConnectionGuard = {
  /** Starts counting a server's connections. */
  watch(server: Server): void;
  /**
   * Notes that a response was written whole. Its connection now waits for the peer to read it.
   * @param keptBytes what the response keeps in memory until then, besides what is queued.
   */
  answered(response: ServerResponse, keptBytes?: number): void;
  /**
   * Begins the work on a request as soon as its response can be written, that is, after those before it on its
   * connection. If the connection is closed earlier, it never begins.
   */
  inTurn(response: ServerResponse, begin: () => void): void;
  /** Whether this connection has a request in progress. */
  isServing(socket: Socket): boolean;
};

/** Creates a guard without connections. @param onRefused called with the code of one that wasn't accepted. */
export function createConnectionGuard(
  waitingMax = waitingConnectionsMax,
  unread: Unread = createUnread(),
  onRefused: (code: string) => void = () => undefined,
): ConnectionGuard {
  // A Set keeps the order in which they started to wait.
  const waiting = new Set<Socket>();
  const serving = new Map<Socket, number>();
  const responses = new WeakMap<ServerResponse, () => void>();
  const wait = (socket: Socket): void => {
    if (socket.destroyed) return;
    waiting.add(socket);
    if (waiting.size <= waitingMax) return;
    const [oldest] = waiting;
    if (oldest === undefined) return;
    waiting.delete(oldest);
    // It may hold a response that its peer doesn't read, which an orderly end would leave to the kernel for minutes.
    oldest.resetAndDestroy();
  };
  const connected = (socket: Socket): void => {
    unread.connected(socket);
    socket.once("close", () => {
      waiting.delete(socket);
      serving.delete(socket);
    });
    wait(socket);
  };
  const requested = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    waiting.delete(socket);
    serving.set(socket, (serving.get(socket) ?? 0) + 1);
    if (unread.began(socket, response) > pipelinedMax) socket.resetAndDestroy();
    let isInProgress = true;
    const done = (): void => {
      if (!isInProgress) return;
      isInProgress = false;
      const left = (serving.get(socket) ?? 1) - 1;
      if (left > 0) serving.set(socket, left);
      else if (serving.delete(socket)) wait(socket);
    };
    responses.set(response, done);
    response.once("close", () => {
      done();
      if (!request.complete) closeLater(request);
    });
  };
  return {
    watch(server) {
      server.maxHeadersCount = headerFieldsMax;
      server.on("connection", connected);
      // Without a listener, this would end the process. Node.js itself closes a connection that it has no descriptor
      // for, and reports that only if it can't.
      server.on("error", (error) => {
        if ("syscall" in error && error.syscall === "accept") onRefused("code" in error ? String(error.code) : "");
      });
      // Before Fastify, which may answer immediately.
      server.prependListener("request", requested);
    },
    answered(response, keptBytes = 0) {
      if (keptBytes > 0) unread.keeps(response, keptBytes);
      responses.get(response)?.();
    },
    inTurn(response, begin) {
      // Node gives a response its connection when it is the first one.
      if (response.socket === null) response.once("socket", () => begin());
      else begin();
    },
    isServing: (socket) => serving.has(socket),
  };
}

/**
 * Gives the sender of an unread body time to finish. Node discards the rest, and the connection is closed after that.
 */
function closeLater(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), arrivalMs);
  request.once("close", () => clearTimeout(timer));
}

/** Counts requests in progress, except health checks. */
export type RequestTracker = {
  /** Counts a request until the returned function is called. Calling it again has no effect. */
  enter(): () => void;
  /** Resolves when no request is in progress, after `limitMs`, or on `abort`. */
  idle(limitMs: number, abort: AbortSignal): Promise<void>;
  /** Notes a request for readiness. */
  readinessAsked(): void;
  /** Whether something like a load balancer probes readiness: it was requested more than once, and recently. */
  hasReadinessProbe(): boolean;
};

/** Load balancers probe every few seconds. One that hasn't for this long, in milliseconds, is gone. */
const probedWithinMs = 30_000;

/** Creates a tracker. @param monotonicMs a clock that never jumps. */
export function createRequestTracker(monotonicMs: () => number): RequestTracker {
  let active = 0;
  let asked: readonly number[] = [];
  const waiting = new Set<() => void>();
  return {
    enter() {
      let left = false;
      active += 1;
      return () => {
        if (left) return;
        left = true;
        active -= 1;
        if (active === 0) for (const resolve of waiting) resolve();
      };
    },
    async idle(limitMs, abort) {
      if (active === 0 || abort.aborted) return;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          abort.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, limitMs);
        waiting.add(done);
        abort.addEventListener("abort", done);
      });
    },
    readinessAsked() {
      asked = [...asked.slice(-1), monotonicMs()];
    },
    hasReadinessProbe() {
      const [before] = asked.slice(-2);
      return asked.length > 1 && before !== undefined && monotonicMs() - before < probedWithinMs;
    },
  };
}
