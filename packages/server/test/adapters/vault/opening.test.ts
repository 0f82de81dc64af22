/**
 * A record that does not open reports it without the cipher's message, at each layer; and every intermediate key is
 * wiped.
 */
import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test, type TestContext } from "node:test";
import { credentialAdditionalData } from "../../../src/adapters/vault/binding.ts";
import { boxOverheadBytes } from "../../../src/adapters/vault/box.ts";
import { contentRef } from "../../../src/adapters/vault/content-keys.ts";
import {
  contentKeyName,
  deriveContentKey,
  openContent,
  openRecord,
  sealRecord,
  unwrapKey,
  wrapKey,
} from "../../../src/adapters/vault/record.ts";
import { binding, bytes, realBytes } from "./fixture.ts";

const aad = credentialAdditionalData(binding, "content");
const headerBytes = 6;
const contentStartsAt = headerBytes + 32 + boxOverheadBytes;

/** The record with one byte of its header changed. */
const ofAnotherFormat = (record: Uint8Array): Uint8Array => record.map((byte, at) => (at === 4 ? byte + 1 : byte));

test("rejects a wrapped key with another format or cut at any length", () => {
  const rootKey = createSecretKey(realBytes(32));
  const wrapped = wrapKey(rootKey, binding, realBytes(32), realBytes);
  assert.equal(unwrapKey(rootKey, binding, ofAnotherFormat(wrapped)), null);
  for (let length = 0; length < wrapped.length; length += 1) {
    assert.equal(unwrapKey(rootKey, binding, wrapped.subarray(0, length)), null, `${length} bytes`);
  }
});

test("rejects a record with another key or format, or cut at any length, at both layers", () => {
  const tenantKey = realBytes(32);
  const record = sealRecord(tenantKey, binding, bytes("secret"), realBytes);
  const contentKey = deriveContentKey(tenantKey, binding, record);
  assert.ok(contentKey !== null);
  assert.deepEqual(openContent(contentKey, aad, record), bytes("secret"));
  assert.equal(openRecord(realBytes(32), binding, record), null);
  assert.equal(deriveContentKey(tenantKey, binding, ofAnotherFormat(record)), null);
  assert.equal(openContent(contentKey, aad, ofAnotherFormat(record)), null);
  for (let length = 0; length < record.length; length += 1) {
    const cut = record.subarray(0, length);
    assert.equal(openContent(contentKey, aad, cut), null, `${length} bytes`);
    // If the key can be derived from what is left, the content's own authentication rejects the rest.
    if (length < contentStartsAt + boxOverheadBytes)
      assert.equal(deriveContentKey(tenantKey, binding, cut), null, `${length} bytes`);
  }
});

test("a content key's name covers everything it is derived from, and nothing more", () => {
  const record = sealRecord(realBytes(32), binding, bytes("secret"), realBytes);
  const decisive = contentStartsAt + 32 + 32;
  for (let at = 0; at < record.length; at += 1) {
    const other = record.map((byte, index) => (index === at ? byte ^ 1 : byte));
    assert.equal(contentKeyName(aad, other) === contentKeyName(aad, record), at >= decisive, `byte ${at}`);
  }
});

/** The lengths of everything that is wiped while `work` runs, in order. */
function wipedBy(t: TestContext, work: () => unknown): readonly number[] {
  const wiped: Uint8Array[] = [];
  for (const owner of [Uint8Array.prototype, Buffer.prototype]) {
    const fill = owner.fill;
    t.mock.method(owner, "fill", function (this: Uint8Array, ...values: Parameters<Uint8Array["fill"]>) {
      wiped.push(this);
      return fill.apply(this, values);
    });
  }
  work();
  t.mock.restoreAll();
  for (const one of wiped) assert.ok(one.every((byte) => byte === 0));
  return wiped.map(({ length }) => length);
}

test("computes a record's content reference once per binding and record", () => {
  const record = sealRecord(realBytes(32), binding, bytes("secret"), realBytes);
  const made = contentRef(binding, record);
  assert.deepEqual([made.aad, made.name], [aad, contentKeyName(aad, record)]);
  assert.equal(contentRef({ ...binding }, record), made);
  const { deploymentId } = binding.deployment;
  for (const other of [
    { deployment: { ...binding.deployment, deploymentId: `${deploymentId}2` } },
    { tenantId: "ten_two" },
    { subject: "con_two" },
    { version: binding.version + 1 },
    { purpose: "pending-credential" as const },
    { clientId: "scl_two" },
    { provider: "other" },
    { grantedActions: ["get"] },
    { grantedActions: ["get", "put"] },
  ]) {
    const elsewhere = { ...binding, ...other };
    contentRef(binding, record);
    assert.deepEqual(
      contentRef(elsewhere, record).aad,
      credentialAdditionalData(elsewhere, "content"),
      JSON.stringify(other),
    );
  }
  const altered = record.map((byte, at) => (at === contentStartsAt ? byte ^ 1 : byte));
  assert.equal(contentRef(binding, altered).name, contentKeyName(aad, altered));
});

test("sealing and opening wipe every key they create, and plaintext that was not authenticated", (t) => {
  const tenantKey = realBytes(32);
  let record: Uint8Array = new Uint8Array();
  const derived = 64;
  const sealed = wipedBy(t, () => (record = sealRecord(tenantKey, binding, bytes("secret"), realBytes)));
  assert.deepEqual(sealed, [derived, derived, 32]);
  let plaintext: Uint8Array | null = null;
  const opened = wipedBy(t, () => (plaintext = openRecord(tenantKey, binding, record)));
  assert.deepEqual(plaintext, bytes("secret"));
  // The derived bytes and the data key's box key, then the same for the content, with the data key between.
  assert.deepEqual(opened, [derived, 32, derived, 32, 32]);
  record[record.length - 1] = (record.at(-1) ?? 0) ^ 1;
  assert.deepEqual(
    wipedBy(t, () => openRecord(tenantKey, binding, record)),
    [derived, 32, derived, 32, "secret".length, 32],
  );
});
