/** Chooses the rows that retention removes from the beginning of a log. */

/**
 * Returns the rows before the first one that is too recent. Even if clocks disagreed, only a prefix is removed: an old
 * row after a younger one stays until the younger one can go.
 * @param rows the log's oldest rows, in order. @param before milliseconds since the epoch; rows from then on are kept.
 */
export function agedPrefix<Row extends { at: number }>(rows: readonly Row[], before: number): readonly Row[] {
  const young = rows.findIndex(({ at }) => at >= before);
  return young === -1 ? rows : rows.slice(0, young);
}
