/**
 * Checks what the identity provider signs: ID tokens and logout tokens. Only signatures with the provider's public keys
 * count; there is no algorithm `none`, and none with a shared secret.
 */
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { minuteMs, secondMs } from "../clock/units.ts";
import type { Claims } from "./role-rules.ts";

/** The algorithms that a signature may have (RFC 7518 §3.1, RFC 8037). */
export const signatureAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

/** How much the provider's clock may differ from ours. */
export const clockToleranceMs = 30 * secondMs;
/** How old a logout token may be. Within this time, its `jti` is remembered. */
export const logoutTokenAgeMaxMs = 5 * minuteMs;

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** The provider's keys, which are fetched again if a signature names another one. */
export type IssuerKeys = JWTVerifyGetKey;

/** @param fetchKeys sends the request for the keys. */
export function createIssuerKeys(
  url: URL,
  fetchKeys: (url: string, init: { method: "GET" }) => Promise<Response>,
): IssuerKeys {
  return createRemoteJWKSet(url, { [customFetch]: fetchKeys, cooldownDuration: 10_000, cacheMaxAge: 10 * minuteMs });
}

/** Who signed a token, for whom. */
export type Signed = { issuer: string; clientId: string; keys: IssuerKeys; nowMs: number };

/** Why a token isn't accepted: it is `invalid`, or the keys to check it can't be fetched. */
export type TokenFault = "invalid" | "no_keys";

/** Verifies an ID token's signature, issuer, audience and times. The library that requested it has checked the rest. */
export async function verifyIdToken(token: string, by: Signed): Promise<Claims | TokenFault> {
  return await verified(token, by, ["sub", "iat", "exp"]);
}

/** What a logout token ends: the provider's session, all sessions of a person, or a person's with that session. */
export type LogoutToken = { jti: string; subject: string | null; sid: string | null; expiresAt: number };

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export async function verifyLogoutToken(token: string, by: Signed): Promise<LogoutToken | TokenFault> {
  const claims = await verified(token, by, ["iat", "jti"]);
  if (typeof claims === "string") return claims;
  const { iat, jti, sub, sid, events } = claims;
  const isLogout = typeof events === "object" && events !== null && isObject((events as Claims)[logoutEvent]);
  const subject = typeof sub === "string" && sub !== "" ? sub : null;
  const session = typeof sid === "string" && sid !== "" ? sid : null;
  // With a nonce it could be an ID token, which browsers have seen.
  if (!isLogout || Object.hasOwn(claims, "nonce") || (subject === null && session === null)) return "invalid";
  if (typeof jti !== "string" || jti === "" || typeof iat !== "number") return "invalid";
  const expiresAt = iat * secondMs + logoutTokenAgeMaxMs + clockToleranceMs;
  if (by.nowMs >= expiresAt || iat * secondMs > by.nowMs + clockToleranceMs) return "invalid";
  return { jti, subject, sid: session, expiresAt };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function verified(token: string, by: Signed, requiredClaims: string[]): Promise<JWTPayload | TokenFault> {
  try {
    const { payload } = await jwtVerify(token, by.keys, {
      issuer: by.issuer,
      audience: by.clientId,
      algorithms: [...signatureAlgorithms],
      requiredClaims,
      clockTolerance: clockToleranceMs / secondMs,
      currentDate: new Date(by.nowMs),
    });
    return payload;
  } catch (error) {
    const isAboutToken =
      error instanceof errors.JOSEError &&
      !(error instanceof errors.JWKSTimeout) &&
      error.code !== "ERR_JOSE_GENERIC" &&
      error.code !== "ERR_JWKS_INVALID";
    return isAboutToken ? "invalid" : "no_keys";
  }
}
