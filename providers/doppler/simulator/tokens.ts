/** Tokens of the simulated provider: the seven documented kinds ("Auth Token Formats"), their grants and owners. */
import { createHash } from "node:crypto";
import type { Token as StoredToken } from "@svc/simulator";

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

export interface Token extends StoredToken {
  readonly kind: TokenKind;
  /** UUID that `/v3/me` returns. */
  readonly slug: string;
  readonly workplace: string;
  /** A service token's only config. */
  readonly bound?: { readonly project: string; readonly config: string };
  readonly access: "read" | "read/write";
  readonly grants: readonly Grant[];
  /** Unix milliseconds. */
  lastSeenAtMs: number | null;
}

/**
 * Derives the token value for a name: prefix, optional middle segment, 43 letters and digits.
 * It's computed instead of written down, so that no file contains anything that a secret scanner would mistake for a
 * token.
 */
export function tokenValue(kind: TokenKind, name: string, segment?: string): string {
  const body = createHash("sha256").update(name).digest("base64url").replaceAll(/[-_]/g, "0");
  return `${tokenPrefixes[kind]}${segment === undefined ? "" : `${segment}.`}${body}`;
}
