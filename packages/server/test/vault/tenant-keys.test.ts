/** Destroying a tenant's key makes its records unreadable, here at once and elsewhere within a second. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyTables, memoryStore } from "./memory-store.ts";
import { bytes, open, place, realBytes } from "./setting.ts";

test("after the tenant's key is destroyed nothing of the tenant opens or seals", async () => {
  const tables = emptyTables();
  const vault = await open({ tables });
  const record = await vault.sealCredential(place, bytes("secret"));
  const neighbour = { ...place, tenantId: "ten_two" };
  const kept = await vault.sealCredential(neighbour, bytes("kept"));
  await vault.openCredential(place, record);
  assert.equal(await vault.destroyTenantKey(place.tenantId), true);
  assert.equal(await vault.destroyTenantKey(place.tenantId), false);
  await assert.rejects(vault.openCredential(place, record), { code: "TENANT_KEY_ABSENT" });
  await assert.rejects(vault.sealCredential(place, bytes("again")), { code: "TENANT_KEY_ABSENT" });
  assert.deepEqual(await vault.openCredential(neighbour, kept), bytes("kept"));
});

test("a record of a destroyed key does not open under a later one", async () => {
  const tables = emptyTables();
  const vault = await open({ tables });
  const record = await vault.sealCredential(place, bytes("secret"));
  await vault.destroyTenantKey(place.tenantId);
  tables.deletedTenants.clear();
  await vault.sealCredential(place, bytes("again"));
  await assert.rejects(vault.openCredential(place, record), { code: "RECORD_UNREADABLE" });
});

test("a key that another process destroyed is gone within a second", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const vault = await open({ tables, clock });
  const record = await vault.sealCredential(place, bytes("secret"));
  await vault.openCredential(place, record);
  const readsBefore = tables.tenantKeyReads;
  clock.nowMs += 999;
  await vault.openCredential(place, record);
  assert.equal(tables.tenantKeyReads, readsBefore);
  await memoryStore(tables).destroyTenantKey(place.tenantId);
  clock.nowMs += 1;
  await assert.rejects(vault.openCredential(place, record), { code: "TENANT_KEY_ABSENT" });
});

test("what is at hand opens at once, for a second, and as long as the tenant has its key", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const record = await (await open({ tables, clock })).sealCredential(place, bytes("secret"));
  const vault = await open({ tables, clock });
  assert.equal(vault.openCredentialAtHand(place, record), null, "no key was read yet");
  await vault.openCredential(place, record);
  clock.nowMs += 999;
  assert.deepEqual(vault.openCredentialAtHand(place, record), bytes("secret"));
  clock.nowMs += 1;
  assert.equal(vault.openCredentialAtHand(place, record), null, "the key has to be looked at again");
  await vault.openCredential(place, record);
  assert.deepEqual(vault.openCredentialAtHand(place, record), bytes("secret"));
  await vault.destroyTenantKey(place.tenantId);
  assert.equal(vault.openCredentialAtHand(place, record), null, "the key was destroyed");
});

test("an opening whose read began before the destruction comes to nothing, and does not bring the key back", async () => {
  const tables = emptyTables();
  const record = await (await open({ tables })).sealCredential(place, bytes("secret"));
  const store = memoryStore(tables);
  const gate = Promise.withResolvers<void>();
  const slow = {
    ...store,
    async tenantKey(tenantId: string) {
      const row = await store.tenantKey(tenantId);
      if (row !== null) await gate.promise;
      return row;
    },
  };
  const vault = await open({ tables, store: slow });
  const readsBefore = tables.tenantKeyReads;
  const opening = assert.rejects(vault.openCredential(place, record), { code: "TENANT_KEY_ABSENT" });
  while (tables.tenantKeyReads === readsBefore) await Promise.resolve();
  await vault.destroyTenantKey(place.tenantId);
  gate.resolve();
  await opening;
  await assert.rejects(vault.openCredential(place, record), { code: "TENANT_KEY_ABSENT" });
});

test("a read that began before the tenant's first key was there does not refuse those who seal after it", async () => {
  const tables = emptyTables();
  const store = memoryStore(tables);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const slow = {
    ...store,
    async tenantKey(tenantId: string) {
      const row = await store.tenantKey(tenantId);
      reads += 1;
      // The second read finds nothing, and tells so when the key has been made.
      if (reads === 2) await gates[1]?.promise;
      return row;
    },
    async createTenantKey(row: Parameters<typeof store.createTenantKey>[0]) {
      await gates[0]?.promise;
      return await store.createTenantKey(row);
    },
  };
  const vault = await open({ tables, store: slow });
  const first = vault.sealCredential(place, bytes("first"));
  await until(() => reads === 1);
  const second = vault.sealCredential({ ...place, connectionId: "con_two" }, bytes("second"));
  await until(() => reads === 2);
  gates[0]?.resolve();
  await until(() => tables.tenantKeys.size === 1);
  gates[1]?.resolve();
  assert.deepEqual(await vault.openCredential(place, await first), bytes("first"));
  await second;
});

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn += 1) {
    assert.ok(turn < 1000, "it never came to that");
    await new Promise(setImmediate);
  }
}

test("the cache holds a thousand tenants and lets the oldest go", async () => {
  const tables = emptyTables();
  const vault = await open({ tables });
  const contexts = Array.from({ length: 1_001 }, (_, index) => ({ ...place, tenantId: `ten_${index}` }));
  const records = new Map<string, Uint8Array>();
  for (const context of contexts) {
    const record = await vault.sealCredential(context, bytes("x"));
    records.set(context.tenantId, record);
    await vault.openCredential(context, record);
  }
  const readsOf = async (tenantId: string): Promise<number> => {
    const before = tables.tenantKeyReads;
    await vault.openCredential({ ...place, tenantId }, records.get(tenantId) ?? new Uint8Array());
    return tables.tenantKeyReads - before;
  };
  assert.equal(await readsOf("ten_1000"), 0);
  assert.equal(await readsOf("ten_1"), 0);
  assert.equal(await readsOf("ten_0"), 1);
});

test("the keys that sealing and making draw are wiped afterwards", async () => {
  const drawn: Uint8Array[] = [];
  const vault = await open({
    randomBytes: (count) => {
      const fresh = realBytes(count);
      drawn.push(fresh);
      return fresh;
    },
  });
  await vault.sealCredential(place, bytes("secret"));
  const wiped = drawn.filter((value) => value.length === 32 && value.every((byte) => byte === 0));
  assert.equal(wiped.length, 3, "hashing key, tenant key, data key");
});
