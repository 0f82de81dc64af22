/** The vault's rows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { addTenant, makeTenant } from "./samples.ts";

const bytes = (n: number) => Uint8Array.of(n, 0, 255);

export function vaultCases(store: () => Store): void {
  test("writes the deployment once", async () => {
    assert.equal(await store().vault.loadDeployment(), null);
    const rows = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store().vault.createDeployment({ deploymentId: `d${n}`, sandbox: n % 2 === 0, cell: "" }),
      ),
    );
    const row = await store().vault.loadDeployment();
    for (const given of rows) assert.deepEqual(given, row);
  });

  test("writes one key check per root key", async () => {
    assert.deepEqual(await store().vault.putKeyCheck({ rootKeyId: "a", check: bytes(1) }), {
      rootKeyId: "a",
      check: bytes(1),
    });
    assert.deepEqual((await store().vault.putKeyCheck({ rootKeyId: "a", check: bytes(2) })).check, bytes(1));
    await store().vault.putKeyCheck({ rootKeyId: "b", check: bytes(3) });
    assert.equal((await store().vault.keyChecks()).length, 2);
  });

  test("keeps one wrapped root key per id, however many replicas put one, and replaces only what is unchanged", async () => {
    const vault = store().vault;
    const row = { rootKeyId: "k", service: "transit:t/k@https://bao", version: "1", wrapped: bytes(1), createdAt: 5 };
    const kept = await Promise.all(
      Array.from({ length: 10 }, (_, n) => vault.putWrappedRootKey({ ...row, wrapped: bytes(n) })),
    );
    const [first = row] = await vault.wrappedRootKeys();
    for (const one of kept) assert.deepEqual(one, first);
    const next = { ...first, version: "2", wrapped: bytes(99) };
    assert.equal(await vault.replaceWrappedRootKey({ ...first, wrapped: bytes(98) }, next), false);
    assert.equal(await vault.replaceWrappedRootKey(first, next), true);
    assert.equal(await vault.replaceWrappedRootKey(first, { ...next, version: "3" }), false);
    assert.deepEqual(await vault.wrappedRootKeys(), [next]);
  });

  test("creates one key for a tenant, however many callers ask concurrently", async () => {
    const { tenantId } = await makeTenant(store());
    assert.equal(await store().vault.tenantKey(tenantId), null);
    const rows = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store().vault.createTenantKey({ tenantId, wrapped: bytes(n), rootKeyId: "a" }),
      ),
    );
    const row = await store().vault.tenantKey(tenantId);
    assert.notEqual(row, null);
    for (const given of rows) assert.deepEqual(given, row);
  });

  test("creates no key for a deleted or unknown tenant, and destroys a key", async () => {
    const { clientId, tenantId } = await makeTenant(store());
    const key = { tenantId, wrapped: bytes(1), rootKeyId: "a" };
    await store().vault.createTenantKey(key);
    assert.equal(await store().vault.destroyTenantKey(tenantId), true);
    assert.equal(await store().vault.destroyTenantKey(tenantId), false);
    await store().tenants.remove(clientId, tenantId, 5, false, "operator");
    assert.equal(await store().vault.createTenantKey(key), null);
    assert.equal(await store().vault.createTenantKey({ ...key, tenantId: "ten_none" }), null);
    assert.equal(await store().vault.tenantKey(tenantId), null);
  });

  test("replaces a tenant's key only if it is unchanged", async () => {
    const { tenantId } = await makeTenant(store());
    const old = { wrapped: bytes(1), rootKeyId: "old" };
    const next = { wrapped: bytes(2), rootKeyId: "new" };
    await store().vault.createTenantKey({ tenantId, ...old });
    assert.equal(await store().vault.replaceTenantKey(tenantId, { ...old, rootKeyId: "x" }, next), false);
    assert.equal(await store().vault.replaceTenantKey(tenantId, { ...old, wrapped: bytes(9) }, next), false);
    assert.equal(await store().vault.replaceTenantKey(tenantId, old, next), true);
    assert.equal(await store().vault.replaceTenantKey(tenantId, old, next), false);
    assert.deepEqual(await store().vault.tenantKey(tenantId), { tenantId, ...next });
  });

  test("counts and lists keys under a root key, by tenant", async () => {
    const { clientId } = await makeTenant(store());
    const tenantIds = [];
    for (let n = 0; n < 4; n += 1) {
      const tenantId = await addTenant(store(), clientId);
      await store().vault.createTenantKey({ tenantId, wrapped: bytes(n), rootKeyId: n === 3 ? "r2" : "r1" });
      tenantIds.push(tenantId);
    }
    const ids = (await store().vault.rootKeyIds()).filter((id) => id.startsWith("r"));
    assert.deepEqual(ids, ["r1", "r2"]);
    assert.deepEqual(await Promise.all(ids.map((id) => store().vault.countTenantKeys(id, () => undefined))), [3, 1]);
    assert.equal(await store().vault.countTenantKeys("r3", () => undefined), 0);
    const after = tenantIds[0] ?? "";
    const listed = await store().vault.listTenantKeysUnder("r1", after, 10);
    assert.deepEqual(
      listed.map((row) => row.tenantId),
      tenantIds.slice(1, 3),
    );
    assert.equal((await store().vault.listTenantKeysUnder("r1", "", 1)).length, 1);
  });

  test("writes a hashing key once per version, and replaces it with compare-and-set", async () => {
    const row = { version: 1, wrapped: bytes(1), rootKeyId: "a" };
    assert.deepEqual(await store().vault.createHashingKey(row), row);
    assert.deepEqual(await store().vault.createHashingKey({ ...row, wrapped: bytes(2) }), row);
    const next = { wrapped: bytes(3), rootKeyId: "b" };
    assert.equal(await store().vault.replaceHashingKey(1, next, next), false);
    assert.equal(await store().vault.replaceHashingKey(1, row, next), true);
    assert.deepEqual(await store().vault.hashingKeys(), [{ version: 1, ...next }]);
  });
}
