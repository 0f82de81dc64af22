/** Judges the response at the callback (RFC 6749 §4.1.2, RFC 9207). Pure; runs before anything is sent. */
import type { AuthorizationResponse } from "./port.ts";
import { isToken } from "./token-response.ts";

/** The verdict on an authorization response. */
export type AuthorizationVerdict =
  | { kind: "code"; code: string }
  /** The user, or the server on the user's behalf, declined. */
  | { kind: "denied" }
  /** Any other error from the server. */
  | { kind: "error" }
  /** Not this server's response to this request. */
  | { kind: "refused"; reason: "malformed" | "issuer_missing" | "issuer_unknown" };

/** Parameters that only other flows send (implicit, hybrid, JARM); a response with one of them is rejected. */
const foreign = ["response", "id_token", "access_token", "token"] as const;
const errorCode = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** Returns the only `state` of a response; null if it has none or several. */
export function readState(response: AuthorizationResponse): string | null {
  const [state, ...others] = response.getAll("state");
  return state === undefined || others.length > 0 ? null : state;
}

/**
 * Judges the rest of a response whose state is known.
 * @param expected.issuers the exact accepted values of `iss`; @param expected.sendsIss whether it is required.
 */
export function judgeAuthorizationResponse(
  response: AuthorizationResponse,
  expected: { issuers: readonly string[]; sendsIss: boolean },
): AuthorizationVerdict {
  const names = [...response.keys()];
  // RFC 6749 §3.1: no parameter may be repeated.
  if (new Set(names).size !== names.length) return { kind: "refused", reason: "malformed" };
  const issuer = response.get("iss");
  if (issuer === null && expected.sendsIss) return { kind: "refused", reason: "issuer_missing" };
  if (issuer !== null && !expected.issuers.includes(issuer)) return { kind: "refused", reason: "issuer_unknown" };
  const code = response.get("code");
  const error = response.get("error");
  const isOne = (code === null) !== (error === null);
  if (!isOne || foreign.some((name) => response.has(name))) return { kind: "refused", reason: "malformed" };
  if (error === "access_denied") return { kind: "denied" };
  if (error !== null) return errorCode.test(error) ? { kind: "error" } : { kind: "refused", reason: "malformed" };
  return code !== null && isToken(code) ? { kind: "code", code } : { kind: "refused", reason: "malformed" };
}
