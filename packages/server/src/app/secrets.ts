/** Adapts the vault's keys, tokens and hashes to the domain's ports. */
import { createSealedTexts } from "../adapters/vault/sealed-texts.ts";
import type { PersonSecrets } from "../domain/operator-sign-in/port.ts";
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
export function createServiceKeys(
  vault: Pick<Vault, "hashes">,
  platform: Pick<Platform, "randomBytes" | "cellMark">,
): ServiceKeys {
  return {
    makeServiceKey: () => makeServiceKey(platform.randomBytes, platform.cellMark()),
    parseServiceKey,
    digest: plainDigest,
    makeDelegatedToken: (id, randomBytes = platform.randomBytes) => makeDelegatedToken(id, randomBytes),
    parseDelegatedToken,
    ...createServiceKeyHashes(vault.hashes),
    ...createTokenHashes(vault.hashes),
  };
}

/** Creates the port for operators' tokens and sessions. @param hashes of the open vault. */
export function createOperatorSecrets(
  hashes: KeyedHashes,
  platform: Pick<Platform, "randomBytes" | "cellMark">,
): OperatorSecrets {
  return {
    makeToken: () => makeOperatorToken(platform.randomBytes, platform.cellMark()),
    parseToken: parseOperatorToken,
    makeSessionSecret: () => makeToken("sos_", platform.randomBytes),
    hasSessionForm: (text) => hasTokenForm("sos_", text),
    hash: hashes.hash,
    hashUnderEveryKey: hashes.hashUnderEveryKey,
    verify: hashes.verify,
  };
}

/** Creates the port for people who sign in with their company's account. @param hashes of the open vault. */
export function createPersonSecrets(
  hashes: KeyedHashes,
  { randomBytes }: Pick<Platform, "randomBytes">,
): PersonSecrets {
  const sealed = {
    "person-tokens": createSealedTexts(hashes, "person-tokens", randomBytes),
    "person-sign-in": createSealedTexts(hashes, "person-sign-in-details", randomBytes),
  };
  return {
    makeSession: () => makeToken("sps_", randomBytes),
    isSession: (text) => hasTokenForm("sps_", text),
    makeBrowser: () => makeToken("spb_", randomBytes),
    isBrowser: (text) => hasTokenForm("spb_", text),
    hash: hashes.hash,
    hashUnderEveryKey: hashes.hashUnderEveryKey,
    verify: hashes.verify,
    seal: (purpose, subject, text) => sealed[purpose].seal(subject, text),
    open: (purpose, subject, text) => sealed[purpose].open(subject, text),
  };
}
