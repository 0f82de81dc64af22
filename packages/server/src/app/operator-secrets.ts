/** The vault's tokens and hashes in the shape that operators of the console ask for. */
import type { OperatorSecrets } from "../operators/port.ts";
import type { Platform } from "../platform.ts";
import type { KeyedHashes } from "../vault/port.ts";
import { makeOperatorToken, parseOperatorToken } from "../vault/service-key.ts";
import { hasTokenForm, makeToken } from "../vault/token.ts";

/** @param hashes of the open vault. */
export function operatorSecretsOf(hashes: KeyedHashes, platform: Pick<Platform, "randomBytes">): OperatorSecrets {
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
