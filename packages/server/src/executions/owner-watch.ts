/**
 * Which owners are dead, by what this process has seen itself: beats that no longer grow. No two machines' clocks are compared,
 * and a time at which nobody looked proves nothing.
 */
import type { OwnerBeats } from "./port.ts";

/** How long an owner may be silent, and how much of a pause between two looks counts, in milliseconds. */
export type WatchTimes = { silentMs: number; pauseMaxMs: number };

/** The memory of one sweeper. */
export type OwnerWatch = {
  /**
   * Takes note of who lives.
   * @param nowMs this machine's uptime.
   * @returns the owners whose beats have not grown for longer than they may be silent.
   */
  look(living: readonly OwnerBeats[], nowMs: number): OwnerBeats[];
};

/** Makes a watch that has seen nothing. */
export function createOwnerWatch({ silentMs, pauseMaxMs }: WatchTimes): OwnerWatch {
  let seen = new Map<string, { beats: number; silentForMs: number }>();
  let lookedAtMs: number | null = null;
  return {
    look(living, nowMs) {
      // After a long pause this process may have stood still together with all others, so most of the pause counts for nothing.
      const pauseMs = lookedAtMs === null ? 0 : Math.min(nowMs - lookedAtMs, pauseMaxMs);
      lookedAtMs = nowMs;
      const next = living.map(({ ownerId, beats }) => {
        const before = seen.get(ownerId);
        return { ownerId, beats, silentForMs: before?.beats === beats ? before.silentForMs + pauseMs : 0 };
      });
      seen = new Map(next.map(({ ownerId, ...what }) => [ownerId, what]));
      return next.flatMap(({ silentForMs, ...owner }) => (silentForMs > silentMs ? [owner] : []));
    },
  };
}
