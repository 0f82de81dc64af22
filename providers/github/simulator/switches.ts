/** The simulator's switches: behaviors that the documentation leaves open, or that a test wants to change. */
import { SimControlError } from "@svc/simulator";

/** All switches. */
export interface Switches {
  /** Login of the user who authorizes at once without the page; "" shows the page. */
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
  /** Secondary limit: requests that create content, per user and minute. */
  contentPerMinute: number;
  /** Status for a rate limit; the documentation allows both. */
  rateLimitStatus: 403 | 429;
  /** `retry-after` of a secondary limit; 0 omits it. */
  secondaryRetryAfterSeconds: number;
  /** A file above 1 MB as JSON: no content and `encoding: "none"`, or the 403 `too_large`. */
  largeFile: "none" | "too_large";
  /** `incomplete_results` of a search, for one that ran out of time. */
  searchTimesOut: boolean;
  /** Reads show the repositories of this many milliseconds ago, or of this many changes ago; 0 is no lag. */
  readLagMs: number;
  readLagChanges: number;
}

const allowed: { readonly [Name in keyof Switches]?: readonly Switches[Name][] } = {
  autoDecision: ["authorize", "cancel"],
  redirectUriMismatch: ["page", "redirect"],
  rateLimitStatus: [403, 429],
  largeFile: ["none", "too_large"],
};

/** The defaults: the documented numbers. */
export const defaultSwitches: Readonly<Switches> = {
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
  readLagMs: 0,
  readLagChanges: 0,
};

/** Parses a change of switches. Throws `SimControlError` for an unknown switch or value. */
export function parseSwitches(patch: unknown): Partial<Switches> {
  if (typeof patch !== "object" || patch === null) throw new SimControlError("switches must be an object");
  for (const [name, value] of Object.entries(patch)) {
    if (!Object.hasOwn(defaultSwitches, name)) throw new SimControlError(`no switch ${name}`);
    const key = name as keyof Switches;
    const positions: readonly unknown[] | undefined = allowed[key];
    const fits = positions?.includes(value) ?? isLike(value, defaultSwitches[key]);
    if (!fits) throw new SimControlError(`switch ${name} has no such position`);
  }
  return patch;
}

function isLike(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (typeof sample === "number") return Number.isSafeInteger(value) && Number(value) >= 0;
  return typeof value === typeof sample;
}
