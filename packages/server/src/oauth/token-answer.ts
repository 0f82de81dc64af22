/** Judges what a token endpoint answered (RFC 6749 §5). Pure; nothing of an answer is ever in an error. */
import type { ExchangeFacts, OAuthAuth, OAuthCredential } from "@svc/provider-kit";
import { echoes } from "../provider-calls/echoes.ts";
import type { TokenResult } from "./port.ts";

/** The most that is read of a token endpoint's answer. */
export const answerBytesMax = 64 * 1024;
/** The longest code or token that is taken, in characters: a header must still carry it. */
export const tokenCharsMax = 8 * 1024;
/** The longest life of an access token that is believed: ten years. */
const expiresInMax = 315_360_000;
const scopesMax = 200;

/** RFC 6749 appendix A: codes and tokens are visible ASCII. */
const visible = /^[\x21-\x7e]+$/;
/** RFC 6749 §3.3: a scope token. */
const scopeCharsMax = 256;
const scopeToken = new RegExp(`^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,${scopeCharsMax}}$`);
/** Statuses below 500 that refuse nothing (RFC 9110 §15.5.9, §15.5.20; RFC 8470 §5.2; RFC 6585 §4). */
const refusesNothing: ReadonlySet<number> = new Set([408, 421, 425, 429]);
/** Error codes that speak of the server's own state; RFC 6749 has them for the authorization endpoint. */
const passing: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable", "slow_down"]);
/** The members that are looked at; an ID token, or whatever else a server adds, is nobody's business here. */
const members = ["access_token", "token_type", "expires_in", "refresh_token", "scope", "error"] as const;

/** The members of an answer, unchecked; absent and null ones are not there. */
export type TokenAnswer = { status: number; fields: Readonly<Partial<Record<(typeof members)[number], unknown>>> };

/** Whether a text can be a code or a token. */
export function isToken(text: string): boolean {
  return text.length <= tokenCharsMax && visible.test(text);
}

/**
 * Reads the facts of the one request.
 * @returns null where there is no answer that can be read whole: a JSON object of at most 64 KiB. A 200 with an `error`,
 *   which some servers send, is given as the 400 that it means.
 */
export function readTokenAnswer(facts: ExchangeFacts): TokenAnswer | null {
  if (facts.kind !== "answered" || facts.body.kind !== "complete") return null;
  const { text } = facts.body;
  if (Buffer.byteLength(text) > answerBytesMax) return null;
  const body = parsed(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const known = members.flatMap((name) => {
    const value: unknown = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const fields: TokenAnswer["fields"] = Object.fromEntries(known);
  return { status: facts.status === 200 && fields.error !== undefined ? 400 : facts.status, fields };
}

/** What an `error` of a token endpoint comes to. @param isGrant whether the code condemns the code or refresh token. */
export function judgeTokenError(status: number, error: string, isGrant: (error: string) => boolean): TokenResult {
  if (status < 400 || status >= 500 || refusesNothing.has(status) || passing.has(error)) {
    return { kind: "unsure", sent: true };
  }
  return { kind: "refused", error: isGrant(error) ? "invalid_grant" : "other" };
}

/**
 * The credential of a successful answer.
 * @param context.requested the scopes that were asked for or, at a refresh, held before.
 * @param context.refreshToken the one in use, which stays where the answer has none; null at a first exchange.
 * @returns null where a member is missing or is not what RFC 6749 §5.1 says.
 */
export function credentialOf(
  fields: TokenAnswer["fields"],
  context: {
    auth: Pick<OAuthAuth, "grantedScopes">;
    requested: readonly string[];
    refreshToken: string | null;
    nowMs: number;
  },
): OAuthCredential | null {
  const { access_token: accessToken, token_type: type, scope = null, expires_in: expiresIn } = fields;
  const refreshToken = fields.refresh_token ?? context.refreshToken;
  if (typeof accessToken !== "string" || !isToken(accessToken)) return null;
  if (refreshToken !== null && (typeof refreshToken !== "string" || !isToken(refreshToken))) return null;
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return null;
  if (scope !== null && typeof scope !== "string") return null;
  if (expiresIn !== undefined && !isLife(expiresIn)) return null;
  const granted = context.auth.grantedScopes({ scope, accessToken, requested: context.requested });
  const tokens = refreshToken === null ? [accessToken] : [accessToken, refreshToken];
  // Scopes are kept in clear and shown.
  const scopes = [...new Set(granted)].filter((one) => !echoes(tokens, one.slice(0, scopeCharsMax)));
  if (scopes.length > scopesMax || !scopes.every((one) => scopeToken.test(one))) return null;
  const expiresAt = expiresIn === undefined ? null : context.nowMs + expiresIn * 1000;
  return { accessToken, refreshToken, expiresAt, scopes };
}

function isLife(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= expiresInMax;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
