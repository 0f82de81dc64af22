/** Tokens of the simulated provider: the seven documented kinds ("Auth Token Formats"), their grants and owners. */

/** Prefix of each token kind, with its trailing dot. */
export const tokenPrefixes = {
  service_token: "dp.st.",
  service_account: "dp.sa.",
  service_account_identity: "dp.said.",
  personal: "dp.pt.",
  cli: "dp.ct.",
  scim: "dp.scim.",
  audit: "dp.audit.",
} as const;

/** One of the seven kinds. */
export type TokenKind = keyof typeof tokenPrefixes;

/** A service account's role in one project; `viewer` can only read. Without a list, it covers all environments. */
export interface Grant {
  readonly project: string;
  readonly role: "viewer" | "collaborator" | "admin";
  readonly environments?: readonly string[];
}

/** One token. Times are Unix milliseconds. */
export interface Token {
  /** Its name in `tokens` and the control routes. */
  readonly name: string;
  readonly kind: TokenKind;
  readonly value: string;
  /** UUID that `/v3/me` returns. */
  readonly slug: string;
  readonly workplace: string;
  /** A service token's only config. */
  readonly bound?: { readonly project: string; readonly config: string };
  readonly access: "read" | "read/write";
  readonly grants: readonly Grant[];
  readonly expiresAtMs: number | null;
  revoked: boolean;
  lastSeenAtMs: number | null;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Derives the token value for a name: prefix, optional middle segment, 43 letters and digits.
 * It's computed instead of written down, so that no file contains something that a secret scanner takes for a token.
 */
export function tokenValue(kind: TokenKind, name: string, segment?: string): string {
  const body = digits(name, 43, alphabet);
  return `${tokenPrefixes[kind]}${segment === undefined ? "" : `${segment}.`}${body}`;
}

/** Derives the UUID-shaped slug for a name. */
export function slugOf(name: string): string {
  const hex = digits(name, 32, "0123456789abcdef");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

/** FNV-1a for the seed and a linear congruential step per character: repeatable, not secret. */
function digits(name: string, length: number, characters: string): string {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  let made = "";
  while (made.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    made += characters[(state >>> 8) % characters.length] ?? "";
  }
  return made;
}

/**
 * Reads the token from an Authorization header: Bearer, or Basic with the token as user name.
 * Returns undefined if there is neither.
 */
export function tokenOfAuthorization(authorization: string | undefined): string | undefined {
  const [scheme = "", ...rest] = (authorization ?? "").split(" ");
  const credentials = rest.join(" ").trim();
  if (scheme.toLowerCase() === "bearer") return credentials;
  if (scheme.toLowerCase() !== "basic") return undefined;
  return Buffer.from(credentials, "base64").toString("utf8").split(":")[0];
}
