/** Cached content keys: each serves one record in one binding, and lives no longer than the tenant's keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ContentKeys } from "../../../src/adapters/vault/content-keys.ts";
import { literalKeys, keyringRootKeys, parseKeyring } from "../../../src/adapters/vault/keyring.ts";
import { TenantKeys } from "../../../src/adapters/vault/tenant-keys.ts";
import { memoryStore, emptyTables } from "./memory-store.ts";
import { bytes, entryA, open, sealContext, realBytes } from "./fixture.ts";

test("opens a cached record in no other context", async () => {
  const vault = await open();
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(await vault.openCredential(sealContext, record), bytes("secret"));
    for (const other of [
      { clientId: "scl_two" },
      { connectionId: "con_two" },
      { provider: "other" },
      { listedOrigin: "prod https://safe.internal" },
      { grantedActions: [...sealContext.grantedActions, "secrets.set"] },
      { version: sealContext.version + 1 },
      { purpose: "pending-credential" as const },
    ]) {
      await assert.rejects(vault.openCredential({ ...sealContext, ...other }, record), { code: "RECORD_UNREADABLE" });
      assert.deepEqual(await vault.openCredential(sealContext, record), bytes("secret"));
    }
  }
});

test("drops a cached record with its tenant's key, here immediately and elsewhere within a second", async () => {
  const [tables, clock] = [emptyTables(), { nowMs: 0 }];
  const vault = await open({ tables, clock });
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  for (let times = 0; times < 3; times += 1) await vault.openCredential(sealContext, record);
  await memoryStore(tables).destroyTenantKey(sealContext.tenantId);
  clock.nowMs += 1000;
  await assert.rejects(vault.openCredential(sealContext, record), { code: "TENANT_KEY_ABSENT" });
  const neighbour = { ...sealContext, tenantId: "ten_two" };
  const other = await vault.sealCredential(neighbour, bytes("secret"));
  for (let times = 0; times < 3; times += 1) await vault.openCredential(neighbour, other);
  await vault.destroyTenantKey(neighbour.tenantId);
  await assert.rejects(vault.openCredential(neighbour, other), { code: "TENANT_KEY_ABSENT" });
});

test("keeps a limited number of keys and overwrites evicted ones", () => {
  const keys = new ContentKeys();
  const given = Array.from({ length: 17 }, () => realBytes(32));
  for (const [index, key] of given.entries()) keys.keep(`key ${index}`, key);
  const isWiped = (key: Uint8Array): boolean => key.every((byte) => byte === 0);
  assert.deepEqual(
    given.map((key, index) => (isWiped(key) ? index : -1)).filter((index) => index >= 0),
    [0],
  );
  assert.equal(keys.find("key 0"), undefined);
  assert.equal(keys.find("key 16"), given[16]);
  keys.wipeAll();
  assert.ok(given.every(isWiped));
  assert.equal(keys.find("key 16"), undefined);
});

test("overwrites content keys when the tenant's keys are dropped", async () => {
  const keys = literalKeys(parseKeyring(entryA));
  const tenantKeys = new TenantKeys({
    deployment: { deploymentId: "dep_one", sandbox: false, cell: "" },
    rootKeys: keyringRootKeys(keys, realBytes),
    sealingKeyId: keys[0]?.id ?? "",
    store: memoryStore(emptyTables()),
    platform: { randomBytes: realBytes, monotonicMs: () => 0, nowMs: () => 0 },
  });
  const key = realBytes(32);
  await tenantKeys.useOrCreate("ten_one", (_keyset, contentKeys) => contentKeys.keep("name", key));
  assert.ok(key.some((byte) => byte !== 0));
  await tenantKeys.destroy("ten_one");
  assert.ok(key.every((byte) => byte === 0));
});
