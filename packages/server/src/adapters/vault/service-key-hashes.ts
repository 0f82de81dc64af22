/**
 * Stored hashes of service keys. A hash is bound to its row, that is to the key's public id and the service client, so
 * that someone who can write to the database can't give a key to another client. Older hashes cover only the key's
 * text. A prefix marks the bound ones. It needs no protection, because a hash of one form never verifies as the other:
 * a key's text never starts like a length.
 */
import type { KeyedHashes } from "../../domain/vault/port.ts";

const boundMark = "bound:";

/** The row that a key belongs to. */
export type ServiceKeyRef = { clientId: string; id: string };

/** Creates and checks the hashes of delegated tokens, each bound to its row. */
export function createTokenHashes(hashes: Pick<KeyedHashes, "hash" | "verify">) {
  type Ref = { clientId: string; tenantId: string; id: string };
  const bound = ({ clientId, tenantId, id }: Ref, token: string): string[] => [clientId, tenantId, id, token];
  return {
    hashToken: (ref: Ref, token: string): string => hashes.hash("delegated-token", bound(ref, token)),
    verifyToken: (row: Ref & { hash: string }, token: string): boolean =>
      hashes.verify("delegated-token", bound(row, token), row.hash),
  };
}

/** Creates and checks the hashes. */
export type ServiceKeyHashes = {
  /** Returns the keyed hash of a whole key, bound to its row. */
  hash(ref: ServiceKeyRef, key: string): string;
  /** Whether this is the row's key, in constant time. False if the hash's hashing key is unknown. */
  verify(row: ServiceKeyRef & { hash: string }, key: string): boolean;
  /** Whether a hash is bound to its row. */
  isBound(hash: string): boolean;
};

/** @param refusesUnbound whether unbound hashes no longer verify any key. */
export function createServiceKeyHashes(
  hashes: Pick<KeyedHashes, "hash" | "verify">,
  refusesUnbound: boolean,
): ServiceKeyHashes {
  const boundData = ({ clientId, id }: ServiceKeyRef, key: string): string[] => [clientId, id, key];
  const isBound = (hash: string): boolean => hash.startsWith(boundMark);
  return {
    hash: (ref, key) => boundMark + hashes.hash("service-key", boundData(ref, key)),
    verify(row, key) {
      if (isBound(row.hash)) return hashes.verify("service-key", boundData(row, key), row.hash.slice(boundMark.length));
      return hashes.verify("service-key", key, row.hash) && !refusesUnbound;
    },
    isBound,
  };
}
