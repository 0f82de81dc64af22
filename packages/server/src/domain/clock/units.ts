/** Spans of time in milliseconds, and a wait that has a limit. */

/** A second in milliseconds. */
export const secondMs = 1000;
/** A minute in milliseconds. */
export const minuteMs = 60 * secondMs;
/** An hour in milliseconds. */
export const hourMs = 60 * minuteMs;
/** A day of 24 hours in milliseconds. */
export const dayMs = 24 * hourMs;

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
