/** A sealed credential opens only whole, and only in the context it was sealed for. */
import assert from "node:assert/strict";
import { createCipheriv, createSecretKey, hkdfSync } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  additionalData,
  credentialAdditionalData,
  type Binding,
  type CredentialBinding,
} from "../../../src/adapters/vault/binding.ts";
import { openBox, sealBox } from "../../../src/adapters/vault/box.ts";
import { VaultError } from "../../../src/domain/vault/errors.ts";
import type { CredentialContext } from "../../../src/domain/vault/port.ts";
import { unwrapKey, wrapKey } from "../../../src/adapters/vault/record.ts";
import { emptyTables } from "./memory-store.ts";
import { bytes, entryA, open, sealContext, realBytes } from "./fixture.ts";

const unreadable = (error: unknown): boolean => error instanceof VaultError && error.code === "RECORD_UNREADABLE";

test("opens to the same bytes and does not change the given plaintext", async () => {
  const vault = await open();
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 5_000 }),
      fc.record({
        clientId: fc.string({ minLength: 1 }),
        provider: fc.string({ minLength: 1 }),
        listedOrigin: fc.string(),
        grantedActions: fc.array(fc.string()),
        tenantId: fc.string({ minLength: 1 }),
        connectionId: fc.string({ minLength: 1 }),
        version: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        purpose: fc.constantFrom("credential" as const, "pending-credential" as const),
      }),
      async (plaintext, context) => {
        const given = Uint8Array.from(plaintext);
        const record = await vault.sealCredential(context, plaintext);
        assert.deepEqual(plaintext, given);
        assert.deepEqual(await vault.openCredential(context, record), given);
      },
    ),
    { numRuns: 60 },
  );
});

test("a record has the documented layout", async () => {
  const record = await (await open()).sealCredential(sealContext, bytes("twelve bytes"));
  assert.deepEqual(record.subarray(0, 6), Uint8Array.of(0x53, 0x56, 0x43, 0x31, 1, 2));
  assert.equal(record.length, 6 + (32 + 32 + 12 + 32 + 16) + (32 + 32 + 12 + 12 + 16));
});

test("two seals of one credential share only the header", async () => {
  const vault = await open();
  const [left, right] = [
    await vault.sealCredential(sealContext, bytes("dp.st.secret-token")),
    await vault.sealCredential(sealContext, bytes("dp.st.secret-token")),
  ];
  const blocks = (record: Uint8Array): string[] =>
    Array.from({ length: record.length - 6 - 11 }, (_, index) =>
      Buffer.from(record.subarray(6 + index, 18 + index)).toString("hex"),
    );
  const inLeft = new Set(blocks(left));
  assert.deepEqual(
    blocks(right).filter((block) => inLeft.has(block)),
    [],
  );
});

test("rejects a record with any byte changed", async () => {
  const vault = await open();
  const record = await vault.sealCredential(sealContext, bytes("dp.st.secret-token"));
  for (let index = 0; index < record.length; index += 1) {
    for (const flip of [0x01, 0x80, 0xff]) {
      const altered = Uint8Array.from(record, (byte, at) => (at === index ? byte ^ flip : byte));
      await assert.rejects(vault.openCredential(sealContext, altered), unreadable, `byte ${index}`);
      assert.equal(vault.openCredentialFromCache(sealContext, altered), null, `byte ${index}`);
    }
  }
  assert.deepEqual(await vault.openCredential(sealContext, record), bytes("dp.st.secret-token"));
  assert.deepEqual(vault.openCredentialFromCache(sealContext, record), bytes("dp.st.secret-token"));
});

test("rejects a record cut at any length, or lengthened", async () => {
  const vault = await open();
  const record = await vault.sealCredential(sealContext, bytes("dp.st.secret-token"));
  for (let length = 0; length < record.length; length += 1) {
    await assert.rejects(vault.openCredential(sealContext, record.subarray(0, length)), unreadable, `length ${length}`);
  }
  await assert.rejects(vault.openCredential(sealContext, Uint8Array.from([...record, 0])), unreadable);
});

test("rejects a record for another client, tenant, connection, version, purpose, provider or list of actions", async () => {
  const vault = await open();
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  const moves: Partial<CredentialContext>[] = [
    { tenantId: "ten_two" },
    { connectionId: "con_two" },
    { version: 2 },
    { version: 4 },
    { purpose: "pending-credential" },
    { clientId: "scl_two" },
    { provider: "other" },
    { listedOrigin: "prod https://vault.internal:8200" },
    { grantedActions: [...sealContext.grantedActions, "secrets.set"] },
    { grantedActions: sealContext.grantedActions.slice(1) },
    { grantedActions: [] },
    { listedOrigin: "secrets.get", grantedActions: sealContext.grantedActions.slice(1) },
    { grantedActions: [sealContext.grantedActions.join("")] },
    { provider: "acmesecrets.get", grantedActions: sealContext.grantedActions.slice(1) },
  ];
  await vault.sealCredential({ ...sealContext, tenantId: "ten_two" }, bytes("so that it has a key"));
  for (const move of moves) {
    await assert.rejects(vault.openCredential({ ...sealContext, ...move }, record), unreadable, JSON.stringify(move));
    assert.equal(vault.openCredentialFromCache({ ...sealContext, ...move }, record), null, JSON.stringify(move));
  }
});

test("a tenant's own key row does not carry a record to another tenant", async () => {
  const tables = emptyTables();
  const vault = await open({ tables });
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  const row = tables.tenantKeys.get(sealContext.tenantId);
  assert.ok(row !== undefined);
  tables.tenantKeys.set("ten_two", { ...row, tenantId: "ten_two" });
  await assert.rejects(vault.openCredential({ ...sealContext, tenantId: "ten_two" }, record), {
    code: "TENANT_KEY_UNREADABLE",
  });
});

test("rejects halves of two records joined into one", async () => {
  const vault = await open();
  const [left, right] = [
    await vault.sealCredential(sealContext, bytes("first!")),
    await vault.sealCredential(sealContext, bytes("second")),
  ];
  const joined = Uint8Array.from([...left.subarray(0, 6 + 124), ...right.subarray(6 + 124)]);
  await assert.rejects(vault.openCredential(sealContext, joined), unreadable);
});

test("binds each layer to every field, including deployment and sandbox", () => {
  const binding: Binding = {
    deployment: { deploymentId: "dep_one", sandbox: false },
    tenantId: "ten_one",
    subject: "con_one",
    version: 3,
    purpose: "credential",
  };
  const others: Binding[] = [
    { ...binding, deployment: { deploymentId: "dep_two", sandbox: false } },
    { ...binding, deployment: { deploymentId: "dep_one", sandbox: true } },
    { ...binding, tenantId: "ten_two" },
    { ...binding, subject: "con_two" },
    { ...binding, version: 30 },
    { ...binding, purpose: "tenant-key" },
    { ...binding, tenantId: "ten_onec", subject: "on_one" },
  ];
  const key = realBytes(32);
  const box = sealBox(key, additionalData(binding, "content"), bytes("secret"), realBytes);
  assert.deepEqual(openBox(key, additionalData(binding, "content"), box), bytes("secret"));
  assert.equal(openBox(key, additionalData(binding, "key"), box), null);
  for (const other of others) assert.equal(openBox(key, additionalData(other, "content"), box), null);
  const rootKey = createSecretKey(realBytes(32));
  const wrapped = wrapKey(rootKey, binding, key, realBytes);
  assert.deepEqual(unwrapKey(rootKey, binding, wrapped), key);
  for (const other of others) assert.equal(unwrapKey(rootKey, other, wrapped), null);
});

test("binds each layer of a credential to every field", () => {
  const binding: CredentialBinding = {
    deployment: { deploymentId: "dep_one", sandbox: false },
    clientId: "scl_one",
    tenantId: "ten_one",
    subject: "con_one",
    version: 3,
    purpose: "credential",
    provider: "doppler",
    listedOrigin: "prod https://a.example",
    grantedActions: ["secrets.get"],
  };
  const others: CredentialBinding[] = [
    { ...binding, deployment: { deploymentId: "dep_two", sandbox: false } },
    { ...binding, deployment: { deploymentId: "dep_one", sandbox: true } },
    { ...binding, clientId: "scl_two" },
    { ...binding, tenantId: "ten_two" },
    { ...binding, subject: "con_two" },
    { ...binding, version: 30 },
    { ...binding, purpose: "pending-credential" },
    { ...binding, provider: "github" },
    { ...binding, listedOrigin: "" },
    { ...binding, listedOrigin: "prod https://b.example" },
    { ...binding, listedOrigin: "other https://a.example" },
    { ...binding, listedOrigin: "", grantedActions: [binding.listedOrigin, "secrets.get"] },
    { ...binding, grantedActions: [] },
  ];
  const own = credentialAdditionalData(binding, "content");
  assert.notDeepEqual(credentialAdditionalData(binding, "key"), own);
  for (const other of others) assert.notDeepEqual(credentialAdditionalData(other, "content"), own);
});

test("no two credential bindings share an encoding, within a suite or across suites", () => {
  const field = fc.string({ maxLength: 3, unit: fc.constantFrom("a", "\0", "\u0001", "é") });
  const binding = fc.record({
    deployment: fc.record({ deploymentId: field, sandbox: fc.boolean() }),
    clientId: field,
    tenantId: field,
    subject: field,
    version: fc.nat(12),
    purpose: fc.constantFrom("credential" as const, "pending-credential" as const),
    provider: field,
    listedOrigin: field,
    grantedActions: fc.array(field, { maxLength: 3 }),
  });
  const hex = (encoding: Uint8Array): string => Buffer.from(encoding).toString("hex");
  fc.assert(
    fc.property(binding, binding, (left, right) => {
      const same = JSON.stringify(left) === JSON.stringify(right);
      const encodings = [left, right].map((each) => hex(credentialAdditionalData(each, "key")));
      assert.equal(encodings[0] === encodings[1], same);
      assert.notEqual(encodings[0], hex(additionalData(right, "key")));
      assert.notEqual(encodings[0], hex(credentialAdditionalData(left, "content")));
    }),
  );
});

test("no two bindings share an encoding", () => {
  const field = fc.string({ maxLength: 4, unit: fc.constantFrom("a", "\0", "\u0001", "é") });
  const binding = fc.record({
    deployment: fc.record({ deploymentId: field, sandbox: fc.boolean() }),
    tenantId: field,
    subject: field,
    version: fc.nat(12),
    purpose: fc.constantFrom("credential" as const, "hashing-key" as const),
  });
  fc.assert(
    fc.property(binding, binding, (left, right) => {
      const same = JSON.stringify(left) === JSON.stringify(right);
      const encodings = [left, right].map((each) => Buffer.from(additionalData(each, "key")).toString("hex"));
      assert.equal(encodings[0] === encodings[1], same);
    }),
  );
});

test("checks the commitment: rejects a box that decrypts but commits to another key", () => {
  const key = realBytes(32);
  const aad = bytes("place");
  const salt = realBytes(32);
  const nonce = realBytes(12);
  const derived = Buffer.from(hkdfSync("sha512", key, salt, "svc-vault/v1", 64));
  const cipher = createCipheriv("aes-256-gcm", derived.subarray(0, 32), nonce, { authTagLength: 16 });
  cipher.setAAD(aad);
  const sealed = Buffer.concat([cipher.update(bytes("secret")), cipher.final(), cipher.getAuthTag()]);
  const boxWith = (commitment: Uint8Array): Uint8Array =>
    new Uint8Array(Buffer.concat([salt, commitment, nonce, sealed]));
  assert.deepEqual(openBox(key, aad, boxWith(derived.subarray(32))), bytes("secret"));
  assert.equal(openBox(key, aad, boxWith(realBytes(32))), null);
  assert.equal(openBox(key, aad, boxWith(new Uint8Array(32))), null);
});

test("rejects a context without a subject or a version before creating anything", async () => {
  const tables = emptyTables();
  const vault = await open({ tables });
  for (const fault of [
    { clientId: "" },
    { provider: "" },
    { tenantId: "" },
    { connectionId: "" },
    { version: 0 },
    { version: 1.5 },
    { version: 2 ** 53 },
  ]) {
    await assert.rejects(vault.sealCredential({ ...sealContext, ...fault }, bytes("x")), { code: "CONTEXT_INVALID" });
  }
  assert.equal(tables.tenantKeys.size, 0);
});

test("no error shows the plaintext, a key or the cipher's message", async () => {
  const vault = await open();
  const record = await vault.sealCredential(sealContext, bytes("canary-plaintext"));
  record[record.length - 1] = (record.at(-1) ?? 0) ^ 1;
  const error: unknown = await vault.openCredential(sealContext, record).catch((caught: unknown) => caught);
  assert.ok(error instanceof VaultError);
  assert.equal(error.cause, undefined);
  const shown = `${error.message}${String(error.stack)}${JSON.stringify(error)}`;
  const key = entryA.slice(2);
  for (const secret of ["canary-plaintext", key, Buffer.from(key, "base64").toString("hex")]) {
    assert.ok(!shown.includes(secret));
  }
  assert.doesNotMatch(shown, /unsupported state|authenticate data|openssl/i);
});
