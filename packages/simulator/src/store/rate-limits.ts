/** Primary and secondary rate limits, on the simulator's clock. */

/** One limit. The numbers may depend on the settings, which are a store's switches, and on the caller. */
export interface LimitRule<Settings> {
  readonly limit: (settings: Settings, caller: string) => number;
  readonly windowMs: (settings: Settings) => number;
  /**
   * `aligned`: every window starts at a multiple of its length. `first` (the default): it starts with its first
   * request, and ends at a whole second. `sliding`: it always covers the most recent period of that length.
   */
  readonly window?: "aligned" | "first" | "sliding";
}

/** One window of one caller. Times are Unix milliseconds. */
export interface LimitWindow {
  readonly limit: number;
  readonly used: number;
  readonly resetAtMs: number;
}

/** All counts of an API. A caller is any text: a user, a token, an address. */
export class RateLimits<Name extends string, Settings = undefined> {
  readonly #rules: Readonly<Record<Name, LimitRule<Settings>>>;
  readonly #used = new Map<string, { atMs: number[]; resetAtMs: number }>();
  readonly #blockedUntilMs = new Map<string, number>();

  constructor(rules: Readonly<Record<Name, LimitRule<Settings>>>) {
    this.#rules = rules;
  }

  /** A caller's current window. */
  window(caller: string, name: Name, nowMs: number, settings: Settings): LimitWindow {
    const { atMs, resetAtMs } = this.#current(caller, name, nowMs, settings);
    return { limit: this.#rules[name].limit(settings, caller), used: atMs.length, resetAtMs };
  }

  /** Counts one request. Returns false, without counting it, if the window is used up. */
  take(caller: string, name: Name, nowMs: number, settings: Settings): boolean {
    const current = this.#current(caller, name, nowMs, settings);
    if (current.atMs.length >= this.#rules[name].limit(settings, caller)) return false;
    current.atMs.push(nowMs);
    return true;
  }

  /** Uses up a window. */
  exhaust(caller: string, name: Name, nowMs: number, settings: Settings): void {
    while (this.take(caller, name, nowMs, settings));
  }

  /** Puts a caller under a secondary limit until the given time. */
  block(caller: string, untilMs: number): void {
    this.#blockedUntilMs.set(caller, untilMs);
  }

  /** Whether a caller is under a secondary limit. */
  isBlocked(caller: string, nowMs: number): boolean {
    return (this.#blockedUntilMs.get(caller) ?? 0) > nowMs;
  }

  /** Resets all counts. */
  clear(): void {
    this.#used.clear();
    this.#blockedUntilMs.clear();
  }

  #current(caller: string, name: Name, nowMs: number, settings: Settings): { atMs: number[]; resetAtMs: number } {
    const { window = "first", windowMs } = this.#rules[name];
    const key = `${caller} ${name}`;
    const lengthMs = windowMs(settings);
    const found = this.#used.get(key);
    if (window === "sliding") {
      const atMs = (found?.atMs ?? []).filter((ms) => ms > nowMs - lengthMs);
      return this.#keep(key, { atMs, resetAtMs: (atMs[0] ?? nowMs) + lengthMs });
    }
    if (window === "aligned") {
      const resetAtMs = nowMs - (nowMs % lengthMs) + lengthMs;
      return found?.resetAtMs === resetAtMs ? found : this.#keep(key, { atMs: [], resetAtMs });
    }
    if (found !== undefined && found.resetAtMs > nowMs) return found;
    // Headers have whole seconds, so a window ends at a whole second.
    return this.#keep(key, { atMs: [], resetAtMs: Math.ceil((nowMs + lengthMs) / 1000) * 1000 });
  }

  #keep(key: string, made: { atMs: number[]; resetAtMs: number }): { atMs: number[]; resetAtMs: number } {
    this.#used.set(key, made);
    return made;
  }
}

/** The format of a limit's headers. */
export interface LimitHeaderForm {
  /** Default `x-ratelimit-`. */
  readonly prefix?: string;
  /** The unit of `reset`: Unix seconds (the default), Unix milliseconds, or seconds from now. */
  readonly reset?: "unix-seconds" | "unix-ms" | "seconds";
}

/** The headers `limit`, `remaining` and `reset` of a window. */
export function limitHeaders(
  { limit, used, resetAtMs }: LimitWindow,
  nowMs: number,
  { prefix = "x-ratelimit-", reset = "unix-seconds" }: LimitHeaderForm = {},
): Record<string, string> {
  const resets = { "unix-seconds": resetAtMs / 1000, "unix-ms": resetAtMs, seconds: secondsUntil(resetAtMs, nowMs) };
  return {
    [`${prefix}limit`]: String(limit),
    [`${prefix}remaining`]: String(Math.max(0, limit - used)),
    [`${prefix}reset`]: String(resets[reset]),
  };
}

/** The seconds to wait, at least one, for `retry-after`. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / 1000));
}
