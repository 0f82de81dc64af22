/** Links that rest between two calls, by what they may be used for: bounded in number, in rest and in age. */
import type { Link } from "./link.ts";

/** Bounds of the links that rest. */
export type IdleLimits = {
  /**
   * How long a link may rest, between two calls or within one. Usual servers wait five seconds and more. Under one second
   * no link outlives its connection of ours by more: neither a disconnect nor a deletion, on whichever replica, has to be
   * told to anybody here.
   */
  restMsMax: number;
  /** Of one key, which is one connection of ours under one version of its credential. */
  perKeyMax: number;
  /** Of all keys; beyond it the one that has rested longest is closed. */
  max: number;
  /** From the opening of a link: how long an address that DNS gave can be gone on with. */
  ageMsMax: number;
};

/** As many of one connection as it may have executions at once by default; of all, what some megabytes of TLS hold. */
export const idleDefaults: IdleLimits = { restMsMax: 900, perKeyMax: 64, max: 256, ageMsMax: 60_000 };

/** `untilMs` ends its age, on the caller's clock. */
type Resting = { key: string; untilMs: number };

/** The links that rest. */
export class IdleLinks {
  readonly #limits: IdleLimits;
  readonly #drop: (link: Link) => void;
  /** Of each key, the one that came last at the end. */
  readonly #ofKey = new Map<string, Link[]>();
  /** Of all, the one that came first at the beginning. */
  readonly #all = new Map<Link, Resting>();

  /** @param drop closes a link that is not to be used again. */
  constructor(limits: IdleLimits, drop: (link: Link) => void) {
    this.#limits = limits;
    this.#drop = drop;
  }

  /** Takes the link of a key that came last; null where none is fit for use. */
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
   * Keeps a link whose last answer was read whole, or closes it where it is no longer fit.
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

  /** Forgets a link, where it rests here. */
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
