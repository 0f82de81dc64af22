/**
 * Makes the exchange of a token repeatable, but only for the browser that exchanged it. If the browser sends a proof,
 * the session secret is a keyed hash of session and proof: only this deployment can compute it, the same call returns
 * the same secret again, and nothing else has to be stored.
 */
import { minuteMs } from "../clock/units.ts";
import type { KeyedHashes } from "../vault/port.ts";
import type { ConnectSessionRow } from "./port.ts";

/** How long an exchange can be repeated: long enough to notice a lost response. */
export const repeatableForMs = 2 * minuteMs;

/** Returns the session secret for a session and a proof, in the usual form: `css_` and 43 characters in base64url. */
export function provenSecret(hashes: Pick<KeyedHashes, "hash">, sessionId: string, proof: string): string {
  // Stored hashes are of texts that start with "css_", so this one can't be among them.
  const hash = hashes.hash("session-secret", `exchange:${sessionId}:${proof}`);
  return `css_${hash.slice(hash.indexOf(".") + 1)}`;
}

/**
 * Whether an exchange with this secret was made and may be answered again: in time, and if the session hasn't changed
 * since the exchange.
 */
export function isRepeatedExchange(
  hashes: Pick<KeyedHashes, "verify">,
  session: ConnectSessionRow,
  sessionSecret: string,
  nowMs: number,
): boolean {
  const { tokenUsedAt, status, expiresAt, rejections, verifyingUntil } = session;
  const isFresh = tokenUsedAt !== null && nowMs - tokenUsedAt < repeatableForMs && nowMs < expiresAt;
  const isUntouched = status === "opened" && rejections === 0 && verifyingUntil === 0;
  return isFresh && isUntouched && hashes.verify("session-secret", sessionSecret, session.secretHash);
}
