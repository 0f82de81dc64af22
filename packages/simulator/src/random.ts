/** Randomness that a seed repeats, so that a failing run can be run again. */

/**
 * Gives a generator of numbers in [0, 1) by mulberry32 (public domain, Tommy Ettinger).
 * @param seed any integer; only its low 32 bits count
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
