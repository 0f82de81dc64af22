/**
 * The service clock: the time that all processes on a database share. Between samples of the raw clock it runs on this
 * machine's monotonic clock. Each sample is compared with the machine's uptime, so a jump of the raw clock changes
 * nothing.
 */
import type { Platform } from "../../platform.ts";
import { cutoffMs, judgeSample, judgeStart, type Finding, type Verdict } from "./judge.ts";
import type { ClockRow, ServiceClockStore, UncountedSpan } from "./port.ts";
import { minuteMs } from "./units.ts";

/** The time that a sample has just confirmed, and how far back a retention period reaches from it. */
export type ConfirmedTime = {
  /** Service time, in milliseconds since the epoch. */
  nowMs: number;
  /** Returns the time before which everything has been kept for longer than `keptMs`. */
  cutoffMs(keptMs: number): number;
};

/** The state of the clock, for people and metrics. */
export type ClockState = Pick<ClockRow, "offsetMs" | "jump" | "gap">;

/** The clock of one process. */
export type ServiceClock = {
  /** Service time, in whole milliseconds since the epoch; the machine's own time before the first sample. */
  nowMs(): number;
  /** Returns the state at the newest sample. */
  state(): ClockState;
  /**
   * Takes a sample now. Null while a jump has not been accepted, or if no good sample could be taken. In that case,
   * nothing may be deleted by age.
   */
  confirmed(): Promise<ConfirmedTime | null>;
  /** Calls the listener with every later finding except `ok`. */
  listen(listener: ClockListener): void;
  /** Takes the first sample, then one about every second until it is stopped. @throws the store's errors. */
  start(store: ServiceClockStore): Promise<void>;
  stop(): Promise<void>;
};

/** Callbacks. @property onFailure called if a sample fails; the clock keeps running and takes the next one. */
export type ClockListener = {
  onFinding: (finding: Finding, state: ClockState) => void;
  onFailure: (error: unknown) => void;
};

/** How often a sample is taken, how slow it may be, and how often the baseline moves, in milliseconds. */
const times = { everyMs: 1000, roundTripMaxMs: 1000, baselineMs: minuteMs, markEveryMs: 900 } as const;

/** How many times the first sample is tried before a slow one is accepted. */
const startAttempts = 3;

/** A sample. Its raw time belongs to the middle of the round trip. */
type TakenSample = { rawMs: number; row: ClockRow; monotonicMs: number; uptimeMs: number; roundTripMs: number };

/** The service time at one reading of this machine's clocks. */
type Anchor = { serviceMs: number; monotonicMs: number; uptimeMs: number };

/** Creates a clock that shows the machine's time until it is started. */
export function createServiceClock(machine: Platform): ServiceClock {
  return new SampledClock(machine);
}

class SampledClock implements ServiceClock {
  readonly #machine: Platform;
  #store: ServiceClockStore | null = null;
  #listener: ClockListener = { onFinding: () => undefined, onFailure: () => undefined };
  /** The base of `nowMs`. */
  #anchor: Anchor | null = null;
  /**
   * The base that samples are compared with. It moves once a minute, so that many small jumps add up to a large one.
   */
  #baseline: Anchor | null = null;
  #row: ClockRow | null = null;
  #spans: { generation: number; spans: readonly UncountedSpan[] } | null = null;
  #ownMarkMs = 0;
  #sampling: Promise<unknown> = Promise.resolve();
  #isSampling = false;
  #marking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(machine: Platform) {
    this.#machine = machine;
  }

  nowMs(): number {
    if (this.#anchor === null) return this.#machine.nowMs();
    return Math.floor(this.#anchor.serviceMs + this.#machine.monotonicMs() - this.#anchor.monotonicMs);
  }

  state(): ClockState {
    const { offsetMs = 0, jump = null, gap = null } = this.#row ?? {};
    return { offsetMs, jump, gap };
  }

  listen(listener: ClockListener): void {
    this.#listener = listener;
  }

  async start(store: ServiceClockStore): Promise<void> {
    this.#store = store;
    for (let attempt = 1; ; attempt += 1) {
      const taken = await this.#take();
      if (taken.roundTripMs > times.roundTripMaxMs && attempt < startAttempts) continue;
      if (await this.#adopt(taken, judgeStart(taken))) break;
    }
    // From now on, other processes read a current mark.
    await this.#moveMark();
    this.#timer = setInterval(() => {
      if (!this.#isSampling) void this.#sample().catch((error: unknown) => this.#listener.onFailure(error));
    }, times.everyMs);
    this.#timer.unref();
  }

  async confirmed(): Promise<ConfirmedTime | null> {
    const sampled = await this.#sample();
    if (sampled === null || sampled.row.jump !== null) return null;
    const nowMs = Math.floor(sampled.serviceMs);
    const { spans } = sampled;
    return { nowMs, cutoffMs: (keptMs) => cutoffMs(nowMs, keptMs, spans) };
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sampling.catch(() => undefined);
    await this.#marking;
  }

  /** Takes samples one at a time: concurrent ones would be compared with each other. */
  async #sample(): Promise<(Verdict & { spans: readonly UncountedSpan[] }) | null> {
    const next = this.#sampling.catch(() => undefined).then(() => this.#sampleNow());
    this.#sampling = next;
    return await next;
  }

  /** Null if the sample was slow, or if another process wrote its finding first. */
  async #sampleNow(): Promise<(Verdict & { spans: readonly UncountedSpan[] }) | null> {
    if (this.#row === null || this.#baseline === null) return null;
    this.#isSampling = true;
    try {
      const taken = await this.#take();
      if (taken.roundTripMs > times.roundTripMaxMs) return null;
      const verdict = judgeSample(taken, {
        serviceMs: this.#baseline.serviceMs + taken.uptimeMs - this.#baseline.uptimeMs,
        generation: this.#row.generation,
        ownMarkMs: this.#ownMarkMs,
      });
      if (!(await this.#adopt(taken, verdict))) return null;
      const spans = await this.#readSpans(verdict.row.generation);
      this.#marking ??= this.#moveMark()
        .catch((error: unknown) => this.#listener.onFailure(error))
        .finally(() => {
          this.#marking = null;
        });
      return { ...verdict, spans };
    } finally {
      this.#isSampling = false;
    }
  }

  async #take(): Promise<TakenSample> {
    const [store, machine] = [this.#requireStore(), this.#machine];
    const startedMs = machine.monotonicMs();
    const { row, databaseMs } = await store.read();
    const [monotonicMs, uptimeMs] = [machine.monotonicMs(), machine.uptimeMs()];
    const roundTripMs = monotonicMs - startedMs;
    if (databaseMs === null) return { row, rawMs: machine.nowMs(), monotonicMs, uptimeMs, roundTripMs };
    return {
      row,
      rawMs: databaseMs,
      monotonicMs: monotonicMs - roundTripMs / 2,
      uptimeMs: uptimeMs - roundTripMs / 2,
      roundTripMs,
    };
  }

  /** Applies a verdict after writing it to the row. False if another process has written the row in the meantime. */
  async #adopt(taken: TakenSample, { finding, serviceMs, row }: Verdict): Promise<boolean> {
    if (row !== taken.row && !(await this.#requireStore().replace(taken.row, row))) return false;
    const anchor = { serviceMs, monotonicMs: taken.monotonicMs, uptimeMs: taken.uptimeMs };
    const isExpected = finding === "ok" && this.#anchor !== null;
    // Don't move by less than a sample's uncertainty, or time would go back and forth.
    if (!isExpected || Math.abs(this.#differenceTo(anchor)) > taken.roundTripMs / 2 + 5) this.#anchor = anchor;
    const baseline = this.#baseline;
    const isOld = baseline === null || taken.uptimeMs - baseline.uptimeMs >= times.baselineMs;
    if (!isExpected || isOld) this.#baseline = anchor;
    this.#row = row;
    if (finding === "accepted") this.#ownMarkMs = 0;
    if (finding !== "ok") this.#listener.onFinding(finding, this.state());
    return true;
  }

  #differenceTo({ serviceMs, monotonicMs }: Anchor): number {
    if (this.#anchor === null) return 0;
    return serviceMs - (this.#anchor.serviceMs + monotonicMs - this.#anchor.monotonicMs);
  }

  async #readSpans(generation: number): Promise<readonly UncountedSpan[]> {
    if (this.#spans?.generation !== generation) this.#spans = { generation, spans: await this.#requireStore().spans() };
    return this.#spans.spans;
  }

  async #moveMark(): Promise<void> {
    if (this.#row === null) return;
    const nowMs = this.nowMs();
    if (nowMs - this.#row.markMs < times.markEveryMs) return;
    await this.#requireStore().mark(this.#row.generation, nowMs);
    this.#ownMarkMs = nowMs;
  }

  #requireStore(): ServiceClockStore {
    if (this.#store === null) throw new TypeError("The service clock was read before it was started.");
    return this.#store;
  }
}
