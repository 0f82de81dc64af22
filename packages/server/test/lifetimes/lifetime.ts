/** Checks a lifetime at its end, a millisecond before, and a millisecond after. */
import assert from "node:assert/strict";

/** When each lifetime begins. */
export const bornAt = 1_800_000_000_000;
/** The times to check, relative to the end. */
export const offsets = [-1, 0, 1] as const;

/** Whether the subject still holds at this time; it is created separately for each time. */
type Holds = (at: number) => Promise<boolean> | boolean;
/** `[before, at, after]` its end. */
type Verdict = readonly [boolean, boolean, boolean];
/** It is over at its end. */
export const ends: Verdict = [true, false, false];
/** It is kept up to and including its end, and then pruned. */
export const isPruned: Verdict = [true, true, false];
/** It is never pruned. */
export const stays: Verdict = [true, true, true];
/** A lifetime from {@link bornAt}, in milliseconds. */
export type Lifetime = { lifeMs: number; verdict: Verdict; holds: Holds };

/** Checks a lifetime at its end. */
export async function check({ lifeMs, verdict, holds }: Lifetime): Promise<void> {
  const found: boolean[] = [];
  for (const offset of offsets) found.push(await holds(bornAt + lifeMs + offset));
  assert.deepEqual(found, verdict);
}
