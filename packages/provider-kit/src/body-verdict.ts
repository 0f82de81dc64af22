/** Verdicts on a response body, for APIs whose status alone doesn't say what happened. */
import type { ProviderFailureCode, Refusal } from "./failure.ts";
import type { ProviderResponse } from "./request.ts";

/**
 * The verdict on a body:
 * - `accepted`: the status says what happened.
 * - `refused`: the request certainly had no effect, although the status may be a success.
 * - `unknown`: the body doesn't say what happened. A change then has an unknown outcome, and a read has failed.
 */
export type BodyVerdict = { verdict: "accepted" } | { verdict: "refused"; refusal: Refusal } | { verdict: "unknown" };

/** Judges the body of a request's response. */
export type BodyJudge = (response: ProviderResponse) => BodyVerdict;

const codes: Readonly<Record<ProviderFailureCode, true>> = {
  PROVIDER_UNAUTHORIZED: true,
  PROVIDER_FORBIDDEN: true,
  RESOURCE_NOT_FOUND: true,
  SECRET_NOT_FOUND: true,
  PROVIDER_REJECTED: true,
  PROVIDER_RATE_LIMITED: true,
  PROVIDER_ERROR: true,
  PROVIDER_TIMEOUT: true,
  PROVIDER_UNREACHABLE: true,
};

/**
 * Runs a provider's judge. Without one, the status decides. A judge that throws or returns anything else proves
 * nothing.
 */
export function judgeBody(judge: BodyJudge | undefined, response: ProviderResponse): BodyVerdict {
  if (judge === undefined) return { verdict: "accepted" };
  try {
    const said: unknown = judge(response);
    return isVerdict(said) ? said : { verdict: "unknown" };
  } catch {
    return { verdict: "unknown" };
  }
}

function isVerdict(value: unknown): value is BodyVerdict {
  const { verdict, refusal } = Object(value) as { verdict?: unknown; refusal?: unknown };
  if (verdict === "accepted" || verdict === "unknown") return true;
  const { code } = Object(refusal) as { code?: unknown };
  return verdict === "refused" && typeof code === "string" && Object.hasOwn(codes, code);
}
