/** Seeded randomness, so that a failing run can be repeated. */

/**
 * Creates a generator of numbers in [0, 1) with mulberry32 (public domain, Tommy Ettinger).
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
