/** Watches a server's event loop: which turns were long because of its own work, and which requests were running. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Stall } from "./stall-gate.ts";

/** The longest allowed turn, in milliseconds. */
const stallMs = 100;
/**
 * An expensive request is expensive each time. A single occurrence doesn't count: it may be code loaded at its first
 * use, garbage collection, or a slow moment of the machine.
 */
const repeats = 2;
/** This many repeatable stalls are enough to report; each needs several more tries. */
const toldMax = 5;
/** The gate's timer runs every 5 ms. */
const notedWithinMs = 50;

/** The longest turn's processor time and duration, in milliseconds. */
export interface LongestTurn {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** One server's event loop, from {@link StallWatch.start} on. */
export class StallWatch {
  /** The server's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;
  readonly #sent: Sent[] = [];
  #startedAtMs = 0;

  /** @param folder where the server records its turns. */
  constructor(folder: string) {
    this.#file = join(folder, "stalls");
    const gate = pathToFileURL(join(import.meta.dirname, "stall-gate.ts")).href;
    this.env = {
      SVC_PROOF_STALLS: this.#file,
      NODE_OPTIONS: `--import=${gate} --disable-warning=ExperimentalWarning`,
    };
  }

  start(): void {
    this.#startedAtMs = Date.now();
  }

  /** Sends a request, and remembers when it ran. */
  async timed<Found>(what: string, act: () => Promise<Found>): Promise<Found> {
    const fromMs = Date.now();
    try {
      return await act();
    } finally {
      this.#sent.push({ fromMs, toMs: Date.now(), what, again: act });
    }
  }

  /** Descriptions of repeatable stalls, and the longest turn of all. */
  async result(): Promise<{ readonly stalls: readonly string[]; readonly longestTurn: LongestTurn }> {
    const since = (fromMs: number): readonly Stall[] => readStalls(this.#file).filter(({ atMs }) => atMs > fromMs);
    const stalls = since(this.#startedAtMs);
    return { stalls: await repeated(stalls, this, since), longestTurn: longestOf(stalls) };
  }

  /** The requests that ran during a stall. */
  readonly during = ({ atMs, wallMs }: Stall): readonly Sent[] =>
    this.#sent.filter(({ fromMs, toMs }) => fromMs < atMs && toMs > atMs - wallMs);
}

/** Whether the process itself computed for too long; otherwise others kept it from running. */
export function isOwnWork({ cpuMs }: Pick<Stall, "cpuMs">): boolean {
  return cpuMs > stallMs;
}

function readStalls(file: string): readonly Stall[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Stall);
}

function longestOf(stalls: readonly Stall[]): LongestTurn {
  const longest = (measure: (stall: Stall) => number): number => Math.round(Math.max(0, ...stalls.map(measure)));
  return { cpuMs: longest(({ cpuMs }) => cpuMs), wallMs: longest(({ wallMs }) => wallMs) };
}

/** A request, and how to repeat it. */
export interface Sent {
  readonly what: string;
  readonly fromMs: number;
  readonly toMs: number;
  again(): Promise<unknown>;
}

/**
 * Describes the stalls that occur each time their requests are sent again. A stall without
 * requests can't be repeated, and counts.
 * @param stallsSince the late turns since a moment, in Unix milliseconds.
 */
export async function repeated(
  stalls: readonly Stall[],
  { during }: { during(stall: Stall): readonly Sent[] },
  stallsSince: (fromMs: number) => readonly Stall[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const stall of stalls.filter(isOwnWork)) {
    if (found.length === toldMax) break;
    const sent = during(stall);
    const comesAgain = async (): Promise<boolean> => {
      const fromMs = Date.now();
      for (const { again } of sent) await again().catch(() => undefined);
      await delay(notedWithinMs);
      return stallsSince(fromMs).some(isOwnWork);
    };
    let isRepeated = true;
    for (let times = 0; isRepeated && sent.length > 0 && times < repeats; times += 1) isRepeated = await comesAgain();
    if (!isRepeated) continue;
    const what = sent.map((one) => one.what).join("; ");
    const [cpuMs, wallMs] = [Math.round(stall.cpuMs), Math.round(stall.wallMs)];
    found.push(`${cpuMs} ms of work in a turn of ${wallMs} ms: ${what.slice(0, 300)}`);
  }
  return found;
}
