/** The server's only source of clocks and randomness; everything else takes a `Platform`. */
import { randomBytes } from "node:crypto";
import { uptime } from "node:os";

/** The machine's clocks and randomness, and the deployment's cell, as the domain uses them. */
export type Platform = {
  /** Milliseconds since the epoch: the service clock of an open deployment, otherwise this machine's wall clock. */
  nowMs(): number;
  /** A clock that never jumps, in milliseconds from an arbitrary start. It may stop while the machine sleeps. */
  monotonicMs(): number;
  /** Milliseconds since this machine was started, including sleep. It never jumps. Each call is a system call. */
  uptimeMs(): number;
  /** Random bytes that are suitable for keys. */
  randomBytes(count: number): Uint8Array;
  /** A number in [0, 1) for jitter; never for secrets. */
  jitter(): number;
  /** What ids, keys and tokens have after their prefix (contract §1.4), such as `eu.`; empty outside of cells. */
  cellMark(): string;
};

/** The real machine. */
export const systemPlatform: Platform = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1000,
  randomBytes: (count) => randomBytes(count),
  jitter: () => Math.random(),
  cellMark: () => "",
};

/** Measures how late the event loop is. */
export type LoopDelay = {
  /** The milliseconds by which all of the last checks were late, so that a single long task doesn't count. */
  ms(): number;
  stop(): void;
};

/** The interval of the checks, and how many consecutive ones must be late. */
const loopDelayTimes = { everyMs: 50, looks: 3 };

/** Checks the event loop until it is stopped. It doesn't keep the process alive. */
export function watchLoopDelay(clock: Pick<Platform, "monotonicMs"> = systemPlatform): LoopDelay {
  const { everyMs, looks } = loopDelayTimes;
  const late: number[] = [];
  let dueMs = clock.monotonicMs() + everyMs;
  const timer = setInterval(() => {
    const nowMs = clock.monotonicMs();
    late.push(Math.max(0, nowMs - dueMs));
    if (late.length > looks) late.shift();
    dueMs = nowMs + everyMs;
  }, everyMs).unref();
  return { ms: () => (late.length < looks ? 0 : Math.min(...late)), stop: () => clearInterval(timer) };
}
