/** Clocks with a fixed state, for tests. */
import { cutoffMs } from "../../../src/domain/clock/judge.ts";
import type { ServiceClock } from "../../../src/domain/clock/service-clock.ts";

/** Creates a clock that stays at one time, which every sample confirms. */
export function fixedClock(nowMs: number): Pick<ServiceClock, "confirmed" | "state"> {
  return {
    confirmed: () => Promise.resolve({ nowMs, cutoffMs: (keptMs) => cutoffMs(nowMs, keptMs, []) }),
    state: () => ({ offsetMs: 0, jump: null, gap: null }),
  };
}

/** A clock that has jumped and confirms nothing. */
export const jumpedClock: Pick<ServiceClock, "confirmed" | "state"> = {
  confirmed: () => Promise.resolve(null),
  state: () => ({ offsetMs: -1, jump: { cause: "ran", atMs: 1 }, gap: null }),
};
