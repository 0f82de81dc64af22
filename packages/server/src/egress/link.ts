/** One undici client on one guarded connection: the only place that names undici. */
import { Client } from "undici";
import type { Dispatcher } from "undici";
import type { Socket } from "node:net";
import { dial, NotSentError } from "./dial.ts";
import type { DialOptions } from "./dial.ts";
import type { Outgoing } from "./outgoing.ts";

/** undici's view of one exchange. */
export type LinkHandler = Dispatcher.DispatchHandler;

/**
 * A connection survives an exchange only for the next one of the same channel, and only briefly: a connection that the
 * provider may have closed meanwhile makes false unknowns.
 */
const idleMs = 1_000;

/** One client, one connection at a time; a request may open at most one. */
export class Link {
  readonly #client: Client;
  #socket: Socket | null = null;
  #giveUpDial: (() => void) | null = null;
  #dialsLeft = 0;

  constructor(options: DialOptions & { headerBytesMax: number }) {
    this.#client = new Client(options.target.origin, {
      connect: (_options, done) => this.#connect(options, done),
      pipelining: 1,
      allowH2: false,
      // Otherwise an environment variable chooses the parser.
      useMilo: false,
      maxHeaderSize: options.headerBytesMax,
      // The exchange holds every clock itself: it must tell apart what undici reports as one error.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
    });
  }

  /** Queues one request. `handler.onRequestStart` runs on the ready connection, in the tick of the first byte. */
  dispatch(outgoing: Outgoing, handler: LinkHandler): void {
    // A second dial could only follow a connection that ended before the first byte; it would go on for ever.
    this.#dialsLeft = 1;
    const { method, path, headers, body } = outgoing;
    this.#client.dispatch({ method, path, headers, body }, handler);
  }

  /** Whether the connection failed: the end of a body that only the connection's end marks proves nothing then. */
  get failed(): boolean {
    return (this.#socket?.errored ?? null) !== null;
  }

  /** Lets the process end although an answer is still awaited. */
  unref(): void {
    this.#socket?.unref();
  }

  /** Cuts the connection, or the attempt to open one. A pending request ends with an error. */
  async destroy(): Promise<void> {
    this.#giveUpDial?.();
    this.#giveUpDial = null;
    await this.#client.destroy();
  }

  #connect(options: DialOptions, done: (...result: [Error, null] | [null, Socket]) => void): void {
    if (this.#dialsLeft === 0) {
      queueMicrotask(() => done(new NotSentError("connect"), null));
      return;
    }
    this.#dialsLeft -= 1;
    this.#giveUpDial = dial(options, (error, socket) => {
      this.#giveUpDial = null;
      this.#socket = socket;
      if (socket === null) done(error ?? new NotSentError("connect"), null);
      else done(null, socket);
    });
  }
}
