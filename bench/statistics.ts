/** The bench's arithmetic: pure, so that tests define each printed number. */
import { median } from "../tools/median.ts";

/** One load run against one server. Latencies are milliseconds; CPU is milliseconds per request, null if unknown. */
export interface LoadRun {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: number | null;
  readonly databaseCpuMs: number | null;
}

/** Two runs, one right after the other. */
export interface Pair {
  readonly floor: LoadRun;
  readonly service: LoadRun;
}

/** The ratio of requests per second, service to floor: median, lowest and highest of the pairs. */
export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The summary of a cell's pairs. */
export interface Summary {
  readonly ratio: Ratio;
  readonly floor: LoadRun;
  readonly service: LoadRun;
}

/**
 * Each number of a side is the median of its runs. Ratios are computed within each pair: anything that slows the
 * machine slows both runs of a pair, and a ratio of medians would mix good minutes of one side with bad ones of the
 * other.
 */
export function summarise(pairs: readonly Pair[]): Summary {
  const ratios = pairs.map(({ floor, service }) => service.perSecond / floor.perSecond);
  return {
    ratio: { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
    floor: medianRun(pairs.map(({ floor }) => floor)),
    service: medianRun(pairs.map(({ service }) => service)),
  };
}

function medianRun(runs: readonly LoadRun[]): LoadRun {
  const of = (read: (run: LoadRun) => number): number => median(runs.map(read));
  const known = (read: (run: LoadRun) => number | null): number | null => {
    const values = runs.map(read).filter((value) => value !== null);
    return values.length === 0 ? null : median(values);
  };
  return {
    perSecond: of((run) => run.perSecond),
    p50Ms: of((run) => run.p50Ms),
    p99Ms: of((run) => run.p99Ms),
    cpuMs: known((run) => run.cpuMs),
    databaseCpuMs: known((run) => run.databaseCpuMs),
  };
}

/** Which side runs first: the order alternates, so a slow drift of the machine favors neither. */
export function orderOfPair(index: number): readonly ["floor", "service"] | readonly ["service", "floor"] {
  return index % 2 === 0 ? ["floor", "service"] : ["service", "floor"];
}
