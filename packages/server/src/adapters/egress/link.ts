/** undici clients on guarded connections, one each, and those that rest between two calls. */
import type undici from "undici";
import type { Client, Dispatcher } from "undici";
import { once } from "../../once.ts";
import type { Socket } from "node:net";
import { dial, type DialOptions, NotSentError } from "./dial.ts";
import type { Outgoing } from "./outgoing.ts";
import { minuteMs } from "../../domain/clock/units.ts";

/** The library. */
export type Undici = Pick<typeof undici, "Client">;

/** Loads undici with the first link: a server that only waits needs neither its 30 ms at the start nor its memory. */
export const loadUndici: () => Promise<Undici> = once(async () => (await import("undici")).default);

/** undici's view of one exchange. */
export type LinkHandler = Dispatcher.DispatchHandler;

/** Options of {@link Link}. `restMsMax`: how long it may rest between two exchanges before undici closes it. */
type LinkOptions = DialOptions & { headerBytesMax: number; restMsMax: number };

/** A provider's `Keep-Alive: timeout` is shortened by this much; if nothing remains, the link is not used again. */
const hintMarginMs = 1_000;

/** Passed to undici with each cut, which would otherwise create an error with a stack. It never leaves this folder. */
const cut = Object.assign(new Error("The connection was cut."), { code: "UND_ERR_DESTROYED" });

/**
 * One client and the one connection that it opens for its first request. When the connection has ended, the link is
 * over.
 */
export class Link {
  readonly #client: Client;
  #socket: Socket | null = null;
  #giveUpDial: (() => void) | null = null;
  #dialsLeft = 1;
  #bytesAtRest = 0;
  #restedAtMs = 0;
  readonly #restMsMax: number;

  /**
   * @param undici as {@link loadUndici} returns it.
   * @param onClose called once after the connection has ended on either side.
   */
  constructor(undici: Undici, options: LinkOptions, onClose?: () => void) {
    const { restMsMax } = options;
    this.#restMsMax = restMsMax;
    this.#client = new undici.Client(options.target.origin, {
      connect: (_options, done) => this.#connect(options, onClose, done),
      pipelining: 1,
      allowH2: false,
      // Otherwise an environment variable chooses the parser.
      useMilo: false,
      maxHeaderSize: options.headerBytesMax,
      // The exchange runs all timers itself, because it must distinguish what undici reports as one error.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: restMsMax,
      keepAliveMaxTimeout: restMsMax,
      keepAliveTimeoutThreshold: hintMarginMs,
    });
  }

  /**
   * Queues one request. `handler.onRequestStart` runs on the ready connection, in the tick of the first byte. On a link
   * whose connection has ended nothing is written, and the handler gets a {@link NotSentError}.
   */
  dispatch(outgoing: Outgoing, handler: LinkHandler): void {
    const { method, path, headers, body } = outgoing;
    this.#client.dispatch({ method, path, headers, body }, handler);
  }

  /** Marks the end of a response that was read completely. @param nowMs on the clock of {@link isFit}. */
  rest(nowMs: number): void {
    this.#bytesAtRest = this.#socket?.bytesRead ?? 0;
    this.#restedAtMs = nowMs;
  }

  /**
   * Whether the link can take another request, if nothing unsolicited arrived: it is open and has not rested too long.
   */
  isFit(nowMs: number): boolean {
    return this.#socket?.readyState === "open" && nowMs - this.#restedAtMs <= this.#restMsMax;
  }

  /** Whether nothing has been received since the previous response, or at all. */
  get isQuiet(): boolean {
    return (this.#socket?.bytesRead ?? 0) === this.#bytesAtRest;
  }

  /** Whether the connection failed. If so, a body that only the connection's end delimits may be incomplete. */
  get failed(): boolean {
    return (this.#socket?.errored ?? null) !== null;
  }

  /** Lets the process exit even while a response is pending. */
  unref(): void {
    this.#socket?.unref();
  }

  /** Cuts the connection, or the attempt to open one. A pending request ends with an error. */
  async destroy(): Promise<void> {
    this.#giveUpDial?.();
    this.#giveUpDial = null;
    await this.#client.destroy(cut);
  }

  #connect(
    options: DialOptions,
    onClose: (() => void) | undefined,
    done: (...result: [Error, null] | [null, Socket]) => void,
  ): void {
    // A second dial could only follow a connection that ended before the first byte, and could repeat forever.
    if (this.#dialsLeft === 0) {
      queueMicrotask(() => done(new NotSentError("connect"), null));
      return;
    }
    this.#dialsLeft -= 1;
    this.#giveUpDial = dial(options, (error, socket) => {
      this.#giveUpDial = null;
      this.#socket = socket;
      if (socket !== null && onClose !== undefined) socket.once("close", onClose);
      if (socket === null) done(error ?? new NotSentError("connect"), null);
      else done(null, socket);
    });
  }
}

/** Bounds for idle links. */
export type IdleLimits = {
  /**
   * How long a link may rest, between two calls or within one. Most servers wait five seconds or more. With less than
   * one second, no link outlives its connection by longer than that, so a disconnect or deletion on any replica needs
   * no notification here.
   */
  restMsMax: number;
  /** For each key, that is for one connection under one version of its credential. */
  perKeyMax: number;
  /** For all keys together; above it, the link that has rested longest is closed. */
  max: number;
  /** From the opening of a link: how long to rely on an address from DNS. */
  ageMsMax: number;
};

/** Per connection, its default number of concurrent executions; in total, a few megabytes of TLS state. */
export const idleDefaults: IdleLimits = { restMsMax: 900, perKeyMax: 64, max: 256, ageMsMax: minuteMs };

/** `untilMs` is when its age ends, on the caller's clock. */
type Resting = { key: string; untilMs: number };

export class IdleLinks {
  readonly #limits: IdleLimits;
  readonly #drop: (link: Link) => void;
  /** Links by key, the most recent last. */
  readonly #ofKey = new Map<string, Link[]>();
  /** All links, the oldest first. */
  readonly #all = new Map<Link, Resting>();

  /** @param drop closes a link that must not be used again. */
  constructor(limits: IdleLimits, drop: (link: Link) => void) {
    this.#limits = limits;
    this.#drop = drop;
  }

  /** Takes the most recent link of a key; null if none is usable. */
  take(key: string, nowMs: number): Link | null {
    for (;;) {
      const link = this.#ofKey.get(key)?.at(-1);
      if (link === undefined) return null;
      const { untilMs } = this.#all.get(link) ?? { untilMs: nowMs };
      this.remove(link);
      if (nowMs < untilMs && link.isFit(nowMs)) return link;
      this.#drop(link);
    }
  }

  /**
   * Keeps a link whose last response was read completely, or closes it if it is no longer usable.
   * @param openedAtMs when it was opened, on the clock of `nowMs`.
   */
  keep(key: string, link: Link, { openedAtMs, nowMs }: { openedAtMs: number; nowMs: number }): void {
    if (!link.isFit(nowMs)) {
      this.#drop(link);
      return;
    }
    const ofKey = this.#ofKey.get(key) ?? [];
    this.#ofKey.set(key, ofKey);
    ofKey.push(link);
    this.#all.set(link, { key, untilMs: openedAtMs + this.#limits.ageMsMax });
    const [first] = ofKey;
    if (ofKey.length > this.#limits.perKeyMax && first !== undefined) this.#close(first);
    if (this.#all.size > this.#limits.max) this.dropOldest();
  }

  /** Closes the link that has rested longest. @returns whether there was one. */
  dropOldest(): boolean {
    const [oldest] = this.#all.keys();
    if (oldest !== undefined) this.#close(oldest);
    return oldest !== undefined;
  }

  /** Removes a link if it is idle here. */
  remove(link: Link): void {
    const resting = this.#all.get(link);
    if (resting === undefined) return;
    this.#all.delete(link);
    const ofKey = this.#ofKey.get(resting.key) ?? [];
    const at = ofKey.lastIndexOf(link);
    if (at !== -1) ofKey.splice(at, 1);
    if (ofKey.length === 0) this.#ofKey.delete(resting.key);
  }

  #close(link: Link): void {
    this.remove(link);
    this.#drop(link);
  }
}
