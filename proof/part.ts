/** A part of the proof. To add one, export such an object from a file in `parts/` and list it in `parts.ts`. */
import type { NeedName } from "../tools/needs/all.ts";
import type { Engine } from "../conformance/harness/index.ts";

/** Options of a run. */
export interface PartOptions {
  /** The seed of every random choice in the part. */
  readonly seed: number;
  readonly engines: readonly Engine[];
  /** The value of `--<name>`, or the part's default. */
  number(name: string): number;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** A measured figure, and whether it meets its promise. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly isMet: boolean;
}

/** One part of the proof. */
export interface Part {
  readonly name: string;
  /** In one sentence, what holds if the part passes. */
  readonly proves: string;
  /** The numbers that `--<name> <value>` sets, with their defaults. */
  readonly numbers: Readonly<Record<string, number>>;
  /** What it needs beyond `npm ci`. */
  readonly needs?: readonly NeedName[];
  /** Whether its figures are times, so that nothing else may run concurrently. */
  readonly measuresTime?: true;
  /** Runs it. @throws Error if it fails in a way that no figure shows. */
  run(options: PartOptions): Promise<readonly Figure[]>;
}

/** A figure that must be zero. */
export function none(name: string, found: readonly string[]): Figure {
  return { name, value: String(found.length), isMet: found.length === 0 };
}

/** A figure with a minimum. */
export function atLeast(name: string, value: number, min: number): Figure {
  return { name, value: String(value), isMet: value >= min };
}
