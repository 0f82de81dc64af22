/**
 * Decides which owners are dead: those whose heartbeat count this process has seen stand still. It compares no clocks of two
 * machines, and time without observations does not count.
 */
import type { OwnerBeats } from "./port.ts";

/** How long an owner may be silent, and how much of the time between two observations counts, in milliseconds. */
export type WatchTimes = { silentMs: number; pauseMaxMs: number };

/** The observations of one sweeper. */
export type OwnerWatch = {
  /**
   * Records a look at the owners that have not ended.
   * @param nowMs this machine's uptime.
   * @returns the owners whose beats have not grown for longer than they may be silent.
   */
  look(living: readonly OwnerBeats[], nowMs: number): OwnerBeats[];
};

/** Creates a watch without observations. */
export function createOwnerWatch({ silentMs, pauseMaxMs }: WatchTimes): OwnerWatch {
  let seen = new Map<string, { beats: number; silentForMs: number }>();
  let lookedAtMs: number | null = null;
  return {
    look(living, nowMs) {
      // In a long pause the whole machine may have stood still, so most of the pause does not count.
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
