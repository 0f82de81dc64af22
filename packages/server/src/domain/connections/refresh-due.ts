/** Decides when to refresh an access token before it expires. */
import type { OAuthCredential } from "@svc/provider-kit";
import { minuteMs } from "../clock/units.ts";

/**
 * A sealed credential, with its time of issue, from which its lifetime follows, and the id of the app that it was
 * issued to. Each is absent if unknown.
 */
export type IssuedCredential = OAuthCredential & { issuedAt?: number; appId?: string };

/** Returns the credential with its app's id and its time of issue, in milliseconds since the epoch. */
export function issuedCredential(credential: OAuthCredential, issuedAt: number, appId: string): IssuedCredential {
  return { ...credential, issuedAt, appId };
}

const leadMsMin = minuteMs;
const leadMsMax = 5 * minuteMs;

/**
 * Returns how long before its expiry a token is due: a minute or a tenth of its lifetime, whichever is longer, and at
 * most five minutes. A token with a lifetime under two minutes is not due in the first half, because otherwise every
 * call would refresh it.
 * @param spread a number in [0, 1), one per process: adds up to a tenth, so that replicas don't all start together.
 */
export function refreshLeadMs(expiresAt: number, issuedAt: number | undefined, spread: number): number {
  const lifeMs = issuedAt === undefined ? null : Math.max(0, expiresAt - issuedAt);
  const leadMs = Math.max(leadMsMin, (lifeMs ?? 0) / 10) * (1 + spread / 10);
  return Math.min(leadMs, leadMsMax, lifeMs === null ? leadMsMax : lifeMs / 2);
}

/**
 * Whether to refresh the token before its next use. A token without a known expiry is used until it is refused.
 * @param refreshAfterSeconds the age at which to refresh a token without a known expiry, if its server defines one.
 */
export function isDue(
  { expiresAt, issuedAt }: IssuedCredential,
  nowMs: number,
  spread: number,
  refreshAfterSeconds?: number,
): boolean {
  if (expiresAt !== null) return expiresAt - nowMs < refreshLeadMs(expiresAt, issuedAt, spread);
  if (refreshAfterSeconds === undefined || issuedAt === undefined) return false;
  return nowMs - issuedAt >= refreshAfterSeconds * 1000 * (1 - spread / 10);
}

/** Whether the token has expired. */
export function isExpired({ expiresAt }: Pick<OAuthCredential, "expiresAt">, nowMs: number): boolean {
  return expiresAt !== null && expiresAt <= nowMs;
}
