/** Operators of the console as the domain sees them: their tokens, their sessions, and what the vault does for both. */
import type { Page, PageAfter } from "../tenants/port.ts";

/** A token at rest. The id is its public part. */
export type OperatorTokenRow = {
  id: string;
  /** Whose it is, or what for. */
  name: string;
  /** Keyed hash of the whole token, with the hashing key's version in front. */
  hash: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** When it last signed somebody in, or was seen in a session. */
  lastUsedAt: number | null;
};

/** A session of somebody who signed in by a token. */
export type OperatorSessionRow = {
  /** Keyed hash of the secret in the browser's cookie. */
  hash: string;
  tokenId: string;
  createdAt: number;
  /** When it was last used; written now and then. */
  seenAt: number;
  /** When it ends, however much it is used. */
  endsAt: number;
};

/** Tokens and sessions at rest. Every method is one transaction. */
export type OperatorStore = {
  create(token: OperatorTokenRow): Promise<void>;
  find(tokenId: string): Promise<OperatorTokenRow | null>;
  list(query: { after: PageAfter; limit: number }): Promise<Page<OperatorTokenRow>>;
  /** Revokes the token and ends its sessions; false where it is absent or revoked. */
  revoke(tokenId: string, at: number): Promise<boolean>;
  /** Begins a session, counts as a use of its token, and drops sessions that ended before `at` or were seen before `seenBefore`. */
  begin(session: OperatorSessionRow, seenBefore: number): Promise<void>;
  /** The session of one of these hashes with its token, whatever their state. */
  session(hashes: readonly string[]): Promise<{ session: OperatorSessionRow; token: OperatorTokenRow } | null>;
  /** Writes that session and token were used. */
  seen(session: Pick<OperatorSessionRow, "hash" | "tokenId">, at: number): Promise<void>;
  end(hash: string): Promise<void>;
};

/** Makes, reads and hashes the secrets of operators; the vault fills it. */
export type OperatorSecrets = {
  /** A new token: its public id and the whole text, which is shown once. */
  makeToken(): { id: string; token: string };
  /** The public id of a text that has the form and checksum of a token; null of any other. */
  parseToken(text: string): { id: string } | null;
  makeSessionSecret(): string;
  hasSessionForm(text: string): boolean;
  hash(purpose: "operator-token" | "operator-session" | "operator-form", data: string): string;
  hashUnderEveryKey(purpose: "operator-session", data: string): string[];
  /** In constant time; false for a hash whose key version is unknown. */
  verify(purpose: "operator-token" | "operator-form", data: string, hash: string): boolean;
};
