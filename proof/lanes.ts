/** The order of parts: those that measure time run one by one, then the others run concurrently. */

/**
 * Runs a function for each part.
 * @param atOnce how many parts that don't measure time may run concurrently.
 * @param run must not throw.
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
