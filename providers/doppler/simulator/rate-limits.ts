/** Rate limits per minute: three buckets per token, and one set for callers without a valid token. */
import type { Switches } from "./switches.ts";

/** The limit that a call counts against. */
export type Bucket = "reads" | "secretReads" | "writes";

/** The result of counting: headers for the answer, and the seconds to wait if the limit is used up. */
export interface Counted {
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | null;
}

/** Fixed windows of a minute on the simulator's clock. */
export class RateLimits {
  #windowStartMs = 0;
  #used = new Map<string, number>();

  /** Counts one call by `caller` (a token's name or an address). */
  count(caller: string, bucket: Bucket, nowMs: number, switches: Switches): Counted {
    const windowStartMs = nowMs - (nowMs % 60_000);
    if (windowStartMs !== this.#windowStartMs) {
      this.#used.clear();
      this.#windowStartMs = windowStartMs;
    }
    const limit = switches[`${bucket}PerMinute`];
    const key = `${caller} ${bucket}`;
    const used = (this.#used.get(key) ?? 0) + 1;
    this.#used.set(key, used);
    const resetMs = windowStartMs + 60_000;
    const headers = {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(Math.max(0, limit - used)),
      "x-ratelimit-reset": String(resetMs / 1000),
    };
    return { headers, retryAfterSeconds: used > limit ? Math.max(1, Math.ceil((resetMs - nowMs) / 1000)) : null };
  }

  /** Resets all counts. */
  clear(): void {
    this.#used.clear();
  }
}
