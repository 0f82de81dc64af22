/** The one place of the server for clocks and randomness; everything else takes a `Platform`. */
import { randomBytes } from "node:crypto";

/** What the domain asks of the machine. */
export type Platform = {
  /** Wall clock, milliseconds since the epoch. */
  nowMs(): number;
  /** A clock that never jumps, in milliseconds from an arbitrary start. */
  monotonicMs(): number;
  /** Bytes from the operating system's random source. */
  randomBytes(count: number): Uint8Array;
  /** A number in [0, 1) for jitter; never for secrets. */
  jitter(): number;
};

/** The real machine. */
export const systemPlatform: Platform = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  randomBytes: (count) => randomBytes(count),
  jitter: () => Math.random(),
};
