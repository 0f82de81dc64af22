/** What service clients need of the vault: keys and their keyed hashes. */

/** Makes, reads and hashes service keys; the vault fills it. */
export type ServiceKeys = {
  /** A new key: its public id and the whole text, which is shown once. */
  makeServiceKey(): { id: string; key: string };
  /** The public id of a text that has the form and checksum of a key; null of any other. */
  parseServiceKey(text: string): { id: string } | null;
  hash(purpose: "service-key", data: string): string;
  /** A plain digest, by which a key that was verified is recognised. What nobody can guess it does not tell. */
  digest(text: string): string;
  /** In constant time; false for a hash whose key version is unknown. */
  verify(purpose: "service-key", data: string, hash: string): boolean;
};
