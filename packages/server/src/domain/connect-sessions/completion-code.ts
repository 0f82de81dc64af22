/**
 * The one-time code for a confirmed completion. It is a keyed hash of its session, not random text: only this deployment
 * can compute it, a retry after a lost response gets the same code, and nothing has to be stored to issue or check it.
 */
import type { KeyedHashes } from "../vault/port.ts";

const prefix = "cc_";

function codeInput(sessionId: string): string {
  return `session:${sessionId}`;
}

/** Returns a session's code. */
export function deriveCompletionCode(hashes: Pick<KeyedHashes, "hash">, sessionId: string): string {
  return prefix + hashes.hash("completion-code", codeInput(sessionId));
}

/** Whether a text is the session's code under any hashing key, in constant time. */
export function isCompletionCode(hashes: Pick<KeyedHashes, "verify">, sessionId: string, text: string): boolean {
  return text.startsWith(prefix) && hashes.verify("completion-code", codeInput(sessionId), text.slice(prefix.length));
}
