/** The vault's service keys in the shape that service clients ask for. */
import type { Platform } from "./platform.ts";
import type { ServiceKeys } from "./service-clients/keys.ts";
import { plainDigest } from "./vault/hashing.ts";
import type { KeyedHashes } from "./vault/port.ts";
import { makeServiceKey, parseServiceKey } from "./vault/service-key.ts";

/** @param hashes of the open vault. */
export function serviceKeysOf(hashes: KeyedHashes, platform: Platform): ServiceKeys {
  return {
    makeServiceKey: () => makeServiceKey(platform.randomBytes),
    parseServiceKey,
    hash: hashes.hash,
    digest: plainDigest,
    verify: hashes.verify,
  };
}
