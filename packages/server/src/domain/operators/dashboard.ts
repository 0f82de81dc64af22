/** The dashboard: executions and their outcomes over time and by provider, and the status of the deployment. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { hourMs } from "../clock/units.ts";
import type { UnknownOutcomes } from "../telemetry/port.ts";
import {
  durationClassesMs,
  type DashboardStore,
  type EndpointCount,
  type OutcomeCount,
  type RunningWork,
} from "./port.ts";

/** The time windows of the dashboard. */
export const dashboardWindows = ["24h", "7d"] as const;
/** One of {@link dashboardWindows}. */
export type DashboardWindow = (typeof dashboardWindows)[number];

/** Executions by outcome. If an hour was sampled, the numbers are estimates and may be fractional. */
export type Outcomes = { succeeded: number; failed: number; unknown: number; running: number };

/** The executions in one bar of the chart. Times are milliseconds since the epoch. */
export type Bar = Outcomes & { fromMs: number; untilMs: number };

/** The executions of one provider. */
export type ProviderActivity = Outcomes & {
  provider: string;
  /** The 95th percentile of the durations of settled executions, in milliseconds; null if there are none. */
  p95Ms: number | null;
};

/** The executions in a window. */
export type Activity = {
  /** Oldest first; the last bar is the current one. */
  bars: readonly Bar[];
  total: Outcomes;
  /** Ordered by number of executions, the highest first. */
  providers: readonly ProviderActivity[];
  /** Whether an hour had more executions than are read, so that the split by outcome is an estimate. */
  isSampled: boolean;
  /** Whether an hour had more executions than are counted, so that the totals are lower bounds. */
  isCut: boolean;
};

/** The deployment's status: problems for an operator to look into, and running work. */
export type DeploymentStatus = {
  unknown: { count: number; oldestAt: number | null };
  /** Up to {@link countMax}. */
  needReconnect: number;
  endpoints: { enabled: number; failing: number; disabled: number; count: number };
  work: RunningWork;
};

/** The data of the console's first page. */
export type Dashboard = {
  activity(window: DashboardWindow): Promise<Activity>;
  status(): Promise<DeploymentStatus>;
};

const windowHours = { "24h": { hours: 24, hoursPerBar: 1 }, "7d": { hours: 168, hoursPerBar: 4 } } as const;

/** The maximum number of executions per hour that are read for their outcome and duration. */
export const lookAtMax = 1000;
/** Where counting stops, for the executions of an hour and for other counts of rows. */
export const countMax = 20_000;

/** How long an hour is cached. A past hour hardly changes, because only late outcomes are added. */
const cachedMs = { current: 5000, past: 600_000 } as const;
/** An hour counts as past only some time after its end, when its executions are settled. */
const settlingMs = 600_000;

/** An hour's executions. `accepted` is their number; `outcomes` counts only the ones that were read. */
type Hour = { outcomes: readonly OutcomeCount[]; accepted: number };

/**
 * Creates the dashboard. It reads hour by hour, so that no statement takes long, and caches the hours.
 * @param deps.unknownOutcomes reads the unresolved unknown outcomes.
 */
export function createDashboard(deps: {
  store: DashboardStore;
  unknownOutcomes: () => Promise<readonly UnknownOutcomes[]>;
  platform: { nowMs(): number };
}): Dashboard {
  const { store, unknownOutcomes, platform } = deps;
  const cache = new Map<number, { until: number; hour: Promise<Hour> }>();
  const getHour = (fromMs: number, nowMs: number): Promise<Hour> => {
    const known = cache.get(fromMs);
    if (known !== undefined && nowMs < known.until) return known.hour;
    const isPast = fromMs + hourMs + settlingMs <= nowMs;
    const hour = readHour(store, fromMs);
    cache.set(fromMs, { until: nowMs + (isPast ? cachedMs.past : cachedMs.current), hour });
    hour.catch(() => cache.delete(fromMs));
    return hour;
  };
  return {
    async activity(window) {
      const nowMs = platform.nowMs();
      const { hours, hoursPerBar } = windowHours[window];
      const oldest = Math.floor(nowMs / hourMs) - hours + 1;
      for (const fromMs of cache.keys()) if (fromMs < (oldest - hours) * hourMs) cache.delete(fromMs);
      const found: { fromMs: number; hour: Hour }[] = [];
      for (let index = 0; index < hours; index += 1) {
        const fromMs = (oldest + index) * hourMs;
        found.push({ fromMs, hour: await getHour(fromMs, nowMs) });
      }
      return summarize(found, hoursPerBar);
    },
    async status() {
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
        endpoints: summarizeEndpoints(endpoints),
        work,
      };
    },
  };
}

async function readHour(store: DashboardStore, fromMs: number): Promise<Hour> {
  // SQLite blocks this thread, so let requests run in between.
  await nextTurn();
  const span = { fromMs, untilMs: fromMs + hourMs };
  const outcomes = await store.outcomes(span, lookAtMax);
  const readCount = outcomes.reduce((sum, { count }) => sum + count, 0);
  return { outcomes, accepted: readCount < lookAtMax ? readCount : await store.accepted(span, countMax) };
}

/** Combines hours into bars, totals and providers. */
function summarize(found: readonly { fromMs: number; hour: Hour }[], hoursPerBar: number): Activity {
  const bars: Bar[] = [];
  const total = noExecutions();
  const providers = new Map<string, ProviderSums>();
  for (const [index, { fromMs, hour }] of found.entries()) {
    if (index % hoursPerBar === 0) bars.push({ ...noExecutions(), fromMs, untilMs: fromMs + hoursPerBar * hourMs });
    const bar = bars.at(-1);
    const readCount = hour.outcomes.reduce((sum, { count }) => sum + count, 0);
    for (const outcome of hour.outcomes) {
      const count = (outcome.count * hour.accepted) / readCount;
      const sums = providers.get(outcome.provider) ?? {
        outcomes: noExecutions(),
        durations: new Map<number, number>(),
      };
      providers.set(outcome.provider, sums);
      for (const counted of [bar, total, sums.outcomes])
        if (counted !== undefined) counted[toOutcome(outcome)] += count;
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
      .sort((one, other) => countExecutions(other) - countExecutions(one)),
    isSampled: hours.some(({ accepted }) => accepted > lookAtMax),
    isCut: hours.some(({ accepted }) => accepted >= countMax),
  };
}

type ProviderSums = { outcomes: Outcomes; durations: Map<number, number> };

function noExecutions(): Outcomes {
  return { succeeded: 0, failed: 0, unknown: 0, running: 0 };
}

/** Returns the number of executions, regardless of their outcome. */
export function countExecutions({ succeeded, failed, unknown, running }: Outcomes): number {
  return succeeded + failed + unknown + running;
}

function toOutcome({ status }: OutcomeCount): keyof Outcomes {
  if (status === "succeeded" || status === "failed") return status;
  return status === "outcome_unknown" ? "unknown" : "running";
}

/** Returns a percentile in milliseconds, interpolated within its class; null if there are no durations. */
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

function summarizeEndpoints(counts: readonly EndpointCount[]): DeploymentStatus["endpoints"] {
  const sum = (isCounted: (one: EndpointCount) => boolean): number =>
    counts.filter(isCounted).reduce((before, { count }) => before + count, 0);
  return {
    enabled: sum(({ disabledReason, isFailing }) => disabledReason === "" && !isFailing),
    failing: sum(({ disabledReason, isFailing }) => disabledReason === "" && isFailing),
    // An endpoint that a caller or an operator disabled needs no attention.
    disabled: sum(({ disabledReason }) => disabledReason === "failures" || disabledReason === "gone"),
    count: sum(() => true),
  };
}
