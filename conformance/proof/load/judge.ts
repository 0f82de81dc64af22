/** What the measurements of the load part say: pure, so that its tests show what each printed number is. */
import { median } from "../../../tools/median.ts";

/** The value that 99 of 100 do not exceed. @throws RangeError where there is none. */
export function p99(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)];
  if (value === undefined) throw new RangeError("There is no p99 of nothing.");
  return value;
}

/** Latencies of the quiet tenants, in milliseconds, without the noisy one and with it, measured one after the other. */
export interface NoisePair {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
}

/** By how many percent the p99 rose: the median over the pairs, for what slows the machine slows both of a pair. */
export function riseOfP99(pairs: readonly NoisePair[]): number {
  return (median(pairs.map(({ alone, beside }) => p99(beside) / p99(alone))) - 1) * 100;
}

/** By how many percent a measure grew: from the mean of the first two samples to that of the last two. */
export function growthOf(samples: readonly number[]): number {
  if (samples.length < 4) throw new RangeError("A growth takes four samples.");
  const mean = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0) / some.length;
  return (mean(samples.slice(-2)) / mean(samples.slice(0, 2)) - 1) * 100;
}

/** A percentage with one digit and its sign. */
export function percent(value: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(1)} %`;
}
