/**
 * Signing secrets for webhook endpoints (Standard Webhooks, symmetric signatures). A secret is derived from the hashing
 * key, which is sealed, and a random salt, so what the database holds is worthless without the vault.
 */
import { createHmac } from "node:crypto";
import { signedContent } from "@svc/contract";
import type { SecretSeed, WebhookSecrets } from "../../domain/webhooks/port.ts";
import type { RandomBytes } from "./box.ts";
import type { KeyedHashes } from "../../domain/vault/port.ts";

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
