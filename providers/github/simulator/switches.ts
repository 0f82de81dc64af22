/** The simulator's switches: behaviors that the documentation leaves open, or that a test wants to change. */
import { commonSwitches } from "@svc/simulator";
import type { CommonSwitches, SwitchTable } from "@svc/simulator";

/** All switches. */
export interface Switches extends CommonSwitches {
  /** Login of the user who authorizes immediately, without the page; "" shows the page. */
  autoApprove: string;
  /** What the user does with `autoApprove`: false cancels. */
  autoDecision: "authorize" | "cancel";
  /** Scopes that the user removes from every request. */
  refusedScopes: readonly string[];
  /** For a redirect URI that doesn't match: the page shown live, or the documented redirect to the registered URI. */
  redirectUriMismatch: "page" | "redirect";
  /** `iss` of the authorization response (RFC 9207); `{origin}` is the simulator's own. "" omits it. */
  issuer: string;
  /** Whether the token endpoint answers `unverified_user_email`. */
  unverifiedEmail: boolean;
  /** Lifetimes of a code and of a GitHub App's tokens. */
  codeSeconds: number;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** Primary limits for a user, and for all callers without a token. */
  corePerWindow: number;
  searchPerWindow: number;
  anonymousPerWindow: number;
  /** Length of the windows; a minute at most for search. */
  windowSeconds: number;
  /** Secondary limit: requests that create content, per user per minute. */
  contentPerMinute: number;
  /** Status for a rate limit; the documentation allows both. */
  rateLimitStatus: 403 | 429;
  /** `retry-after` of a secondary limit; 0 omits it. */
  secondaryRetryAfterSeconds: number;
  /** A file above 1 MB as JSON: no content and `encoding: "none"`, or the 403 `too_large`. */
  largeFile: "none" | "too_large";
  /** `incomplete_results` of a search, as if it had timed out. */
  searchTimesOut: boolean;
  /** How many issues of a list `page` reaches, if there are more. */
  numberedIssuesMax: number;
}

/** The defaults: the documented numbers. */
export const defaultSwitches: Readonly<Switches> = {
  ...commonSwitches,
  autoApprove: "",
  autoDecision: "authorize",
  refusedScopes: [],
  redirectUriMismatch: "page",
  issuer: "{origin}/login/oauth",
  unverifiedEmail: false,
  codeSeconds: 600,
  accessTokenSeconds: 28_800,
  refreshTokenSeconds: 15_897_600,
  corePerWindow: 5_000,
  searchPerWindow: 30,
  anonymousPerWindow: 60,
  windowSeconds: 3_600,
  contentPerMinute: 80,
  rateLimitStatus: 403,
  secondaryRetryAfterSeconds: 60,
  largeFile: "none",
  searchTimesOut: false,
  numberedIssuesMax: 10_000,
};

/** The switches and their positions. */
export const switchTable: SwitchTable<Switches> = {
  defaults: defaultSwitches,
  positions: {
    autoDecision: ["authorize", "cancel"],
    redirectUriMismatch: ["page", "redirect"],
    rateLimitStatus: [403, 429],
    largeFile: ["none", "too_large"],
  },
};
