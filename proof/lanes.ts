/** The order in which parts run: those that measure time one by one, then the others, so many at once. */

/**
 * Runs a piece of work for each part.
 * @param atOnce how many parts that measure no time may run beside each other.
 * @param run must not throw: what it does with one part is no matter of the others.
 */
export async function inLanes<Job extends { readonly measuresTime?: true }>(
  parts: readonly Job[],
  atOnce: number,
  run: (part: Job) => Promise<void>,
): Promise<void> {
  for (const part of parts) if (part.measuresTime === true) await run(part);
  const rest = parts.filter(({ measuresTime }) => measuresTime !== true).values();
  const lane = async (): Promise<void> => {
    for (const part of rest) await run(part);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
