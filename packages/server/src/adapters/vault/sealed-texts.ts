/**
 * Texts that are sealed for one subject, so that they open for no other: those that svc hands out instead of storing them,
 * under a key that is derived from the hashing key; and the secrets of OAuth apps, under the root key like the keys that
 * it wraps. An edited or swapped row doesn't open.
 */
import type { DeploymentIdentity, HashPurpose, KeyedHashes, SealedTexts } from "../../domain/vault/port.ts";
import { openBox, type RandomBytes, sealBox } from "./box.ts";
import type { OAuthAppIdentity, OAuthAppSecrets } from "../../domain/oauth/app.ts";
import type { Binding } from "./binding.ts";
import { type OpenVaultParts, wrapUnderSealingKey } from "./tenant-keys.ts";

/** @param hashes under the deployment's hashing keys. @param purpose of the texts: no other kind's opens instead. */
export function createSealedTexts(
  hashes: Pick<KeyedHashes, "hash" | "hashUnderEveryKey">,
  purpose: HashPurpose,
  randomBytes: RandomBytes,
): SealedTexts {
  const encoder = new TextEncoder();
  return {
    seal(subject, text) {
      const key = keyIn(hashes.hash(purpose, subject));
      const box = sealBox(key, encoder.encode(subject), encoder.encode(text), randomBytes);
      key.fill(0);
      return Buffer.from(box).toString("base64url");
    },
    open(subject, sealed) {
      const box = Buffer.from(sealed, "base64url");
      // Decoding ignores foreign characters and spare bits, so accept only the canonical text.
      if (box.toString("base64url") !== sealed) return null;
      for (const hash of hashes.hashUnderEveryKey(purpose, subject)) {
        const key = keyIn(hash);
        const opened = openBox(key, encoder.encode(subject), box);
        key.fill(0);
        if (opened !== null) return new TextDecoder().decode(opened);
      }
      return null;
    },
  };
}

/** Returns the bytes of a keyed hash. */
function keyIn(hash: string): Buffer {
  return Buffer.from(hash.slice(hash.indexOf(".") + 1), "base64url");
}

/** Returns the binding of a secret of an app under a root key. None of the joined texts has a line break. */
export function oauthAppBinding(
  deployment: DeploymentIdentity,
  { provider, serviceClientId, appId, signsSince = null, expectedSince }: OAuthAppIdentity,
  rootKeyId: string,
): Binding {
  const subject = [rootKeyId, provider, serviceClientId, appId].join("\n");
  const about = { deployment, tenantId: "", subject };
  if (expectedSince !== undefined) return { ...about, version: expectedSince, purpose: "offered-secrets" };
  return signsSince === null
    ? { ...about, version: 1, purpose: "oauth-app" }
    : { ...about, version: signsSince, purpose: "event-secret" };
}

/** @param parts the open vault's. */
export function createOAuthAppSecrets(parts: OpenVaultParts): OAuthAppSecrets {
  return {
    async seal(app, secret) {
      const plaintext = new TextEncoder().encode(secret);
      try {
        return await wrapUnderSealingKey(parts, (id) => oauthAppBinding(parts.deployment, app, id), plaintext);
      } finally {
        plaintext.fill(0);
      }
    },
    async open(app, { wrapped, rootKeyId }) {
      if (!parts.rootKeys.keyIds.includes(rootKeyId)) return null;
      const plaintext = await parts.rootKeys.unwrap(
        rootKeyId,
        oauthAppBinding(parts.deployment, app, rootKeyId),
        wrapped,
      );
      if (plaintext === null) return null;
      try {
        return new TextDecoder().decode(plaintext);
      } finally {
        plaintext.fill(0);
      }
    },
  };
}
