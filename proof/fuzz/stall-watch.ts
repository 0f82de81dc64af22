/** Watches a server's event loop: which of its turns were long by its own work, and what was sent meanwhile. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Stall } from "./stall-gate.ts";

/** As long as a turn may keep everybody waiting, in milliseconds. */
const stallMs = 100;
/**
 * What makes the server compute does so each time. What comes once is no caller's to repeat: code that is loaded at its first
 * use, as that of MCP, a look through memory, a moment in which the machine was slow.
 */
const repeats = 2;
/** So many that come again are enough to be told; each costs some more tries. */
const toldMax = 5;
/** The gate asks for its turn every 5 ms, and notes one that came late then. */
const notedWithinMs = 50;

/** Milliseconds: of the longest turn what the server computed, and what it lasted. */
export interface LongestTurn {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** One server's event loop, from {@link StallWatch.start} on. */
export class StallWatch {
  /** What the server is started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;
  readonly #sent: Sent[] = [];
  #startedAtMs = 0;

  /** @param folder where the server's turns are noted. */
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

  /** Sends something, and remembers when it was under way. */
  async timed<Found>(what: string, act: () => Promise<Found>): Promise<Found> {
    const fromMs = Date.now();
    try {
      return await act();
    } finally {
      this.#sent.push({ fromMs, toMs: Date.now(), what, again: act });
    }
  }

  /** Turns of too much work that came again, in words, and the longest one of any. */
  async result(): Promise<{ readonly stalls: readonly string[]; readonly longestTurn: LongestTurn }> {
    const since = (fromMs: number): readonly Stall[] => readStalls(this.#file).filter(({ atMs }) => atMs > fromMs);
    const stalls = since(this.#startedAtMs);
    return { stalls: await repeated(stalls, this, since), longestTurn: longestOf(stalls) };
  }

  /** What was under way when the loop stood still. */
  readonly during = ({ atMs, wallMs }: Stall): readonly Sent[] =>
    this.#sent.filter(({ fromMs, toMs }) => fromMs < atMs && toMs > atMs - wallMs);
}

/** Whether the process itself was at work for too long; where it was not, others kept it from its turn. */
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

/** What was sent, and how to send it again. */
export interface Sent {
  readonly what: string;
  readonly fromMs: number;
  readonly toMs: number;
  again(): Promise<unknown>;
}

/**
 * The turns of too much work that come again each time when what was under way is sent again, in words. One with nothing under
 * way cannot be tried, and counts.
 * @param stallsSince the turns that came late since a moment, in Unix milliseconds.
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
