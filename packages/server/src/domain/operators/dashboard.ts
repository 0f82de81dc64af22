/** The dashboard: executions and their outcomes over time, by provider, and the state of what needs an operator. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { hourMs } from "../clock/units.ts";
import type { UnknownOutcomes } from "../telemetry/port.ts";
import {
  durationClassesMs,
  type DashboardStore,
  type EndpointCount,
  type OutcomeCount,
  type WorkInHand,
} from "./dashboard-port.ts";

/** The windows of time that the dashboard offers. */
export const dashboardWindows = ["24h", "7d"] as const;
/** One of {@link dashboardWindows}. */
export type DashboardWindow = (typeof dashboardWindows)[number];

/** Executions by outcome. If an hour was sampled, a number is an estimate and may have a fraction. */
export type Outcomes = { succeeded: number; failed: number; unknown: number; running: number };

/** What happened in one bar of the chart. Times are milliseconds since the epoch. */
export type Bar = Outcomes & { fromMs: number; untilMs: number };

/** What happened at one provider. */
export type ProviderActivity = Outcomes & {
  provider: string;
  /** 95 of 100 executions that ended took at most this long, in milliseconds; null if none ended. */
  p95Ms: number | null;
};

/** Executions in a window. */
export type Activity = {
  /** Oldest first; the last one isn't over. */
  bars: readonly Bar[];
  total: Outcomes;
  /** Those with the most executions first. */
  providers: readonly ProviderActivity[];
  /** Whether an hour had more executions than are looked at, so that the split by outcome is an estimate. */
  isSampled: boolean;
  /** Whether an hour had more executions than are counted, so that there were more than the numbers say. */
  isCut: boolean;
};

/** What needs an operator or shows that work goes on. */
export type Standing = {
  unknown: { count: number; oldestAt: number | null };
  /** Up to {@link countMax}. */
  needReconnect: number;
  endpoints: { enabled: number; failing: number; disabled: number; count: number };
  work: WorkInHand;
};

/** What the console's first page reads. */
export type Dashboard = {
  activity(window: DashboardWindow): Promise<Activity>;
  standing(): Promise<Standing>;
};

const hoursOf = { "24h": { hours: 24, aBar: 1 }, "7d": { hours: 168, aBar: 4 } } as const;

/** How many executions of an hour are looked at for their outcome and duration. */
export const lookAtMax = 1000;
/** Where counting stops: executions of an hour, and everything else that is counted one by one. */
export const countMax = 20_000;

/** How long an hour is kept: one that is over hardly changes, because only late outcomes do. */
const keptMs = { current: 5000, over: 600_000 } as const;
/** An hour counts as over a while after its end, when its executions have ended as well. */
const settlingMs = 600_000;

/** An hour's executions; `accepted` counts them all, `outcomes` those that were looked at. */
type Hour = { outcomes: readonly OutcomeCount[]; accepted: number };

/**
 * Reads hour by hour, so that no statement takes long, and keeps what it has read.
 * @param deps.unknownOutcomes as the store gives them.
 */
export function createDashboard(deps: {
  store: DashboardStore;
  unknownOutcomes: () => Promise<readonly UnknownOutcomes[]>;
  platform: { nowMs(): number };
}): Dashboard {
  const { store, unknownOutcomes, platform } = deps;
  const kept = new Map<number, { until: number; hour: Promise<Hour> }>();
  const hourFrom = (fromMs: number, nowMs: number): Promise<Hour> => {
    const known = kept.get(fromMs);
    if (known !== undefined && nowMs < known.until) return known.hour;
    const isOver = fromMs + hourMs + settlingMs <= nowMs;
    const hour = readHour(store, fromMs);
    kept.set(fromMs, { until: nowMs + (isOver ? keptMs.over : keptMs.current), hour });
    hour.catch(() => kept.delete(fromMs));
    return hour;
  };
  return {
    async activity(window) {
      const nowMs = platform.nowMs();
      const { hours, aBar } = hoursOf[window];
      const oldest = Math.floor(nowMs / hourMs) - hours + 1;
      for (const fromMs of kept.keys()) if (fromMs < (oldest - hours) * hourMs) kept.delete(fromMs);
      const found: { fromMs: number; hour: Hour }[] = [];
      for (let index = 0; index < hours; index += 1) {
        const fromMs = (oldest + index) * hourMs;
        found.push({ fromMs, hour: await hourFrom(fromMs, nowMs) });
      }
      return activityOf(found, aBar);
    },
    async standing() {
      const [unknown, needReconnect, endpoints, work] = await Promise.all([
        unknownOutcomes(),
        store.needReconnect(countMax),
        store.endpoints(),
        store.work(countMax),
      ]);
      const oldest = unknown.map(({ oldestAt }) => oldestAt);
      return {
        unknown: {
          count: unknown.reduce((sum, { count }) => sum + count, 0),
          oldestAt: oldest.length === 0 ? null : Math.min(...oldest),
        },
        needReconnect,
        endpoints: endpointsOf(endpoints),
        work,
      };
    },
  };
}

async function readHour(store: DashboardStore, fromMs: number): Promise<Hour> {
  // SQLite answers in this thread, so requests get their turn in between.
  await nextTurn();
  const span = { fromMs, untilMs: fromMs + hourMs };
  const outcomes = await store.outcomes(span, lookAtMax);
  const looked = outcomes.reduce((sum, { count }) => sum + count, 0);
  return { outcomes, accepted: looked < lookAtMax ? looked : await store.accepted(span, countMax) };
}

/** @param aBar how many hours a bar shows. */
function activityOf(found: readonly { fromMs: number; hour: Hour }[], aBar: number): Activity {
  const bars: Bar[] = [];
  const total = nothing();
  const providers = new Map<string, ProviderSums>();
  for (const [index, { fromMs, hour }] of found.entries()) {
    if (index % aBar === 0) bars.push({ ...nothing(), fromMs, untilMs: fromMs + aBar * hourMs });
    const bar = bars.at(-1);
    const looked = hour.outcomes.reduce((sum, { count }) => sum + count, 0);
    for (const outcome of hour.outcomes) {
      const count = (outcome.count * hour.accepted) / looked;
      const sums = providers.get(outcome.provider) ?? { outcomes: nothing(), durations: new Map<number, number>() };
      providers.set(outcome.provider, sums);
      for (const counted of [bar, total, sums.outcomes]) if (counted !== undefined) counted[kindOf(outcome)] += count;
      const { tookUpToMs } = outcome;
      if (tookUpToMs > 0) sums.durations.set(tookUpToMs, (sums.durations.get(tookUpToMs) ?? 0) + count);
    }
  }
  const hours = found.map(({ hour }) => hour);
  return {
    bars,
    total,
    providers: [...providers]
      .map(([provider, { outcomes, durations }]) => ({ provider, ...outcomes, p95Ms: percentile(durations, 0.95) }))
      .sort((one, other) => sumOf(other) - sumOf(one)),
    isSampled: hours.some(({ accepted }) => accepted > lookAtMax),
    isCut: hours.some(({ accepted }) => accepted >= countMax),
  };
}

type ProviderSums = { outcomes: Outcomes; durations: Map<number, number> };

function nothing(): Outcomes {
  return { succeeded: 0, failed: 0, unknown: 0, running: 0 };
}

/** The number of executions, whatever their outcome. */
export function sumOf({ succeeded, failed, unknown, running }: Outcomes): number {
  return succeeded + failed + unknown + running;
}

function kindOf({ status }: OutcomeCount): keyof Outcomes {
  if (status === "succeeded" || status === "failed") return status;
  return status === "outcome_unknown" ? "unknown" : "running";
}

/** The duration that this share of them doesn't exceed, taken evenly within its class. @returns milliseconds. */
function percentile(durations: ReadonlyMap<number, number>, share: number): number | null {
  const all = [...durations.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let passed = 0;
  let lowerMs = 0;
  for (const upToMs of durationClassesMs) {
    const count = durations.get(upToMs) ?? 0;
    if (count > 0 && passed + count >= share * all) {
      return Math.round(lowerMs + ((share * all - passed) / count) * (upToMs - lowerMs));
    }
    passed += count;
    lowerMs = upToMs;
  }
  return lowerMs;
}

function endpointsOf(counts: readonly EndpointCount[]): Standing["endpoints"] {
  const sum = (of: (one: EndpointCount) => boolean): number =>
    counts.filter(of).reduce((before, { count }) => before + count, 0);
  return {
    enabled: sum(({ disabledReason, isFailing }) => disabledReason === "" && !isFailing),
    failing: sum(({ disabledReason, isFailing }) => disabledReason === "" && isFailing),
    // Those that a caller or an operator disabled are as somebody wants them.
    disabled: sum(({ disabledReason }) => disabledReason === "failures" || disabledReason === "gone"),
    count: sum(() => true),
  };
}
