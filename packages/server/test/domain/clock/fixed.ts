/** Clocks that show what a test says. */
import { cutoffMs } from "../../../src/domain/clock/cutoff.ts";
import type { ServiceClock } from "../../../src/domain/clock/service-clock.ts";

/** A clock in order, at one time that each sample confirms. */
export function fixedClock(nowMs: number): Pick<ServiceClock, "confirmed" | "standing"> {
  return {
    confirmed: () => Promise.resolve({ nowMs, cutoffMs: (keptMs) => cutoffMs(nowMs, keptMs, []) }),
    standing: () => ({ offsetMs: 0, jump: null, gap: null }),
  };
}

/** A clock that has jumped: it confirms nothing. */
export const jumpedClock: Pick<ServiceClock, "confirmed" | "standing"> = {
  confirmed: () => Promise.resolve(null),
  standing: () => ({ offsetMs: -1, jump: { cause: "ran", atMs: 1 }, gap: null }),
};
