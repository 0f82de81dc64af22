/** A clock that a test controls. */

/** Milliseconds that only the test advances. */
export type TestClock = { nowMs: number; monotonicMs: () => number };

/** Creates a clock with the time of a process that has run for a while. */
export function testClock(): TestClock {
  const clock: TestClock = { nowMs: 1_000_000, monotonicMs: () => clock.nowMs };
  return clock;
}
