/** Credentials sealed before they were bound to a service client: they open, are sealed again, and can be refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CredentialContext, VaultStore } from "../../../src/domain/vault/port.ts";
import { isUnbound } from "../../../src/adapters/vault/record.ts";
import type { Vault } from "../../../src/adapters/vault/vault.ts";
import { emptyTables, memoryStore, type VaultTables } from "./memory-store.ts";
import { bytes, open, sealContext, sealUnbound } from "./fixture.ts";

const secret = bytes("secret");
const quiet = (): void => undefined;

/** Tables with one unbound credential, and a vault over them. */
async function unboundFixture(
  change: Partial<CredentialContext> = {},
): Promise<{ tables: VaultTables; vault: Vault; context: CredentialContext; record: Uint8Array }> {
  const tables = emptyTables();
  const vault = await open({ tables });
  const context = { ...sealContext, ...change };
  await vault.sealCredential(context, bytes("so that the tenant has a key"));
  const record = await sealUnbound(tables, context, secret);
  tables.sealedRecords.set(context.connectionId, { id: context.connectionId, context, record });
  return { tables, vault, context, record };
}

const storedIn = (tables: VaultTables): Uint8Array =>
  tables.sealedRecords.get(sealContext.connectionId)?.record ?? new Uint8Array();

/** The background sealing takes a few turns of the event loop. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const unreadable = { code: "RECORD_UNREADABLE" };

test("an unbound record opens for any client, and its first use seals it for its client", async () => {
  const { tables, vault, context, record } = await unboundFixture();
  assert.equal((await vault.status()).unboundCredentials, 1);
  assert.equal(vault.openCredentialFromCache(context, record), null, "only openCredential seals it again");
  assert.deepEqual(await vault.openCredential({ ...context, clientId: "scl_two" }, record), secret);
  await settled();
  const sealed = storedIn(tables);
  assert.ok(!isUnbound(sealed));
  assert.deepEqual(await vault.openCredential({ ...context, clientId: "scl_two" }, sealed), secret);
  assert.deepEqual(vault.openCredentialFromCache({ ...context, clientId: "scl_two" }, sealed), secret);
  await assert.rejects(vault.openCredential(context, sealed), unreadable);
  assert.equal((await vault.status()).unboundCredentials, 0);
});

test("rejects a record relabeled as the other suite", async () => {
  const { vault, context, record } = await unboundFixture();
  const bound = await vault.sealCredential(context, secret);
  const relabeled = (from: Uint8Array, suite: number): Uint8Array =>
    from.map((byte, index) => (index === 5 ? suite : byte));
  assert.deepEqual([record[5], bound[5]], [1, 2]);
  await assert.rejects(vault.openCredential(context, relabeled(bound, 1)), unreadable);
  await assert.rejects(vault.openCredential(context, relabeled(record, 2)), unreadable);
  for (const suite of [0, 3, 255]) {
    await assert.rejects(vault.openCredential(context, relabeled(bound, suite)), unreadable);
  }
});

test("rejects halves of a bound and an unbound record joined into one", async () => {
  const { vault, context, record } = await unboundFixture();
  const bound = await vault.sealCredential(context, secret);
  const keyBoxEnd = 6 + 124;
  for (const [head, tail] of [
    [record, bound],
    [bound, record],
  ] as const) {
    const joined = Uint8Array.from([...head.subarray(0, keyBoxEnd), ...tail.subarray(keyBoxEnd)]);
    await assert.rejects(vault.openCredential(context, joined), unreadable);
  }
});

test("resealing an opened record does not overwrite a refreshed one", async () => {
  const { tables, vault, context, record } = await unboundFixture();
  const renewed = { ...context, version: context.version + 1 };
  const opening = vault.openCredential(context, record);
  const next = await vault.sealCredential(renewed, bytes("renewed"));
  tables.sealedRecords.set(context.connectionId, { id: context.connectionId, context: renewed, record: next });
  await opening;
  await settled();
  assert.deepEqual(storedIn(tables), next);
});

test("leaves a pending credential to its confirmation, which seals it for the connection", async () => {
  const { tables, vault, context, record } = await unboundFixture({ purpose: "pending-credential" });
  assert.deepEqual(await vault.openCredential(context, record), secret);
  await settled();
  assert.deepEqual(storedIn(tables), record);
});

test("concurrent uses seal once, and a failing store fails no use", async () => {
  const { tables, context, record } = await unboundFixture();
  const store = memoryStore(tables);
  let writes = 0;
  let fails = true;
  const counting: VaultStore = {
    ...store,
    async replaceSealedRecord(...asked) {
      writes += 1;
      await Promise.resolve();
      if (fails) throw new Error("the database failed");
      return await store.replaceSealedRecord(...asked);
    },
  };
  const vault = await open({ tables, store: counting });
  const uses = Array.from({ length: 20 }, () => vault.openCredential(context, record));
  for (const use of uses) assert.deepEqual(await use, secret);
  await settled();
  assert.ok(writes < uses.length, `${writes} writes`);
  assert.deepEqual(storedIn(tables), record);
  fails = false;
  await vault.openCredential(context, record);
  await settled();
  assert.ok(!isUnbound(storedIn(tables)));
});

for (const purpose of ["credential", "pending-credential"] as const) {
  test(`a rekeying binds a ${purpose}, with a new key for its tenant or without`, async () => {
    for (const [sinceMs, tenantKeys] of [
      [0, 1],
      [-1, 0],
    ] as const) {
      const { tables, vault, context } = await unboundFixture({ purpose });
      // With a key that was retired "later" than the run started, the tenant keeps the key it has.
      if (tenantKeys === 0) await rekey(vault, 0);
      if (tenantKeys === 0) {
        const record = await sealUnbound(tables, context, secret);
        tables.sealedRecords.set(context.connectionId, { id: context.connectionId, context, record });
      }
      const done = await rekey(vault, sinceMs);
      assert.deepEqual([done.tenantKeys, done.credentials, done.remaining], [tenantKeys, 1, 0]);
      assert.deepEqual(await vault.openCredential(context, storedIn(tables)), secret);
      assert.ok(!isUnbound(storedIn(tables)));
      assert.deepEqual((await rekey(vault, -1)).credentials, 0, "a second run has nothing to do");
    }
  });
}

const rekey = (vault: Vault, sinceMs: number) =>
  vault.rekey({ tenantId: null, sinceMs, onProgress: quiet, pause: async () => undefined });

test("refuses unbound records if configured to: none opens, is sealed again or counts as done", async () => {
  const { tables, context, record } = await unboundFixture();
  const vault = await open({ tables, refusesUnbound: true });
  await assert.rejects(vault.openCredential(context, record), unreadable);
  await settled();
  assert.deepEqual(storedIn(tables), record);
  const done = await rekey(vault, 0);
  assert.deepEqual([done.credentials, done.remaining], [0, 1]);
  assert.deepEqual(storedIn(tables), record);
  assert.equal((await vault.status()).unboundCredentials, 1);
  const bound = await vault.sealCredential(context, secret);
  assert.deepEqual(await vault.openCredential(context, bound), secret);
});
