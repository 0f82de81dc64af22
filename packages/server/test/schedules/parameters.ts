/** How many schedules are tried, and from which seed; printed, so that a run can be had again. */
import { randomInt } from "node:crypto";

/** What fast-check is told. `path` repeats one counterexample. */
export type ScheduleParameters = { numRuns: number; seed: number; path?: string; endOnFailure: boolean; verbose: 1 };

/**
 * `SVC_TEST_SCHEDULES` says how many over all files, `SVC_TEST_SEED` and `SVC_TEST_PATH` which.
 * @param share how many of every 200 are this file's.
 */
export function parametersOf(name: string, share: number): ScheduleParameters {
  const { SVC_TEST_SCHEDULES: count = "200", SVC_TEST_SEED: given, SVC_TEST_PATH: path } = process.env;
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  const numRuns = Math.ceil((Number(count) * share) / 200);
  console.log(`${name}: ${numRuns} schedules, SVC_TEST_SEED=${seed}`);
  // A schedule that fails is short as it is, and its shrinking would hide which order it was.
  return { numRuns, seed, endOnFailure: true, verbose: 1, ...(path === undefined ? {} : { path }) };
}
