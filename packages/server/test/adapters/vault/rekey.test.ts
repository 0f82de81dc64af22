/** Rekeying while servers run: nothing is lost, nothing newer is overwritten, and old keys open nothing new. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CredentialContext, VaultStore } from "../../../src/domain/vault/port.ts";
import type { Rekeying } from "../../../src/adapters/vault/rekey.ts";
import type { Vault } from "../../../src/adapters/vault/vault.ts";
import { emptyTables, memoryStore, type VaultTables } from "./memory-store.ts";
import { bytes, entryA, entryB, open, sealContext } from "./fixture.ts";

const hourMs = 3_600_000;
const quiet = (): void => undefined;

/** Seals credentials for several tenants, as servers do. */
async function fill(tables: VaultTables, vault: Vault, tenants: number, each: number): Promise<void> {
  for (let tenant = 0; tenant < tenants; tenant += 1) {
    for (let index = 0; index < each; index += 1) {
      const connectionId = `con_${tenant}_${index}`;
      const purpose = index === 0 ? "pending-credential" : "credential";
      const tenantId = `ten_${tenant}`;
      const context: CredentialContext = { ...sealContext, tenantId, connectionId, version: index + 1, purpose };
      await put(tables, vault, context);
    }
  }
}

async function put(tables: VaultTables, vault: Vault, context: CredentialContext): Promise<void> {
  const record = await vault.sealCredential(context, bytes(JSON.stringify(context)));
  tables.sealedRecords.set(context.connectionId, { id: context.connectionId, context, record });
}

async function opensAll(tables: VaultTables, vault: Vault): Promise<void> {
  for (const { context, record } of tables.sealedRecords.values()) {
    assert.deepEqual(await vault.openCredential(context, record), bytes(JSON.stringify(context)));
  }
}

const rekey = (vault: Vault, sinceMs: number, tenantId: string | null = null): Promise<Rekeying> =>
  vault.rekey({ tenantId, sinceMs, onProgress: quiet, pause: async () => undefined });

test("waits between new keys and new records for longer than a row is trusted", async () => {
  const tables = emptyTables();
  const vault = await open({ tables, clock: { nowMs: 1 } });
  await fill(tables, vault, 1, 1);
  const seen: string[] = [];
  await vault.rekey({
    tenantId: null,
    sinceMs: 1,
    onProgress: ({ tenantKeys, credentials }) => void seen.push(`${tenantKeys} ${credentials}`),
    async pause(ms) {
      assert.ok(ms > 1_000);
      seen.push("waited");
    },
  });
  assert.deepEqual(seen, ["1 0", "waited", "1 1"]);
});

test("gives every tenant a new key and every record a new data key; an old key opens none of them", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 1_000 };
  const vault = await open({ tables, clock });
  await fill(tables, vault, 3, 4);
  const before = structuredClone(tables);
  const done = await rekey(vault, clock.nowMs);
  assert.deepEqual(done, { tenants: 3, tenantKeys: 3, credentials: 12, remaining: 0, unreadable: 0 });
  await opensAll(tables, vault);
  await opensAll(tables, await open({ tables }));
  // With all the old tenant keys and rows, nothing of the current data opens.
  const thief = await open({ tables: before });
  for (const { context, record } of tables.sealedRecords.values()) {
    await assert.rejects(thief.openCredential(context, record), { code: "RECORD_UNREADABLE" });
  }
});

test("rekeying one tenant leaves the others unchanged", async () => {
  const tables = emptyTables();
  const vault = await open({ tables, clock: { nowMs: 5 } });
  await fill(tables, vault, 2, 2);
  const other = structuredClone(tables.sealedRecords.get("con_1_1"));
  const done = await rekey(vault, 5, "ten_0");
  assert.deepEqual(done, { tenants: 1, tenantKeys: 1, credentials: 2, remaining: 0, unreadable: 0 });
  assert.deepEqual(tables.sealedRecords.get("con_1_1"), other);
  await opensAll(tables, vault);
});

test("a server with cached keys opens records under the new key, and the reverse", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const server = await open({ tables, clock });
  await fill(tables, server, 1, 2);
  await rekey(await open({ tables, clock }), 0);
  // The server's own clock is stopped, so it trusts the old row.
  await opensAll(tables, server);
  const late = await (async () => {
    const stale = await open({ tables, clock });
    await stale.openCredential(...firstOf(tables));
    await rekey(await open({ tables, clock: { nowMs: 10 } }), 10);
    return await stale.sealCredential(place0, bytes("late"));
  })();
  assert.deepEqual(await (await open({ tables })).openCredential(place0, late), bytes("late"));
});

const place0: CredentialContext = { ...sealContext, tenantId: "ten_0" };

function firstOf(tables: VaultTables): [CredentialContext, Uint8Array] {
  const [first] = tables.sealedRecords.values();
  assert.ok(first !== undefined);
  return [first.context, first.record];
}

/** Interrupts a rekeying at the n-th write. */
function breaking(tables: VaultTables, failAt: number): VaultStore {
  const store = memoryStore(tables);
  let writes = 0;
  const count = (): void => {
    writes += 1;
    if (writes === failAt) throw new Error("killed");
  };
  return {
    ...store,
    async replaceTenantKey(...asked) {
      count();
      return await store.replaceTenantKey(...asked);
    },
    async replaceSealedRecord(...asked) {
      count();
      return await store.replaceSealedRecord(...asked);
    },
  };
}

test("resumes after an interruption at any write, and repeats no work", async () => {
  // Two new keys and six records: eight writes.
  for (let failAt = 1; failAt <= 8; failAt += 1) {
    const tables = emptyTables();
    const clock = { nowMs: 100 };
    await fill(tables, await open({ tables, clock }), 2, 3);
    const broken = await open({ tables, store: breaking(tables, failAt), clock });
    await assert.rejects(rekey(broken, 100), /killed/);
    await opensAll(tables, await open({ tables }));
    const again = await rekey(await open({ tables, clock }), 100);
    assert.equal(again.tenantKeys + again.credentials, 8 - (failAt - 1), `interrupted at ${failAt}`);
    assert.equal(again.remaining, 0);
    await opensAll(tables, await open({ tables }));
  }
});

test("does not overwrite what was refreshed, replaced or destroyed during the run", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 7 };
  const server = await open({ tables, clock });
  await fill(tables, server, 1, 3);
  const store = memoryStore(tables);
  let isFirst = true;
  const racing: VaultStore = {
    ...store,
    async replaceSealedRecord(old, next) {
      if (isFirst) {
        isFirst = false;
        // The server refreshes the very record that is about to be written, and another one is destroyed.
        await put(tables, server, { ...old.context, version: old.context.version + 1 });
        tables.sealedRecords.delete("con_0_2");
      }
      return await store.replaceSealedRecord(old, next);
    },
  };
  const done = await rekey(await open({ tables, store: racing, clock }), 7);
  assert.equal(done.remaining, 0);
  assert.deepEqual([...tables.sealedRecords.keys()], ["con_0_0", "con_0_1"]);
  assert.equal(tables.sealedRecords.get("con_0_0")?.context.version, 2);
  await opensAll(tables, await open({ tables }));
});

test("a retired key still opens delayed writes for an hour, and is removed when no record needs it", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const vault = await open({ tables, clock });
  await fill(tables, vault, 1, 1);
  const sizeOf = (): number => tables.tenantKeys.get("ten_0")?.wrapped.length ?? 0;
  const single = sizeOf();
  await rekey(vault, 0);
  assert.equal(sizeOf(), single + 40);
  clock.nowMs = hourMs;
  await rekey(vault, hourMs);
  assert.equal(sizeOf(), single + 40, "the first retired key is removed, the second was just retired");
  clock.nowMs = 2 * hourMs;
  await rekey(vault, 0);
  assert.equal(sizeOf(), single);
  await opensAll(tables, await open({ tables }));
});

test("a damaged key or record is left in place and counted, and stops nothing else", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 3 };
  await fill(tables, await open({ tables, clock }), 3, 2);
  const row = tables.tenantKeys.get("ten_0");
  const sealed = tables.sealedRecords.get("con_1_1");
  assert.ok(row !== undefined && sealed !== undefined);
  row.wrapped[90] = (row.wrapped[90] ?? 0) ^ 1;
  sealed.record[200] = (sealed.record[200] ?? 0) ^ 1;
  const damaged = structuredClone(sealed);
  const done = await rekey(await open({ tables, clock }), 3);
  assert.deepEqual(done, { tenants: 3, tenantKeys: 2, credentials: 3, remaining: 1, unreadable: 1 });
  assert.deepEqual(tables.sealedRecords.get("con_1_1"), damaged);
});

test("a rotation keeps retired keys, and a rekeying seals under the new root key", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 9 };
  await fill(tables, await open({ tables, clock }), 2, 2);
  const stale = structuredClone(tables.sealedRecords.get("con_0_1"));
  const both = await open({ tables, keyring: `${entryB},${entryA}`, clock });
  await rekey(both, 9, "ten_0");
  assert.deepEqual((await both.status()).credentialsUnder, { a: 2, b: 2 });
  await both.rotate();
  const after = await open({ tables, keyring: entryB });
  await opensAll(tables, after);
  assert.ok(stale !== undefined);
  assert.deepEqual(await after.openCredential(stale.context, stale.record), bytes(JSON.stringify(stale.context)));
});

test("rejects more keys within an hour than a keyset holds, and loses nothing", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 1 };
  const vault = await open({ tables, clock });
  await fill(tables, vault, 1, 1);
  const store = memoryStore(tables);
  // Skips the wait for other processes, which is not tested here.
  const eager = await open({ tables, store: { ...store, listSealedRecords: async () => [] }, clock });
  for (let run = 1; run <= 16; run += 1) {
    clock.nowMs = run;
    await rekey(eager, run);
  }
  clock.nowMs = 17;
  await assert.rejects(rekey(eager, 17), { code: "TENANT_KEYS_TOO_MANY" });
  await opensAll(tables, await open({ tables }));
});
