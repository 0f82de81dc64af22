/** The derived keys that are kept between two openings: for one record in one place, and no longer than the tenant's keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ContentKeys } from "../../src/vault/content-keys.ts";
import { keyringRootKeys, parseKeyring } from "../../src/vault/keyring.ts";
import { TenantKeys } from "../../src/vault/tenant-keys.ts";
import { memoryStore, emptyTables } from "./memory-store.ts";
import { bytes, entryA, open, place, realBytes } from "./setting.ts";

test("a record that has just been opened opens in no other place", async () => {
  const vault = await open();
  const record = await vault.sealCredential(place, bytes("secret"));
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(await vault.openCredential(place, record), bytes("secret"));
    for (const other of [
      { clientId: "scl_two" },
      { connectionId: "con_two" },
      { provider: "other" },
      { grantedActions: [...place.grantedActions, "secrets.set"] },
      { version: place.version + 1 },
      { purpose: "pending-credential" as const },
    ]) {
      await assert.rejects(vault.openCredential({ ...place, ...other }, record), { code: "RECORD_UNREADABLE" });
    }
  }
});

test("a record that has just been opened is gone with its tenant's key, here at once and elsewhere within a second", async () => {
  const [tables, clock] = [emptyTables(), { nowMs: 0 }];
  const vault = await open({ tables, clock });
  const record = await vault.sealCredential(place, bytes("secret"));
  for (let times = 0; times < 3; times += 1) await vault.openCredential(place, record);
  await memoryStore(tables).destroyTenantKey(place.tenantId);
  clock.nowMs += 1000;
  await assert.rejects(vault.openCredential(place, record), { code: "TENANT_KEY_ABSENT" });
  const neighbour = { ...place, tenantId: "ten_two" };
  const other = await vault.sealCredential(neighbour, bytes("secret"));
  for (let times = 0; times < 3; times += 1) await vault.openCredential(neighbour, other);
  await vault.destroyTenantKey(neighbour.tenantId);
  await assert.rejects(vault.openCredential(neighbour, other), { code: "TENANT_KEY_ABSENT" });
});

test("few are kept, and what is let go is overwritten", () => {
  const keys = new ContentKeys();
  const given = Array.from({ length: 17 }, () => realBytes(32));
  for (const [index, key] of given.entries()) keys.keep(`place ${index}`, key);
  const isWiped = (key: Uint8Array): boolean => key.every((byte) => byte === 0);
  assert.deepEqual(
    given.map((key, index) => (isWiped(key) ? index : -1)).filter((index) => index >= 0),
    [0],
  );
  assert.equal(keys.find("place 0"), undefined);
  assert.equal(keys.find("place 16"), given[16]);
  keys.wipeAll();
  assert.ok(given.every(isWiped));
  assert.equal(keys.find("place 16"), undefined);
});

test("what followed from a tenant's keys is overwritten when they are let go", async () => {
  const keys = parseKeyring(entryA);
  const tenantKeys = new TenantKeys({
    deployment: { deploymentId: "dep_one", sandbox: false },
    rootKeys: keyringRootKeys(keys, realBytes),
    sealingKeyId: keys[0]?.id ?? "",
    refusesUnbound: false,
    store: memoryStore(emptyTables()),
    platform: { randomBytes: realBytes, monotonicMs: () => 0, nowMs: () => 0 },
  });
  const key = realBytes(32);
  await tenantKeys.useOrMake("ten_one", (_keyset, contentKeys) => contentKeys.keep("place", key));
  assert.ok(key.some((byte) => byte !== 0));
  await tenantKeys.destroy("ten_one");
  assert.ok(key.every((byte) => byte === 0));
});
