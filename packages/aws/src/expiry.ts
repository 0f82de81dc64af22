/** When a lost signed request can no longer take effect. */

const minuteMs = 60_000;

/**
 * How long a signed change can still take effect, including the lag of reads, counted from AWS's time of the read
 * before it. AWS accepted that read, so the server's clock is off by at most five minutes, and a signature is valid for
 * five more, or fifteen at some services. The rest is for the call itself, and for reads that lag.
 */
export const signedForMs = 45 * minuteMs;
