/** Adapts the vault's keys, tokens and hashes to the domain's ports. */
import type { OperatorSecrets } from "../domain/operators/port.ts";
import type { Platform } from "../platform.ts";
import type { ServiceKeys } from "../domain/service-clients/port.ts";
import { plainDigest } from "../adapters/vault/hashing.ts";
import type { KeyedHashes } from "../domain/vault/port.ts";
import {
  createServiceKeyHashes,
  createTokenHashes,
  makeDelegatedToken,
  makeOperatorToken,
  makeServiceKey,
  parseDelegatedToken,
  parseOperatorToken,
  parseServiceKey,
  hasTokenForm,
  makeToken,
} from "../adapters/vault/service-key.ts";
import type { Vault } from "../adapters/vault/vault.ts";

/** Creates the port for service keys. @param vault open. */
export function createServiceKeys(vault: Pick<Vault, "hashes">, platform: Pick<Platform, "randomBytes">): ServiceKeys {
  return {
    makeServiceKey: () => makeServiceKey(platform.randomBytes),
    parseServiceKey,
    digest: plainDigest,
    makeDelegatedToken: (id, randomBytes = platform.randomBytes) => makeDelegatedToken(id, randomBytes),
    parseDelegatedToken,
    ...createServiceKeyHashes(vault.hashes),
    ...createTokenHashes(vault.hashes),
  };
}

/** Creates the port for operators' tokens and sessions. @param hashes of the open vault. */
export function createOperatorSecrets(hashes: KeyedHashes, platform: Pick<Platform, "randomBytes">): OperatorSecrets {
  return {
    makeToken: () => makeOperatorToken(platform.randomBytes),
    parseToken: parseOperatorToken,
    makeSessionSecret: () => makeToken("sos_", platform.randomBytes),
    hasSessionForm: (text) => hasTokenForm("sos_", text),
    hash: hashes.hash,
    hashUnderEveryKey: hashes.hashUnderEveryKey,
    verify: hashes.verify,
  };
}
