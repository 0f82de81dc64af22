/** The arithmetic of the load part: pure, so that tests define each printed number. */
import { median } from "../../tools/median.ts";

/** The value that 99 of 100 don't exceed. @throws RangeError without values. */
export function p99(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)];
  if (value === undefined) throw new RangeError("There is no p99 of nothing.");
  return value;
}

/** The fifth tenant's load: nothing, exactly its rate, or many times that. Ordered by cost. */
export const noiseSides = ["alone", "allowed", "beside"] as const;
/** One of {@link noiseSides}. */
export type NoiseSide = (typeof noiseSides)[number];

/** Latencies of the quiet tenants on each side, in milliseconds. */
export type NoiseRound = Readonly<Record<NoiseSide, readonly number[]>>;

/** The order of the sides in a round: each round starts with a different one, because a side affects the next. */
export function sidesOf(round: number): readonly NoiseSide[] {
  return noiseSides.map((_side, index) => noiseSides[(index + round) % noiseSides.length] ?? "alone");
}

/** The rise of the p99 in percent: the median over the rounds, because a slow machine slows all sides of a round. */
export function riseOfP99(rounds: readonly NoiseRound[], from: NoiseSide = "alone", to: NoiseSide = "beside"): number {
  return (median(rounds.map((round) => p99(round[to]) / p99(round[from]))) - 1) * 100;
}

/** Latency of the quiet tenants on a side, in milliseconds: the medians of each round's p50 and p99. */
export function waitOf(rounds: readonly NoiseRound[], side: NoiseSide): { readonly p50: number; readonly p99: number } {
  const of = (measure: (values: readonly number[]) => number): number =>
    median(rounds.map((round) => measure(round[side])));
  return { p50: of(median), p99: of(p99) };
}

/** Growth in percent from the mean of the first two samples to that of the last two. */
export function growthOf(samples: readonly number[]): number {
  if (samples.length < 4) throw new RangeError("A growth takes four samples.");
  const mean = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0) / some.length;
  return (mean(samples.slice(-2)) / mean(samples.slice(0, 2)) - 1) * 100;
}

/** A percentage with sign and one decimal. */
export function percent(value: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(1)} %`;
}
