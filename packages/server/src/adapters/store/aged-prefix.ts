/** Which rows retention removes from the beginning of a log. */

/**
 * The rows before the first that is too recent. Even if clocks disagreed, only a prefix is removed: an old row after a
 * younger one waits for it.
 * @param rows the oldest of a log, in order. @param before milliseconds since the epoch; rows from then on are kept.
 */
export function agedPrefix<Row extends { at: number }>(rows: readonly Row[], before: number): readonly Row[] {
  const young = rows.findIndex(({ at }) => at >= before);
  return young === -1 ? rows : rows.slice(0, young);
}
