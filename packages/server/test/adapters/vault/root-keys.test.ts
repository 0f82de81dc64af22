/** The vault with a key-management service: it is called rarely, and its failures are not blamed on a credential. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VaultError, VaultStartError } from "../../../src/domain/vault/errors.ts";
import { startKeyService } from "./key-service.ts";
import { emptyTables } from "./memory-store.ts";
import { bytes, open, sealContext } from "./fixture.ts";

test("a key service can seal, open, rotate, report status and restart", async () => {
  const service = startKeyService(["kms-2", "kms-1"]);
  const older = { ...service.rootKeys, keyIds: ["kms-1"] };
  const tables = emptyTables();
  const record = await (await open({ tables, rootKeys: older })).sealCredential(sealContext, bytes("secret"));
  const vault = await open({ tables, rootKeys: service.rootKeys });
  assert.deepEqual(await vault.openCredential(sealContext, record), bytes("secret"));
  assert.deepEqual(await vault.rotate(), {
    sealingKeyId: "kms-2",
    tenantKeys: 1,
    hashingKeys: 1,
    oauthApps: 0,
    remaining: 0,
  });
  const after = await open({ tables, rootKeys: { ...service.rootKeys, keyIds: ["kms-2"] } });
  assert.deepEqual(await after.openCredential(sealContext, record), bytes("secret"));
  assert.deepEqual((await after.status()).tenantKeysUnder, { "kms-2": 1 });
});

test("rejects another key of the service under a known id at start", async () => {
  const tables = emptyTables();
  await open({ tables, rootKeys: startKeyService().rootKeys });
  await assert.rejects(open({ tables, rootKeys: startKeyService().rootKeys }), { code: "KEY_WRONG" });
});

test("requests a tenant's key once a minute, however many calls need it, also concurrently", async () => {
  const service = startKeyService();
  const clock = { nowMs: 0 };
  const tables = emptyTables();
  const record = await (
    await open({ tables, rootKeys: service.rootKeys })
  ).sealCredential(sealContext, bytes("secret"));
  const vault = await open({ tables, rootKeys: service.rootKeys, clock });
  service.latencyMs = 2;
  const before = service.calls.unwrap;
  await Promise.all(Array.from({ length: 64 }, () => vault.openCredential(sealContext, record)));
  for (clock.nowMs = 1_000; clock.nowMs < 60_000; clock.nowMs += 1_000) await vault.openCredential(sealContext, record);
  clock.nowMs = 59_999;
  await vault.sealCredential(sealContext, bytes("again"));
  assert.equal(service.calls.unwrap, before + 1);
  assert.ok(tables.tenantKeyReads >= 60, "the row is read every second");
  clock.nowMs = 60_001;
  await vault.openCredential(sealContext, record);
  assert.equal(service.calls.unwrap, before + 2);
});

test("does not open anything with a tenant key that is destroyed while the service is still responding", async () => {
  const service = startKeyService();
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const record = await (
    await open({ tables, rootKeys: service.rootKeys })
  ).sealCredential(sealContext, bytes("secret"));
  const gate = Promise.withResolvers<void>();
  const slow = {
    ...service.rootKeys,
    async unwrap(...asked: Parameters<typeof service.rootKeys.unwrap>) {
      const key = await service.rootKeys.unwrap(...asked);
      if (asked[1].purpose === "tenant-key") await gate.promise;
      return key;
    },
  };
  const vault = await open({ tables, rootKeys: slow, clock });
  const readsBefore = tables.tenantKeyReads;
  const opening = assert.rejects(vault.openCredential(sealContext, record), { code: "TENANT_KEY_ABSENT" });
  while (tables.tenantKeyReads === readsBefore) await Promise.resolve();
  // Another process destroys the row; the service responds long after the row was read.
  tables.tenantKeys.clear();
  clock.nowMs += 5_000;
  gate.resolve();
  await opening;
});

for (const [mode, code] of [
  ["throttles", "ROOT_KEYS_UNAVAILABLE"],
  ["denies", "ROOT_KEYS_DENIED"],
  ["foreign", "ROOT_KEYS_UNAVAILABLE"],
] as const) {
  test(`a service that ${mode} fails dependent operations with one code, and creates or loses nothing`, async () => {
    const service = startKeyService();
    const clock = { nowMs: 0 };
    const tables = emptyTables();
    const vault = await open({ tables, rootKeys: service.rootKeys, clock });
    const record = await vault.sealCredential(sealContext, bytes("secret"));
    service.mode = mode;
    const neighbour = { ...sealContext, tenantId: "ten_two" };
    assert.deepEqual(await vault.openCredential(sealContext, record), bytes("secret"), "the cached key still works");
    assert.equal(await vault.isHealthy(), false);
    clock.nowMs = 60_001;
    for (const work of [
      () => vault.openCredential(sealContext, record),
      () => vault.sealCredential(sealContext, bytes("again")),
      () => vault.sealCredential(neighbour, bytes("new")),
      () => vault.rekey({ tenantId: null, sinceMs: 0, onProgress: () => undefined }),
    ]) {
      const error: unknown = await work().catch((caught: unknown) => caught);
      assert.ok(error instanceof VaultError);
      assert.equal(error.code, code);
      assert.equal(error.cause, undefined);
      assert.doesNotMatch(`${error.message}${String(error.stack)}`, /canary|Throttling/);
    }
    await assert.rejects(
      open({ tables, rootKeys: service.rootKeys }),
      (error) => error instanceof VaultStartError && error.code === code,
    );
    assert.deepEqual([...tables.tenantKeys.keys()], [sealContext.tenantId]);
    service.mode = "responses";
    assert.equal(await vault.isHealthy(), true);
    assert.deepEqual(await vault.openCredential(sealContext, record), bytes("secret"));
    await vault.sealCredential(neighbour, bytes("new"));
  });
}
