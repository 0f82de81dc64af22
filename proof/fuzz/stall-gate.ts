/**
 * Loaded into a server with NODE_OPTIONS=--import; the product is unaware of it. Records stalls of the event loop. A
 * timer runs every few milliseconds. If a turn is late, the main thread's processor time in between
 * (getrusage of the thread) distinguishes a busy loop from a process that others kept from running.
 */
import { appendFileSync } from "node:fs";

/** A late turn. */
export interface Stall {
  /** Unix milliseconds of its end. */
  readonly atMs: number;
  /** From turn to turn. */
  readonly wallMs: number;
  /** Processor time of the main thread, in user mode and in the kernel. */
  readonly cpuMs: number;
}

const everyMs = 5;
/** Shorter ones aren't recorded. */
const wallMsMin = 40;

function watch(file: string): void {
  let before = performance.now();
  let usage = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(usage);
    const stall: Stall = { atMs: Date.now(), wallMs: now - before, cpuMs: (user + system) / 1000 };
    if (stall.wallMs > wallMsMin) appendFileSync(file, `${JSON.stringify(stall)}\n`);
    before = now;
    usage = process.threadCpuUsage();
  }, everyMs).unref();
}

const file = process.env["SVC_PROOF_STALLS"];
if (file !== undefined) watch(file);
