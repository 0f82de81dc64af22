/** What this repository's own programs answer to `--help`, and to words that they don't know. */

/** A word that a program doesn't know, or a value that it can't take. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * A whole number among the words of a program.
 * @param digitsMost bounds it: 6 is less than a million.
 * @throws UsageError for anything else, also for nothing.
 */
export function wholeNumberOf(option: string, value: unknown, digitsMost: number): number {
  if (typeof value === "string" && /^\d+$/.test(value) && value.length <= digitsMost) return Number(value);
  throw new UsageError(`--${option} takes a whole number of at most ${digitsMost} digits.`);
}

/**
 * Prints the usage where it is asked for, and below what was wrong with the words; all else is left to `work`.
 * @param words without program and file.
 * @param work reads them, and throws a UsageError or what `parseArgs` throws for words that it doesn't know.
 * @returns the program's exit code: that of `work`, 0 for `--help`, 2 for wrong words.
 * @throws what else `work` throws.
 */
export async function withUsage(
  usage: string,
  words: readonly string[],
  work: (words: readonly string[]) => Promise<number>,
): Promise<number> {
  if (words.includes("--help") || words.includes("-h")) {
    console.log(usage);
    return 0;
  }
  try {
    return await work(words);
  } catch (error) {
    if (!isAboutWords(error)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

/** Node documents these codes of `util.parseArgs` with its errors (`ERR_PARSE_ARGS_UNKNOWN_OPTION` and its like). */
function isAboutWords(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
}
