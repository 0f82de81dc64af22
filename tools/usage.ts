/** How this repository's own programs handle `--help` and unknown words. */

/** An unknown word, or an invalid value. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Parses a whole number from a program's words.
 * @param digitsMost the maximum number of digits: 6 is less than a million.
 * @throws UsageError for anything else, including nothing.
 */
export function wholeNumberOf(option: string, value: unknown, digitsMost: number): number {
  if (typeof value === "string" && /^\d+$/.test(value) && value.length <= digitsMost) return Number(value);
  throw new UsageError(`--${option} must be a whole number of at most ${digitsMost} digits.`);
}

/**
 * Prints the usage on request, and below an error in the words; everything else is left to `work`.
 * @param words without program and file.
 * @param work reads them, and throws a UsageError or an error of `parseArgs` for unknown words.
 * @returns the program's exit code: that of `work`, 0 for `--help`, 2 for wrong words.
 * @throws every other error of `work`.
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
