/** The number and seed of the schedules to try, printed so that a run can be reproduced. */
import { randomInt } from "node:crypto";

/** Parameters of fast-check. `path` reproduces a counterexample. */
export type ScheduleParameters = { numRuns: number; seed: number; path?: string; endOnFailure: boolean; verbose: 1 };

/**
 * Reads the parameters: `SVC_TEST_SCHEDULES` for all files together, `SVC_TEST_SEED` and `SVC_TEST_PATH`.
 * @param share this file's schedules out of every 200.
 */
export function readParameters(name: string, share: number): ScheduleParameters {
  const { SVC_TEST_SCHEDULES: count = "200", SVC_TEST_SEED: given, SVC_TEST_PATH: path } = process.env;
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  const numRuns = Math.ceil((Number(count) * share) / 200);
  console.log(`${name}: ${numRuns} schedules, SVC_TEST_SEED=${seed}`);
  // A failing schedule is short anyway, and shrinking it would hide the order.
  return { numRuns, seed, endOnFailure: true, verbose: 1, ...(path === undefined ? {} : { path }) };
}
