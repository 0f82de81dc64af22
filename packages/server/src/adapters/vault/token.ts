/**
 * The format of the short-lived tokens that browsers hold: a readable prefix and 256 random bits in base64url (43
 * characters).
 */
import type { RandomBytes } from "./box.ts";

/**
 * `cst_` Connect token, `css_` session secret, `cc_` completion code; on the way to a provider `cot_` one-time ticket,
 * `cob_` browser secret, `cos_` state; `sos_` an operator's console session; for an agent's sign-in `aas_` the return
 * from the app, `aac_` the code, `art_` a refresh token.
 */
export const tokenPrefixes = ["cst_", "css_", "cc_", "cot_", "cob_", "cos_", "sos_", "aas_", "aac_", "art_"] as const;

/** The prefix of such a token. */
export type TokenPrefix = (typeof tokenPrefixes)[number];

/** Generates a token; it is shown once and stored only as a keyed hash. */
export function makeToken(prefix: TokenPrefix, randomBytes: RandomBytes): string {
  return prefix + Buffer.from(randomBytes(32)).toString("base64url");
}

/** Whether a text has the format of such a token. If not, no look-up is needed. */
export function hasTokenForm(prefix: TokenPrefix, text: string): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));
}
