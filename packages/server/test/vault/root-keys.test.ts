/** The vault over a key-management service: it is asked seldom, and its faults are no fault of a credential. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VaultError, VaultStartError } from "../../src/vault/errors.ts";
import { startKeyService } from "./key-service.ts";
import { emptyTables } from "./memory-store.ts";
import { bytes, open, place } from "./setting.ts";

test("a service of keys fills the port: sealing, opening, rotating, status, a new start", async () => {
  const service = startKeyService(["kms-2", "kms-1"]);
  const older = { ...service.rootKeys, keyIds: ["kms-1"] };
  const tables = emptyTables();
  const record = await (await open({ tables, rootKeys: older })).sealCredential(place, bytes("secret"));
  const vault = await open({ tables, rootKeys: service.rootKeys });
  assert.deepEqual(await vault.openCredential(place, record), bytes("secret"));
  assert.deepEqual(await vault.rotate(), { sealingKeyId: "kms-2", tenantKeys: 1, hashingKeys: 1, remaining: 0 });
  const after = await open({ tables, rootKeys: { ...service.rootKeys, keyIds: ["kms-2"] } });
  assert.deepEqual(await after.openCredential(place, record), bytes("secret"));
  assert.deepEqual((await after.status()).tenantKeysUnder, { "kms-2": 1 });
});

test("another key of the service under a known id is refused at start", async () => {
  const tables = emptyTables();
  await open({ tables, rootKeys: startKeyService().rootKeys });
  await assert.rejects(open({ tables, rootKeys: startKeyService().rootKeys }), { code: "KEY_WRONG" });
});

test("a tenant's key is asked for once a minute, however many calls need it, also at once", async () => {
  const service = startKeyService();
  const clock = { nowMs: 0 };
  const tables = emptyTables();
  const record = await (await open({ tables, rootKeys: service.rootKeys })).sealCredential(place, bytes("secret"));
  const vault = await open({ tables, rootKeys: service.rootKeys, clock });
  service.latencyMs = 2;
  const before = service.calls.unwrap;
  await Promise.all(Array.from({ length: 64 }, () => vault.openCredential(place, record)));
  for (clock.nowMs = 1_000; clock.nowMs < 60_000; clock.nowMs += 1_000) await vault.openCredential(place, record);
  clock.nowMs = 59_999;
  await vault.sealCredential(place, bytes("again"));
  assert.equal(service.calls.unwrap, before + 1);
  assert.ok(tables.tenantKeyReads >= 60, "the row is read every second");
  clock.nowMs = 60_001;
  await vault.openCredential(place, record);
  assert.equal(service.calls.unwrap, before + 2);
});

test("a tenant key destroyed while the service takes its time opens nothing", async () => {
  const service = startKeyService();
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const record = await (await open({ tables, rootKeys: service.rootKeys })).sealCredential(place, bytes("secret"));
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
  const opening = assert.rejects(vault.openCredential(place, record), { code: "TENANT_KEY_ABSENT" });
  while (tables.tenantKeyReads === readsBefore) await Promise.resolve();
  // Another process destroys the row; the service answers long after the row was read.
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
  test(`a service that ${mode} fails what needs it by one code, and nothing is made or lost`, async () => {
    const service = startKeyService();
    const clock = { nowMs: 0 };
    const tables = emptyTables();
    const vault = await open({ tables, rootKeys: service.rootKeys, clock });
    const record = await vault.sealCredential(place, bytes("secret"));
    service.mode = mode;
    const neighbour = { ...place, tenantId: "ten_two" };
    assert.deepEqual(await vault.openCredential(place, record), bytes("secret"), "what is cached goes on");
    assert.equal(await vault.isHealthy(), false);
    clock.nowMs = 60_001;
    for (const work of [
      () => vault.openCredential(place, record),
      () => vault.sealCredential(place, bytes("again")),
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
    assert.deepEqual([...tables.tenantKeys.keys()], [place.tenantId]);
    service.mode = "answers";
    assert.equal(await vault.isHealthy(), true);
    assert.deepEqual(await vault.openCredential(place, record), bytes("secret"));
    await vault.sealCredential(neighbour, bytes("new"));
  });
}
