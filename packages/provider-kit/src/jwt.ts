/**
 * Reads JSON Web Tokens without verifying them. Let the issuing server accept a token before you rely on its claims.
 */
import { isRecord } from "./shape.ts";

/** Returns the claims of a JSON Web Token without checking its signature; empty if it can't be read. */
export function jwtClaims(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    return isRecord(claims) ? claims : {};
  } catch {
    return {};
  }
}

/** The last second that RFC 3339 can express, in seconds since the epoch. */
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

/**
 * Returns when a JSON Web Token expires (`exp`, RFC 7519 §4.1.4), in RFC 3339; null if never, or after the year 9999.
 */
export function jwtExpiry(token: string): string | null {
  const { exp } = jwtClaims(token);
  const hasEnd = typeof exp === "number" && exp >= 0 && exp <= lastSecond;
  return hasEnd ? new Date(Math.floor(exp * 1000)).toISOString() : null;
}
