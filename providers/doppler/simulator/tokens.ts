/** Tokens of the simulated provider: the seven documented kinds ("Auth Token Formats"), what each may do, whose it is. */

/** Prefix of each token kind, with its closing dot. */
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

/** What a service account may do in one project; `viewer` reads values and writes nothing. No list: all environments. */
export interface Grant {
  readonly project: string;
  readonly role: "viewer" | "collaborator" | "admin";
  readonly environments?: readonly string[];
}

/** One token of the world. Times are Unix milliseconds. */
export interface Token {
  /** The name under which `tokens` and the control routes know it. */
  readonly name: string;
  readonly kind: TokenKind;
  readonly value: string;
  /** UUID that `/v3/me` gives. */
  readonly slug: string;
  readonly workplace: string;
  /** A service token's one config. */
  readonly bound?: { readonly project: string; readonly config: string };
  readonly access: "read" | "read/write";
  readonly grants: readonly Grant[];
  readonly expiresAtMs: number | null;
  revoked: boolean;
  lastSeenAtMs: number | null;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Makes the one token value that belongs to a name: prefix, optional middle segment, 43 letters and digits.
 * It is worked out and not written down, so that no file holds what a secret scanner takes for a token.
 */
export function tokenValue(kind: TokenKind, name: string, segment?: string): string {
  const body = digits(name, 43, alphabet);
  return `${tokenPrefixes[kind]}${segment === undefined ? "" : `${segment}.`}${body}`;
}

/** Makes the one UUID-shaped slug that belongs to a name. */
export function slugOf(name: string): string {
  const hex = digits(name, 32, "0123456789abcdef");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

/** FNV-1a for the start and a linear congruence for each character: repeatable, and no secret. */
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
 * Reads the token of an Authorization header: Bearer, or Basic with the token as user name.
 * Gives undefined when there is none of either.
 */
export function tokenOfAuthorization(authorization: string | undefined): string | undefined {
  const [scheme = "", ...rest] = (authorization ?? "").split(" ");
  const credentials = rest.join(" ").trim();
  if (scheme.toLowerCase() === "bearer") return credentials;
  if (scheme.toLowerCase() !== "basic") return undefined;
  return Buffer.from(credentials, "base64").toString("utf8").split(":")[0];
}
