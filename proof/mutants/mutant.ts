/** A mutant: a small change to the product's code that breaks one promise, and the tests that must fail. */

/** One edit of a file. `find` must occur exactly once, so a fault never silently misses its code. */
export interface Edit {
  /** Relative to the root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** One planted fault. */
export interface Mutant {
  /** Words joined with hyphens. */
  readonly name: string;
  /** A promise in SECURITY.md by its number (`promise 1`), or a row of its table by its first cell. */
  readonly breaks: string;
  readonly edits: readonly Edit[];
  /** The smallest group of test files that should notice the fault, relative to the root. */
  readonly tests: readonly string[];
  /** Runs only the tests whose names match. */
  readonly pattern?: string;
  /** Regenerates the browser's scripts before the tests run. */
  readonly generates?: true;
}

/** A fault with one edit. */
export function at(file: string, find: string, replace: string): Pick<Mutant, "edits"> {
  return { edits: [{ file, find, replace }] };
}
