/** What retention takes from the beginning of a log. */

/**
 * The rows before the first that is too young. A prefix, also where clocks disagreed: an old row behind a younger one waits
 * for it. @param rows the oldest of a log, in its order. @param before Unix time in milliseconds; what is from then on stays.
 */
export function agedPrefix<Row extends { at: number }>(rows: readonly Row[], before: number): readonly Row[] {
  const young = rows.findIndex(({ at }) => at >= before);
  return young === -1 ? rows : rows.slice(0, young);
}
