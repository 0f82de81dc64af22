/** Signatures derived from the hashing key. */
import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test } from "node:test";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { createSignatures } from "../../../src/adapters/vault/signatures.ts";

const key = (fill: number) => createSecretKey(Buffer.alloc(32, fill));
const of = (...fills: number[]) => createSignatures(keyedHashes(new Map(fills.map((fill, n) => [n + 1, key(fill)]))));

test("the same hashing key signs alike after every start, another one does not", () => {
  const [one, again, other] = [of(1), of(1), of(2)];
  assert.equal(one.publicKey, again.publicKey);
  assert.notEqual(one.publicKey, other.publicKey);
  assert.equal(Buffer.from(one.publicKey, "base64url").length, 32);
  const signature = one.sign("audit-head", "text");
  assert.equal(again.verify("audit-head", "text", one.publicKey, signature), true);
  assert.equal(other.verify("audit-head", "text", one.publicKey, signature), false);
  assert.equal(other.verify("audit-head", "text", other.publicKey, signature), false);
});

test("rejects another text, purpose, key or signature", () => {
  const { publicKey, sign, verify } = of(1);
  const signature = sign("audit-head", "text");
  assert.equal(verify("audit-head", "text ", publicKey, signature), false);
  assert.equal(verify("audit-anchor", "text", publicKey, signature), false);
  for (const bad of [
    "",
    "AAAA",
    signature.slice(1),
    `${signature}AAAA`,
    signature.replace(/^./, (c) => (c === "A" ? "B" : "A")),
  ]) {
    assert.equal(verify("audit-head", "text", publicKey, bad), false, bad);
  }
  for (const bad of ["", "x", of(3).publicKey]) assert.equal(verify("audit-head", "text", bad, signature), false);
});

test("a signature under an older hashing key still verifies after a newer one signs", () => {
  const signature = of(1).sign("audit-head", "text");
  const both = of(1, 2);
  assert.equal(both.verify("audit-head", "text", of(1).publicKey, signature), true);
  assert.notEqual(both.publicKey, of(1).publicKey);
});
