/** The vault's service keys in the shape that service clients ask for. */
import type { Platform } from "../platform.ts";
import type { ServiceKeys } from "../service-clients/keys.ts";
import { plainDigest } from "../vault/hashing.ts";
import { makeServiceKey, parseServiceKey } from "../vault/service-key.ts";
import { createServiceKeyHashes } from "../vault/service-key-hashes.ts";
import type { Vault } from "../vault/vault.ts";

/** @param vault open. */
export function serviceKeysOf(vault: Pick<Vault, "hashes" | "refusesUnbound">, platform: Platform): ServiceKeys {
  return {
    makeServiceKey: () => makeServiceKey(platform.randomBytes),
    parseServiceKey,
    digest: plainDigest,
    ...createServiceKeyHashes(vault.hashes, vault.refusesUnbound),
  };
}
