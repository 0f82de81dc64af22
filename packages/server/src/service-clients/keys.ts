/** What service clients need of the vault: keys and their keyed hashes. */
import type { ServiceKeyRow } from "./port.ts";

/** Makes, reads and hashes service keys; the vault fills it. */
export type ServiceKeys = {
  /** A new key: its public id and the whole text, which is shown once. */
  makeServiceKey(): { id: string; key: string };
  /** The public id of a text that has the form and checksum of a key; null of any other. */
  parseServiceKey(text: string): { id: string } | null;
  /** The keyed hash of a whole key, bound to its row: in another client's row, or under another id, it verifies nothing. */
  hash(place: Pick<ServiceKeyRow, "clientId" | "id">, key: string): string;
  /** A plain digest, by which a key that was verified is recognised. What nobody can guess it does not tell. */
  digest(text: string): string;
  /** Whether this is the row's key; in constant time. False for a hash whose hashing key is unknown. */
  verify(row: Pick<ServiceKeyRow, "clientId" | "id" | "hash">, key: string): boolean;
  /** Whether a hash is bound to its row. One from before hashes were still verifies, unless the operator refuses them. */
  isBound(hash: string): boolean;
};
