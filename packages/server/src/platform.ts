/** The one place of the server for clocks and randomness; everything else takes a `Platform`. */
import { randomBytes } from "node:crypto";
import { uptime } from "node:os";

/** What the domain asks of the machine. */
export type Platform = {
  /** Milliseconds since the epoch: the service clock in a deployment, this machine's wall clock before it is opened. */
  nowMs(): number;
  /** A clock that never jumps, in milliseconds from an arbitrary start. It may stand while the machine sleeps. */
  monotonicMs(): number;
  /** Milliseconds since this machine was started, its sleep included. It never jumps; it costs a system call. */
  uptimeMs(): number;
  /** Bytes that are fit for keys. */
  randomBytes(count: number): Uint8Array;
  /** A number in [0, 1) for jitter; never for secrets. */
  jitter(): number;
};

/** The real machine. */
export const systemPlatform: Platform = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1000,
  randomBytes: (count) => randomBytes(count),
  jitter: () => Math.random(),
};

/** How late the event loop is. */
export type LoopDelay = {
  /** Milliseconds by which every one of the last looks came late: one long task alone makes no delay. */
  ms(): number;
  stop(): void;
};

/** How often the event loop is looked at, and how many looks in a row must have been late. */
const loopDelayTimes = { everyMs: 50, looks: 3 };

/** Looks at the event loop until it is stopped. It does not keep the process alive. */
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
