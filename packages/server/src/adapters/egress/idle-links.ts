/** Idle links between two calls, by key, with limits on their number, rest and age. */
import { minuteMs } from "../../domain/clock/units.ts";
import type { Link } from "./link.ts";

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
