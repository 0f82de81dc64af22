/** Random choices that can be repeated with a printed seed. */
import { randomInt } from "node:crypto";

/** The seed of this run: `SVC_TEST_SEED`, or a new one. */
export function seedOfRun(): number {
  const given = process.env["SVC_TEST_SEED"];
  return given === undefined ? randomInt(2 ** 31) : Number(given);
}

/** Numbers in [0, 1) by mulberry32; equal for equal seeds. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
