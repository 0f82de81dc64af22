/** Destroying a tenant's key makes its records unreadable, here immediately and elsewhere within a second. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyTables, memoryStore } from "./memory-store.ts";
import { bytes, open, sealContext, realBytes } from "./fixture.ts";

test("opens and seals nothing for a tenant whose key is destroyed", async () => {
  const tables = emptyTables();
  const vault = await open({ tables });
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  const neighbour = { ...sealContext, tenantId: "ten_two" };
  const kept = await vault.sealCredential(neighbour, bytes("kept"));
  await vault.openCredential(sealContext, record);
  assert.equal(await vault.destroyTenantKey(sealContext.tenantId), true);
  assert.equal(await vault.destroyTenantKey(sealContext.tenantId), false);
  await assert.rejects(vault.openCredential(sealContext, record), { code: "TENANT_KEY_ABSENT" });
  await assert.rejects(vault.sealCredential(sealContext, bytes("again")), { code: "TENANT_KEY_ABSENT" });
  assert.deepEqual(await vault.openCredential(neighbour, kept), bytes("kept"));
});

test("does not open a record of a destroyed key under a later one", async () => {
  const tables = emptyTables();
  const vault = await open({ tables });
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  await vault.destroyTenantKey(sealContext.tenantId);
  tables.deletedTenants.clear();
  await vault.sealCredential(sealContext, bytes("again"));
  await assert.rejects(vault.openCredential(sealContext, record), { code: "RECORD_UNREADABLE" });
});

test("drops a key that another process destroyed within a second", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const vault = await open({ tables, clock });
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  await vault.openCredential(sealContext, record);
  const readsBefore = tables.tenantKeyReads;
  clock.nowMs += 999;
  await vault.openCredential(sealContext, record);
  assert.equal(tables.tenantKeyReads, readsBefore);
  await memoryStore(tables).destroyTenantKey(sealContext.tenantId);
  clock.nowMs += 1;
  await assert.rejects(vault.openCredential(sealContext, record), { code: "TENANT_KEY_ABSENT" });
});

test("opens synchronously with cached keys, for a second, while the tenant has its key", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const record = await (await open({ tables, clock })).sealCredential(sealContext, bytes("secret"));
  const vault = await open({ tables, clock });
  assert.equal(vault.openCredentialFromCache(sealContext, record), null, "no key was read yet");
  await vault.openCredential(sealContext, record);
  clock.nowMs += 999;
  assert.deepEqual(vault.openCredentialFromCache(sealContext, record), bytes("secret"));
  clock.nowMs += 1;
  assert.equal(vault.openCredentialFromCache(sealContext, record), null, "the key has to be read again");
  await vault.openCredential(sealContext, record);
  assert.deepEqual(vault.openCredentialFromCache(sealContext, record), bytes("secret"));
  await vault.destroyTenantKey(sealContext.tenantId);
  assert.equal(vault.openCredentialFromCache(sealContext, record), null, "the key was destroyed");
});

test("an opening whose read started before the destruction fails and does not bring the key back", async () => {
  const tables = emptyTables();
  const record = await (await open({ tables })).sealCredential(sealContext, bytes("secret"));
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
  const opening = assert.rejects(vault.openCredential(sealContext, record), { code: "TENANT_KEY_ABSENT" });
  while (tables.tenantKeyReads === readsBefore) await Promise.resolve();
  await vault.destroyTenantKey(sealContext.tenantId);
  gate.resolve();
  await opening;
  await assert.rejects(vault.openCredential(sealContext, record), { code: "TENANT_KEY_ABSENT" });
});

test("a read started before the tenant's first key existed does not fail later sealing", async () => {
  const tables = emptyTables();
  const store = memoryStore(tables);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const slow = {
    ...store,
    async tenantKey(tenantId: string) {
      const row = await store.tenantKey(tenantId);
      reads += 1;
      // The second read finds nothing, and returns after the key was created.
      if (reads === 2) await gates[1]?.promise;
      return row;
    },
    async createTenantKey(row: Parameters<typeof store.createTenantKey>[0]) {
      await gates[0]?.promise;
      return await store.createTenantKey(row);
    },
  };
  const vault = await open({ tables, store: slow });
  const first = vault.sealCredential(sealContext, bytes("first"));
  await until(() => reads === 1);
  const second = vault.sealCredential({ ...sealContext, connectionId: "con_two" }, bytes("second"));
  await until(() => reads === 2);
  gates[0]?.resolve();
  await until(() => tables.tenantKeys.size === 1);
  gates[1]?.resolve();
  assert.deepEqual(await vault.openCredential(sealContext, await first), bytes("first"));
  await second;
});

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn += 1) {
    assert.ok(turn < 1000, "must not be reached");
    await new Promise(setImmediate);
  }
}

test("caches a thousand tenants and evicts the oldest", async () => {
  const tables = emptyTables();
  const vault = await open({ tables });
  const contexts = Array.from({ length: 1_001 }, (_, index) => ({ ...sealContext, tenantId: `ten_${index}` }));
  const records = new Map<string, Uint8Array>();
  for (const context of contexts) {
    const record = await vault.sealCredential(context, bytes("x"));
    records.set(context.tenantId, record);
    await vault.openCredential(context, record);
  }
  const readsOf = async (tenantId: string): Promise<number> => {
    const before = tables.tenantKeyReads;
    await vault.openCredential({ ...sealContext, tenantId }, records.get(tenantId) ?? new Uint8Array());
    return tables.tenantKeyReads - before;
  };
  assert.equal(await readsOf("ten_1000"), 0);
  assert.equal(await readsOf("ten_1"), 0);
  assert.equal(await readsOf("ten_0"), 1);
});

test("wipes the keys drawn for sealing and for creating a tenant key", async () => {
  const drawn: Uint8Array[] = [];
  const vault = await open({
    randomBytes: (count) => {
      const fresh = realBytes(count);
      drawn.push(fresh);
      return fresh;
    },
  });
  await vault.sealCredential(sealContext, bytes("secret"));
  const wiped = drawn.filter((value) => value.length === 32 && value.every((byte) => byte === 0));
  assert.equal(wiped.length, 3, "hashing key, tenant key, data key");
});
