/**
 * Signatures under a key of this deployment, which anyone with the public key can check: Ed25519 (RFC 8032). The
 * private key is not stored: its 32 bytes are a keyed hash under the hashing key, which is sealed in the vault and
 * never replaced by a rotation. Access to the database alone allows neither signing nor learning the key.
 *
 * The same holds for the secrets of webhook endpoints (Standard Webhooks, symmetric signatures): each is derived from
 * the hashing key and a random salt, so what the database holds is worthless without the vault.
 */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject, createHmac } from "node:crypto";
import { lengthPrefixed } from "./binding.ts";
import type { KeyedHashes, SignaturePurpose, Signatures } from "../../domain/vault/port.ts";
import { signedContent } from "@svc/contract";
import type { SecretSeed, WebhookSecrets } from "../../domain/webhooks/port.ts";
import type { RandomBytes } from "./box.ts";

// The fixed head of an Ed25519 private key in PKCS #8 (RFC 8410 §7), before its 32 bytes.
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

type Pair = { privateKey: KeyObject; publicKey: string };

/** @param hashes the vault's keyed hashes; each version of the hashing key yields one signing key. */
export function createSignatures(hashes: Pick<KeyedHashes, "hashUnderEveryKey">): Signatures {
  const [newest, ...older] = hashes.hashUnderEveryKey("signing-key", "ed25519").map(derivePair);
  if (newest === undefined) throw new RangeError("createSignatures needs a hashing key");
  const pairs = [newest, ...older];
  return {
    publicKey: newest.publicKey,
    sign: (purpose, text) => sign(null, message(purpose, text), newest.privateKey).toString("base64url"),
    verify(purpose, text, publicKey, signature) {
      const own = pairs.find((pair) => pair.publicKey === publicKey);
      if (own === undefined) return false;
      return verify(null, message(purpose, text), createPublicKey(own.privateKey), Buffer.from(signature, "base64url"));
    },
  };
}

/** The purpose comes first, prefixed with its length, so no two purposes share a message. */
function message(purpose: SignaturePurpose, text: string): Uint8Array {
  return Buffer.concat([lengthPrefixed(["svc-signature/v1", purpose]), Buffer.from(text, "utf8")]);
}

function derivePair(hash: string): Pair {
  const seed = Buffer.from(hash.slice(hash.indexOf(".") + 1), "base64url");
  const der = Buffer.concat([pkcs8Head, seed]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  seed.fill(0);
  der.fill(0);
  // `x` of an Ed25519 JSON Web Key (RFC 8037) is the public key's 32 bytes in base64url.
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return { privateKey, publicKey: x };
}

const saltBytes = 32;

/** @param hashes under the deployment's hashing keys. */
export function createWebhookSecrets(hashes: KeyedHashes, randomBytes: RandomBytes): WebhookSecrets {
  const deriveBytes = (endpointId: string, { salt, keyVersion }: SecretSeed): Buffer => {
    const derived = hashes.hashUnderEveryKey("webhook-secret", [endpointId, salt]);
    const found = derived.find((hash) => hash.startsWith(`${keyVersion}.`));
    if (found === undefined) throw new RangeError("There is no hashing key of this version.");
    return Buffer.from(found.slice(found.indexOf(".") + 1), "base64url");
  };
  return {
    newSeed(endpointId) {
      const salt = Buffer.from(randomBytes(saltBytes)).toString("base64url");
      const [version = ""] = hashes.hash("webhook-secret", [endpointId, salt]).split(".");
      return { salt, keyVersion: Number(version) };
    },
    deriveSecret: (endpointId, seed) => `whsec_${deriveBytes(endpointId, seed).toString("base64")}`,
    sign(endpointId, seed, delivery) {
      const key = deriveBytes(endpointId, seed);
      const signature = createHmac("sha256", key).update(signedContent(delivery)).digest("base64");
      key.fill(0);
      return `v1,${signature}`;
    },
  };
}
