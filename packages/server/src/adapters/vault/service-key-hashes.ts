/**
 * Stored hashes of service keys. A hash is bound to its row, that is to the key's public id and the service client, so
 * that someone who can write to the database can't give a key to another client.
 */
import type { KeyedHashes } from "../../domain/vault/port.ts";

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
};

/** Creates them from the vault's keyed hashes. */
export function createServiceKeyHashes(hashes: Pick<KeyedHashes, "hash" | "verify">): ServiceKeyHashes {
  const bound = ({ clientId, id }: ServiceKeyRef, key: string): string[] => [clientId, id, key];
  return {
    hash: (ref, key) => hashes.hash("service-key", bound(ref, key)),
    verify: (row, key) => hashes.verify("service-key", bound(row, key), row.hash),
  };
}
