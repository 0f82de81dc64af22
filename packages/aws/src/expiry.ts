/** When a signed request that was lost can't take effect any more. */

const minuteMs = 60_000;

/**
 * How long after AWS's time of the read before it a signed change can still take effect, with what reads lag. AWS accepted that
 * read, so the server's clock is off by five minutes at most, and a signature counts for five, or fifteen as at some services. The
 * rest is for the call itself, and for reads that lag.
 */
export const signedForMs = 45 * minuteMs;
