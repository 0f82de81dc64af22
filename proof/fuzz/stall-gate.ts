/**
 * Loaded into a server by NODE_OPTIONS=--import, and nowhere named by the product: notes when the event loop stood still. A
 * timer asks for its turn every few milliseconds. Where the turn comes late, what the main thread computed in between
 * (getrusage of the thread) tells a loop that was busy from a process that other processes kept from running.
 */
import { appendFileSync } from "node:fs";

/** A turn that came late. */
export interface Stall {
  /** Unix milliseconds of its end. */
  readonly atMs: number;
  /** From turn to turn. */
  readonly wallMs: number;
  /** What the main thread computed meanwhile, in user mode and in the kernel. */
  readonly cpuMs: number;
}

const everyMs = 5;
/** Shorter ones are not noted. */
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
