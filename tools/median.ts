/** The median, for repeated measurements. */

/** The middle value, or the mean of the two in the middle. @throws RangeError for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError("There is no median of nothing.");
  return (lower + upper) / 2;
}
