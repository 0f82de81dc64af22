/**
 * Primary and secondary rate limits.
 * Follows docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api.
 */
import type { Switches } from "./switches.ts";

/** The limit that a request counts against. */
export type Resource = "core" | "search";

/** One window of one caller. Times are Unix milliseconds. */
export interface Window {
  readonly limit: number;
  readonly used: number;
  readonly resetAtMs: number;
}

/** All counts. A caller is a user ("user 1"), whatever the app, or "anonymous". */
export class RateLimits {
  readonly #windows = new Map<string, { used: number; resetAtMs: number }>();
  readonly #content = new Map<string, number[]>();
  readonly #blockedUntilMs = new Map<string, number>();

  /** A caller's current window. */
  window(caller: string, resource: Resource, nowMs: number, switches: Switches): Window {
    const { used, resetAtMs } = this.#current(caller, resource, nowMs, switches);
    const user = resource === "search" ? switches.searchPerWindow : switches.corePerWindow;
    return { limit: caller === "anonymous" ? Math.min(switches.anonymousPerWindow, user) : user, used, resetAtMs };
  }

  /** Counts one request, unless the window is used up. */
  count(caller: string, resource: Resource, nowMs: number, switches: Switches): void {
    const current = this.#current(caller, resource, nowMs, switches);
    const { limit } = this.window(caller, resource, nowMs, switches);
    if (current.used < limit) current.used += 1;
  }

  /** Uses a window up. */
  exhaust(caller: string, resource: Resource, nowMs: number, switches: Switches): void {
    this.#current(caller, resource, nowMs, switches).used = this.window(caller, resource, nowMs, switches).limit;
  }

  /** Puts a caller under a secondary limit for this long. */
  block(caller: string, untilMs: number): void {
    this.#blockedUntilMs.set(caller, untilMs);
  }

  /** Whether a secondary limit applies. A request that creates content counts towards one. */
  isBlocked(caller: string, createsContent: boolean, nowMs: number, switches: Switches): boolean {
    if ((this.#blockedUntilMs.get(caller) ?? 0) > nowMs) return true;
    if (!createsContent) return false;
    const recent = (this.#content.get(caller) ?? []).filter((atMs) => atMs > nowMs - 60_000);
    if (recent.length < switches.contentPerMinute) recent.push(nowMs);
    else return true;
    this.#content.set(caller, recent);
    return false;
  }

  /** Resets all counts. */
  clear(): void {
    this.#windows.clear();
    this.#content.clear();
    this.#blockedUntilMs.clear();
  }

  #current(caller: string, resource: Resource, nowMs: number, switches: Switches): { used: number; resetAtMs: number } {
    const key = `${caller} ${resource}`;
    const found = this.#windows.get(key);
    if (found !== undefined && found.resetAtMs > nowMs) return found;
    const seconds = resource === "search" ? Math.min(60, switches.windowSeconds) : switches.windowSeconds;
    // The header has whole seconds, so a window ends at a whole second.
    const made = { used: 0, resetAtMs: Math.ceil(nowMs / 1000 + seconds) * 1000 };
    this.#windows.set(key, made);
    return made;
  }
}
