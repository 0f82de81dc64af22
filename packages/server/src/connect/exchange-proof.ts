/**
 * The exchange of a token, repeatable by the browser that made it and by nobody else. A browser that sends a proof gets a
 * session secret that is the keyed hash of session and proof: this deployment alone can compute it, the same call gives
 * the same secret again, and nothing more has to be kept.
 */
import type { KeyedHashes } from "../vault/port.ts";
import type { ConnectSessionRow } from "./port.ts";

/** How long after the exchange it may be repeated: time for a lost answer to be noticed, and no more. */
export const repeatableForMs = 2 * 60 * 1000;

/** The session secret of a session for a proof, in the form of every session secret: `css_` and 43 characters base64url. */
export function provenSecret(hashes: Pick<KeyedHashes, "hash">, sessionId: string, proof: string): string {
  // Stored hashes are of texts that begin with "css_", so that this one is never among them.
  const hash = hashes.hash("session-secret", `exchange:${sessionId}:${proof}`);
  return `css_${hash.slice(hash.indexOf(".") + 1)}`;
}

/**
 * Whether an exchange that leads to this secret has been made, and may be answered once more: within its time, while the
 * session is as the exchange left it.
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
