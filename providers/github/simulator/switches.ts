/** The simulator's switches: behaviors that the documentation leaves open, or that a test wants to change. */
import { authorizationPositions, authorizationSwitches, commonSwitches } from "@svc/simulator";
import type { AuthorizationSwitches, CommonSwitches, SwitchTable } from "@svc/simulator";

export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** Primary limits of a user: requests an hour, and searches a minute. */
  corePerWindow: number;
  searchPerWindow: number;
  /** Secondary limit: requests that create content, per user per minute. */
  contentPerMinute: number;
  /** Status for a rate limit; the documentation allows both. */
  rateLimitStatus: 403 | 429;
  /** How many issues of a list `page` reaches, if there are more. */
  numberedIssuesMax: number;
}

/** The switches and their positions; the defaults are the documented numbers. */
export const switchTable: SwitchTable<Switches> = {
  defaults: {
    ...commonSwitches,
    ...authorizationSwitches,
    issuer: "{origin}/login/oauth",
    accessTokenSeconds: 28_800,
    refreshTokenSeconds: 15_897_600,
    corePerWindow: 5_000,
    searchPerWindow: 30,
    contentPerMinute: 80,
    rateLimitStatus: 403,
    numberedIssuesMax: 10_000,
  },
  positions: { ...authorizationPositions, rateLimitStatus: [403, 429] },
};
