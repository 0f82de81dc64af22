/** Waits for work that may take too long. */

/**
 * Returns the work's result; null if it takes longer than `ms` milliseconds. The work itself continues.
 * @throws what the work rejects with in time.
 */
export async function waitAtMost<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
