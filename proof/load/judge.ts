/** What the measurements of the load part say: pure, so that its tests show what each printed number is. */
import { median } from "../../tools/median.ts";

/** The value that 99 of 100 do not exceed. @throws RangeError where there is none. */
export function p99(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)];
  if (value === undefined) throw new RangeError("There is no p99 of nothing.");
  return value;
}

/** What the fifth tenant does meanwhile: nothing, exactly what it may, or many times that. In the order of what they cost. */
export const noiseSides = ["alone", "allowed", "beside"] as const;
/** One of {@link noiseSides}. */
export type NoiseSide = (typeof noiseSides)[number];

/** Latencies of the quiet tenants, in milliseconds, on each side, measured one after the other. */
export type NoiseRound = Readonly<Record<NoiseSide, readonly number[]>>;

/** The sides in the order of a round: each round begins with another one, for what came before is still felt. */
export function sidesOf(round: number): readonly NoiseSide[] {
  return noiseSides.map((_side, index) => noiseSides[(index + round) % noiseSides.length] ?? "alone");
}

/** By how many percent the p99 rose: the median over the rounds, for what slows the machine slows all sides of a round. */
export function riseOfP99(rounds: readonly NoiseRound[], from: NoiseSide = "alone", to: NoiseSide = "beside"): number {
  return (median(rounds.map((round) => p99(round[to]) / p99(round[from]))) - 1) * 100;
}

/** What quiet tenants wait for on a side, in milliseconds: the medians over the rounds of each round's p50 and p99. */
export function waitOf(rounds: readonly NoiseRound[], side: NoiseSide): { readonly p50: number; readonly p99: number } {
  const of = (measure: (values: readonly number[]) => number): number =>
    median(rounds.map((round) => measure(round[side])));
  return { p50: of(median), p99: of(p99) };
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
