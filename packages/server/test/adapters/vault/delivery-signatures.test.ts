/** The vault verifies deliveries of every kind as the kit's tests do, and nothing else. */
import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { test } from "node:test";
import { proofOf, type Verification } from "@svc/provider-kit";
import { deliveryOf, signDelivery } from "@svc/provider-kit/testing";
import { verifyDelivery } from "../../../src/adapters/vault/delivery-signatures.ts";

const body = '{"id":"1"}';
const secret = "canary-of-a-signing-secret";
const pair = generateKeyPairSync("ed25519");
const publicKey = Buffer.from(String(pair.publicKey.export({ format: "jwk" })["x"]), "base64url").toString("hex");
const signature = { header: "x-signature", encoding: "hex", signed: ["body"] } as const;

const kinds: Readonly<Record<string, [Verification, signs: string | KeyObject, verifies: string]>> = {
  HMAC: [{ ...signature, kind: "hmac_sha256" }, secret, secret],
  Ed25519: [{ ...signature, kind: "ed25519" }, pair.privateKey, publicKey],
  "a JSON Web Token": [{ kind: "jwt_hs256", header: "authorization", bodyClaim: "body" }, secret, secret],
  "a token": [{ kind: "token", header: "x-token" }, secret, secret],
};

for (const [name, [verification, signs, verifies]] of Object.entries(kinds)) {
  const verified = (text: string, key = verifies): boolean => {
    const headers = signDelivery(verification, {}, body, signs, Date.UTC(2026, 2, 10));
    const delivery = deliveryOf(headers, text);
    const proof = proofOf(verification, delivery);
    assert.ok(proof !== null);
    return verifyDelivery(proof, delivery.body, key);
  };
  test(`${name}: verifies with the secret, and with no other`, () => {
    assert.equal(verified(body), true);
    for (const other of ["", `${verifies}0`, verifies.slice(1), "00".repeat(32), "not a key"])
      assert.equal(verified(body, other), false, other);
  });
  if (verification.kind !== "token")
    test(`${name}: refuses an altered body`, () => assert.equal(verified('{"id":"2"}'), false));
}
