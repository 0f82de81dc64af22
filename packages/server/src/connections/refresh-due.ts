/** When an access token is renewed before its end. */
import type { OAuthCredential } from "@svc/provider-kit";

/** A credential as it is sealed: with the time that it was issued, which tells its life; absent where nobody noted it. */
export type IssuedCredential = OAuthCredential & { issuedAt?: number };

/** The credential with the time of its issue, in milliseconds since the epoch. */
export function issuedCredential(credential: OAuthCredential, issuedAt: number): IssuedCredential {
  return { ...credential, issuedAt };
}

const leadMsMin = 60_000;
const leadMsMax = 300_000;

/**
 * How long before its end a token is due: a minute or a tenth of its life, whichever is more, and five minutes at most.
 * A token that lives for less than two minutes is not due in the first half of its life; it would be renewed at each call.
 * @param spread a number in [0, 1), one a process: up to a tenth is added, so that replicas do not all begin at once.
 */
export function refreshLeadMs(expiresAt: number, issuedAt: number | undefined, spread: number): number {
  const lifeMs = issuedAt === undefined ? null : Math.max(0, expiresAt - issuedAt);
  const leadMs = Math.max(leadMsMin, (lifeMs ?? 0) / 10) * (1 + spread / 10);
  return Math.min(leadMs, leadMsMax, lifeMs === null ? leadMsMax : lifeMs / 2);
}

/** Whether the token is renewed before its next use. One whose end is not known is used until it is refused. */
export function isDue({ expiresAt, issuedAt }: IssuedCredential, nowMs: number, spread: number): boolean {
  return expiresAt !== null && expiresAt - nowMs < refreshLeadMs(expiresAt, issuedAt, spread);
}

/** Whether the token's end has come. */
export function isExpired({ expiresAt }: Pick<OAuthCredential, "expiresAt">, nowMs: number): boolean {
  return expiresAt !== null && expiresAt <= nowMs;
}
