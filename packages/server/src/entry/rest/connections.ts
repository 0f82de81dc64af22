/**
 * Connections that wait for their peer: for a head to become whole, for the next request, for an answer to be read. They
 * cost memory and no work, so their number is bounded, and where the bound is reached the one that has waited longest is
 * closed. Whoever holds thousands of them open closes them for each other, and a newcomer is always let in.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Connections that may wait, about 30 KiB each where it holds half a head. Connections with a request under way are bounded
 * where requests are: by the gate, by the bodies that arrive and by the open streams.
 */
export const waitingConnectionsMax = 2048;

/**
 * Header fields of a request; Node keeps no more of them, so a request with as many is refused. A field costs far more than
 * its bytes: half a head in fields of fourteen bytes took 80 KiB without this bound.
 */
export const headerFieldsMax = 128;

/** How long a connection may take for a request's head, and for its body, each in milliseconds. */
export const arrivalMs = 10_000;

/** What Node's server is told. It looks every second, and would look every half minute by itself. */
export const serverTimes = {
  headersTimeout: arrivalMs,
  requestTimeout: 2 * arrivalMs,
  connectionsCheckingInterval: 1000,
} as const;

/** Keeps the connections of one or several servers within the bound. */
export type ConnectionGuard = {
  /** Counts the connections of a server from now on. */
  watch(server: Server): void;
  /** The answer was handed over whole; from now on its connection waits for it to be read. */
  answered(response: ServerResponse): void;
  /** Whether a request of this connection is under way. */
  isServing(socket: Socket): boolean;
};

/** Makes a guard without connections. */
export function createConnectionGuard(waitingMax = waitingConnectionsMax): ConnectionGuard {
  // A Set keeps the order in which they began to wait.
  const waiting = new Set<Socket>();
  const serving = new Map<Socket, number>();
  const answers = new WeakMap<ServerResponse, () => void>();
  const wait = (socket: Socket): void => {
    if (socket.destroyed) return;
    waiting.add(socket);
    if (waiting.size <= waitingMax) return;
    const [oldest] = waiting;
    if (oldest === undefined) return;
    waiting.delete(oldest);
    oldest.destroy();
  };
  const connected = (socket: Socket): void => {
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
    let isUnderWay = true;
    const done = (): void => {
      if (!isUnderWay) return;
      isUnderWay = false;
      const left = (serving.get(socket) ?? 1) - 1;
      if (left > 0) serving.set(socket, left);
      else if (serving.delete(socket)) wait(socket);
    };
    answers.set(response, done);
    response.once("close", () => {
      done();
      if (!request.complete) giveTime(request);
    });
  };
  return {
    watch(server) {
      server.maxHeadersCount = headerFieldsMax;
      server.on("connection", connected);
      // Before the door, which may answer at once.
      server.prependListener("request", requested);
    },
    answered: (response) => answers.get(response)?.(),
    isServing: (socket) => serving.has(socket),
  };
}

/** The rest of a body that nobody reads: Node passes over it, and whoever is still sending later than this is cut off. */
function giveTime(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), arrivalMs);
  request.once("close", () => clearTimeout(timer));
}
