/** What a part of the proof is: adding one takes a file in `parts/` that exports such an object, and its line in `parts.ts`. */
import type { Engine } from "../conformance/harness/index.ts";

/** What a part is run with. */
export interface PartOptions {
  /** Every random choice of the part follows from it. */
  readonly seed: number;
  readonly engines: readonly Engine[];
  /** The number given by `--<name>`, or the part's own default. */
  number(name: string): number;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** One measured thing, and whether it is as promised. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly isMet: boolean;
}

/** One part of the proof. */
export interface Part {
  readonly name: string;
  /** In a sentence, what holds if the part passes. */
  readonly proves: string;
  /** The numbers that `--<name> <value>` sets, with their defaults. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Whether its figures are times, so that nothing else may run beside it. */
  readonly measuresTime?: true;
  /** Runs it. @throws Error where it fails in a way that is no figure. */
  run(options: PartOptions): Promise<readonly Figure[]>;
}

/** A figure that must be zero. */
export function none(name: string, found: readonly string[]): Figure {
  return { name, value: String(found.length), isMet: found.length === 0 };
}

/** A figure that must be at least something. */
export function atLeast(name: string, value: number, min: number): Figure {
  return { name, value: String(value), isMet: value >= min };
}
