/** Operators of the console as the domain sees them: tokens, sessions, and the vault's part in both. */
import type { Page, PageAfter } from "../listings/page.ts";
import type { OperatorTokenRow, OperatorSessionRow } from "../generated/rows.ts";

export type { OperatorTokenRow, OperatorSessionRow };

/** Stored tokens and sessions. Every method is one transaction. */
export type OperatorStore = {
  create(token: OperatorTokenRow): Promise<void>;
  find(tokenId: string): Promise<OperatorTokenRow | null>;
  list(query: { after: PageAfter; limit: number }): Promise<Page<OperatorTokenRow>>;
  /** Revokes the token and ends its sessions; false if it is absent or already revoked. */
  revoke(tokenId: string, at: number): Promise<boolean>;
  /**
   * Starts a session, counts as a use of its token, and deletes sessions that ended before `at` or were last seen
   * before `seenBefore`.
   */
  begin(session: OperatorSessionRow, seenBefore: number): Promise<void>;
  /** Finds the session with one of these hashes, and its token, regardless of their state. */
  session(hashes: readonly string[]): Promise<{ session: OperatorSessionRow; token: OperatorTokenRow } | null>;
  /** Records a use of session and token. */
  seen(session: Pick<OperatorSessionRow, "hash" | "tokenId">, at: number): Promise<void>;
  end(hash: string): Promise<void>;
};

/** Generates, parses and hashes the secrets of operators; the vault implements it. */
export type OperatorSecrets = {
  /** Generates a token: its public id and the whole text, which is shown once. */
  makeToken(): { id: string; token: string };
  /** Returns the public id of a text with the format and checksum of a token; otherwise null. */
  parseToken(text: string): { id: string } | null;
  makeSessionSecret(): string;
  hasSessionForm(text: string): boolean;
  hash(purpose: "operator-token" | "operator-session" | "operator-form", data: string): string;
  hashUnderEveryKey(purpose: "operator-session", data: string): string[];
  /** Compares in constant time; false if the hash's key version is unknown. */
  verify(purpose: "operator-token" | "operator-form", data: string, hash: string): boolean;
};
