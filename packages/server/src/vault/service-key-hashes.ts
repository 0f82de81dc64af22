/**
 * The hashes of service keys at rest. A hash is bound to its row: to the key's public id and to the service client, so that
 * whoever can write to the database cannot give a key to another client. Hashes from before were of the key's text alone.
 * Whether one is bound is marked in front of it; the mark protects nothing and need not, for a hash of one form never
 * verifies as the other: a key's text never begins as a length does.
 */
import type { KeyedHashes } from "./port.ts";

const boundMark = "bound:";

/** The row that a key belongs to. */
export type ServiceKeyPlace = { clientId: string; id: string };

/** Makes and checks the hashes. */
export type ServiceKeyHashes = {
  /** The keyed hash of a whole key, for its row alone. */
  hash(place: ServiceKeyPlace, key: string): string;
  /** Whether this is the row's key; in constant time. False for a hash whose hashing key is unknown. */
  verify(row: ServiceKeyPlace & { hash: string }, key: string): boolean;
  /** Whether a hash is bound to its row. */
  isBound(hash: string): boolean;
};

/** @param refusesUnbound whether hashes from before they were bound verify no key anymore. */
export function createServiceKeyHashes(
  hashes: Pick<KeyedHashes, "hash" | "verify">,
  refusesUnbound: boolean,
): ServiceKeyHashes {
  const boundData = ({ clientId, id }: ServiceKeyPlace, key: string): string[] => [clientId, id, key];
  const isBound = (hash: string): boolean => hash.startsWith(boundMark);
  return {
    hash: (place, key) => boundMark + hashes.hash("service-key", boundData(place, key)),
    verify(row, key) {
      if (isBound(row.hash)) return hashes.verify("service-key", boundData(row, key), row.hash.slice(boundMark.length));
      return hashes.verify("service-key", key, row.hash) && !refusesUnbound;
    },
    isBound,
  };
}
