/** Root keys are added and removed without touching a credential. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { VaultStore } from "../../../src/domain/vault/port.ts";
import type { Vault } from "../../../src/adapters/vault/vault.ts";
import { emptyTables, memoryStore, type VaultTables } from "./memory-store.ts";
import { bytes, entryA, entryB, open, sealContext } from "./fixture.ts";

const both = `${entryB},${entryA}`;

async function sealTenants(vault: Vault, count: number): Promise<Map<string, Uint8Array>> {
  const records = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index += 1) {
    const tenantId = `ten_${String(index).padStart(5, "0")}`;
    records.set(tenantId, await vault.sealCredential({ ...sealContext, tenantId }, bytes(tenantId)));
  }
  return records;
}

async function opensAll(vault: Vault, records: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [tenantId, record] of records) {
    assert.deepEqual(await vault.openCredential({ ...sealContext, tenantId }, record), bytes(tenantId));
  }
}

/** A store that fails at its n-th replacement of a tenant key. */
function failingStore(tables: VaultTables, failAt: number): VaultStore {
  const store = memoryStore(tables);
  let calls = 0;
  return {
    ...store,
    async replaceTenantKey(tenantId, old, next) {
      calls += 1;
      if (calls === failAt) throw new Error("the database failed");
      return await store.replaceTenantKey(tenantId, old, next);
    },
  };
}

test("a key added in front opens what the old one sealed and seals new data", async () => {
  const tables = emptyTables();
  const old = await sealTenants(await open({ tables }), 2);
  const vault = await open({ tables, keyring: both });
  await opensAll(vault, old);
  await vault.sealCredential({ ...sealContext, tenantId: "ten_new" }, bytes("new"));
  assert.deepEqual(await vault.status(), {
    deploymentId: vault.deploymentId,
    sandbox: false,
    sealingKeyId: "b",
    keyIds: ["b", "a"],
    places: {},
    credentialsUnder: {},
    tenantKeysUnder: { a: 2, b: 1 },
    hashingKeysUnder: { a: 1 },
    oauthAppsUnder: {},
  });
});

test("after a rotation the old key can be removed: every record opens and every hash verifies", async () => {
  const tables = emptyTables();
  const before = await open({ tables });
  const records = await sealTenants(before, 1_203);
  const hash = before.hashes.hash("service-key", "k");
  const rotating = await open({ tables, keyring: both });
  assert.deepEqual(await rotating.rotate(), {
    sealingKeyId: "b",
    tenantKeys: 1_203,
    hashingKeys: 1,
    oauthApps: 0,
    remaining: 0,
  });
  assert.deepEqual(await rotating.rotate(), {
    sealingKeyId: "b",
    tenantKeys: 0,
    hashingKeys: 0,
    oauthApps: 0,
    remaining: 0,
  });
  const after = await open({ tables, keyring: entryB });
  await opensAll(after, records);
  assert.equal(after.hashes.hash("service-key", "k"), hash);
  assert.deepEqual((await after.status()).tenantKeysUnder, { b: 1_203 });
});

test("without a rotation the old key can't be removed", async () => {
  const tables = emptyTables();
  await open({ tables });
  await assert.rejects(open({ tables, keyring: entryB }), { code: "KEY_MISSING" });
});

test("resumes an interrupted rotation", async () => {
  const tables = emptyTables();
  const records = await sealTenants(await open({ tables }), 20);
  await assert.rejects((await open({ store: failingStore(tables, 8), keyring: both })).rotate(), /failed/);
  await opensAll(await open({ tables, keyring: both }), records);
  assert.equal((await (await open({ tables, keyring: both })).rotate()).tenantKeys, 13);
  await opensAll(await open({ tables, keyring: entryB }), records);
});

test("two concurrent rotations rewrap each key once", async () => {
  const tables = emptyTables();
  const records = await sealTenants(await open({ tables }), 30);
  const vaults = [await open({ tables, keyring: both }), await open({ tables, keyring: both })];
  const [left, right] = await Promise.all(vaults.map((vault) => vault.rotate()));
  assert.equal((left?.tenantKeys ?? 0) + (right?.tenantKeys ?? 0), 30);
  assert.equal((left?.hashingKeys ?? 0) + (right?.hashingKeys ?? 0), 1);
  await opensAll(await open({ tables, keyring: entryB }), records);
});

test("a running server keeps working through a rotation elsewhere", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const working = await open({ tables, keyring: both, clock });
  const records = await sealTenants(working, 3);
  await (await open({ tables, keyring: `${entryA},${entryB}` })).rotate();
  await opensAll(working, records);
  clock.nowMs += 5_000;
  await opensAll(working, records);
});

test("a damaged tenant key is counted, not overwritten, and does not stop a rotation", async () => {
  const tables = emptyTables();
  const records = await sealTenants(await open({ tables }), 3);
  const row = tables.tenantKeys.get("ten_00001");
  assert.ok(row !== undefined);
  const damaged = { ...row, wrapped: Uint8Array.from(row.wrapped, (byte, index) => (index === 90 ? byte ^ 1 : byte)) };
  tables.tenantKeys.set("ten_00001", damaged);
  const vault = await open({ tables, keyring: both });
  assert.deepEqual(await vault.rotate(), {
    sealingKeyId: "b",
    tenantKeys: 2,
    hashingKeys: 1,
    oauthApps: 0,
    remaining: 1,
  });
  assert.deepEqual(tables.tenantKeys.get("ten_00001"), damaged);
  records.delete("ten_00001");
  await opensAll(vault, records);
});
