/** What a planted fault is: a small change of the product's code that breaks one promise, and the tests that must notice. */

/** One place of one file. `find` stands there exactly once, so that a fault never misses its code silently. */
export interface Edit {
  /** Relative to the root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** One planted fault. */
export interface Mutant {
  /** In words and hyphens. */
  readonly name: string;
  /** A promise of SECURITY.md by its number (`promise 1`), or a row of its table by its first cell. */
  readonly breaks: string;
  readonly edits: readonly Edit[];
  /** The smallest group of test files that claims to hold the promise, relative to the root. */
  readonly tests: readonly string[];
  /** Only the tests whose names match, where the files hold much more. */
  readonly pattern?: string;
  /** The browser's scripts are written anew from their source before the tests run. */
  readonly generates?: true;
}

/** The fault in one place of one file. */
export function at(file: string, find: string, replace: string): Pick<Mutant, "edits"> {
  return { edits: [{ file, find, replace }] };
}
