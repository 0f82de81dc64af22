/**
 * Detects dead owners: those whose heartbeat count has stopped increasing. It never compares the clocks of two
 * machines, and time without observations doesn't count.
 */
import type { OwnerBeats } from "./port.ts";

/** How long an owner may be silent, and the most that counts between two observations, in milliseconds. */
export type WatchTimes = { silentMs: number; pauseMaxMs: number };

/** The observations of one sweeper. */
export type OwnerWatch = {
  /**
   * Records an observation of the owners that have not ended.
   * @param nowMs this machine's uptime.
   * @returns the owners whose heartbeat count hasn't increased for longer than `silentMs`.
   */
  look(living: readonly OwnerBeats[], nowMs: number): OwnerBeats[];
};

/** Creates a watch without observations. */
export function createOwnerWatch({ silentMs, pauseMaxMs }: WatchTimes): OwnerWatch {
  let seen = new Map<string, { beats: number; silentForMs: number }>();
  let lookedAtMs: number | null = null;
  return {
    look(living, nowMs) {
      // During a long pause the whole machine may have been suspended, so most of the pause doesn't count.
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
