/** The vault's part for service clients: keys and their keyed hashes. */
import type { ServiceKeyRow } from "./port.ts";

/** The row that a delegated token belongs to. */
export type TokenRef = { clientId: string; tenantId: string; id: string };

/** Generates, parses and hashes service keys; the vault implements it. */
export type ServiceKeys = {
  /** Generates a key: its public id and the whole text, which is shown once. */
  makeServiceKey(): { id: string; key: string };
  /** Returns the public id of a text with the format and checksum of a key; otherwise null. */
  parseServiceKey(text: string): { id: string } | null;
  /**
   * Generates a delegated token's text, which is shown once.
   * @param id its id, which the text contains. @param randomBytes the platform's if omitted.
   */
  makeDelegatedToken(id: string, randomBytes?: (count: number) => Uint8Array): string;
  /** Returns the id in a text with the format and checksum of a delegated token; otherwise null. */
  parseDelegatedToken(text: string): { id: string } | null;
  /** Returns the keyed hash of a delegated token, bound to its row. */
  hashToken(row: TokenRef, token: string): string;
  /** Whether this is the row's token, in constant time. */
  verifyToken(row: TokenRef & { hash: string }, token: string): boolean;
  /**
   * Returns the keyed hash of a whole key, bound to its row: it never verifies with another client or id.
   */
  hash(row: Pick<ServiceKeyRow, "clientId" | "id">, key: string): string;
  /**
   * Returns an unkeyed digest, which identifies a verified key. It reveals nothing about a text that can't be guessed.
   */
  digest(text: string): string;
  /** Whether this is the row's key, in constant time. False if the hash's hashing key is unknown. */
  verify(row: Pick<ServiceKeyRow, "clientId" | "id" | "hash">, key: string): boolean;
};
