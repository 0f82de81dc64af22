/** A clock that a test turns. */

/** Milliseconds that only the test adds to. */
export type TestClock = { nowMs: number; monotonicMs: () => number };

/** Makes one that stands at a time like that of a process that has run for a while. */
export function testClock(): TestClock {
  const clock: TestClock = { nowMs: 1_000_000, monotonicMs: () => clock.nowMs };
  return clock;
}
