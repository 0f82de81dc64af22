/** Format version 1, byte by byte, so that old records stay readable; and the wiping of keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { additionalData, credentialAdditionalData, lengthPrefixed } from "../../../src/adapters/vault/binding.ts";
import { openRecord, sealRecord } from "../../../src/adapters/vault/record.ts";
import { binding, bytes, realBytes } from "./fixture.ts";

test("writes each field of the additional data after its length in four bytes", () => {
  const text = (aad: Uint8Array): string => Buffer.from(aad).toString("latin1");
  const of = (mark: string, layer: string) =>
    `\0\0\0\x0csvc-vault/v1\0\0\0${String.fromCharCode(layer.length)}${layer}\0\0\0\x03dep\0\0\0${String.fromCharCode(mark.length)}${mark}` +
    "\0\0\0\x03ten\0\0\0\x03con\0\0\0\x0212\0\0\0\x0acredential";
  assert.equal(text(additionalData(binding, "key")), of("live", "key"));
  assert.equal(text(additionalData(binding, "content")), of("live", "content"));
  const sandbox = { ...binding, deployment: { deploymentId: "dep", sandbox: true } };
  assert.equal(text(additionalData(sandbox, "key")), of("sandbox", "key"));
  assert.deepEqual([...lengthPrefixed(["é", "x".repeat(258)])].slice(0, 10), [0, 0, 0, 2, 0xc3, 0xa9, 0, 0, 1, 2]);
});

test("binds a credential to its client, provider and actions", () => {
  const fields = (mark: string, layer: string): string[] => {
    const sealContext = ["svc-vault/v1 suite 02", layer, "dep", mark, "scl", "ten", "con", "12", "credential", "acme"];
    return [...sealContext, ...binding.grantedActions];
  };
  const sandbox = { ...binding, deployment: { deploymentId: "dep", sandbox: true } };
  for (const layer of ["key", "content"] as const) {
    assert.deepEqual(credentialAdditionalData(binding, layer), lengthPrefixed(fields("live", layer)));
    assert.deepEqual(credentialAdditionalData(sandbox, layer), lengthPrefixed(fields("sandbox", layer)));
  }
});

test("wipes a record's data key after sealing and keeps the tenant's key", () => {
  const made: Uint8Array[] = [];
  const tenantKey = realBytes(32);
  const before = Uint8Array.from(tenantKey);
  const record = sealRecord(tenantKey, binding, bytes("secret"), (count) => {
    const random = realBytes(count);
    made.push(random);
    return random;
  });
  assert.deepEqual(
    [...(made[0] ?? [])],
    Array.from({ length: 32 }, () => 0),
  );
  assert.deepEqual(tenantKey, before);
  assert.deepEqual(openRecord(tenantKey, binding, record), bytes("secret"));
});
