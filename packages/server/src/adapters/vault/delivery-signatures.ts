/** Verifies the signatures of providers' deliveries with the secrets of OAuth apps, in constant time. */
import { createHmac, createPublicKey, hash, timingSafeEqual, verify } from "node:crypto";
import type { DeliveryProof } from "@svc/provider-kit";
import type { VerifyDelivery } from "../../domain/provider-events/port.ts";

/** Whether a delivery's proof holds under a secret. A secret in another form than the kind needs proves nothing. */
export const verifyDelivery: VerifyDelivery = (proof, body, secret) => {
  if (proof.kind === "token") return isSame(Buffer.from(proof.token), Buffer.from(secret));
  if (proof.bodyDigest !== null && proof.bodyDigest !== hash("sha256", body, "hex")) return false;
  return proof.kind === "hmac_sha256" ? isHmac(proof, secret) : isEd25519(proof, secret);
};

type Signed = Exclude<DeliveryProof, { kind: "token" }>;

function isHmac({ message, signatures }: Signed, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(message).digest();
  return signatures.some((signature) => isSame(signature, expected));
}

const publicKeyPattern = /^[0-9a-f]{64}$/i;

function isEd25519({ message, signatures }: Signed, secret: string): boolean {
  if (!publicKeyPattern.test(secret)) return false;
  const x = Buffer.from(secret, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return signatures.some((signature) => signature.length === 64 && verify(null, message, key, signature));
}

/** Both are hashed first, so that the time doesn't depend on their lengths. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}
