/** New keys for tenants, beside servers at work: nothing is lost, nothing newer is overwritten, and old keys open nothing new. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CredentialContext, VaultStore } from "../../src/vault/port.ts";
import type { Rekeying } from "../../src/vault/rekey.ts";
import type { Vault } from "../../src/vault/vault.ts";
import { emptyTables, memoryStore, type VaultTables } from "./memory-store.ts";
import { bytes, entryA, entryB, open, place } from "./setting.ts";

const hourMs = 3_600_000;
const quiet = (): void => undefined;

/** Seals as many credentials of as many tenants, as servers do. */
async function fill(tables: VaultTables, vault: Vault, tenants: number, each: number): Promise<void> {
  for (let tenant = 0; tenant < tenants; tenant += 1) {
    for (let index = 0; index < each; index += 1) {
      const connectionId = `con_${tenant}_${index}`;
      const purpose = index === 0 ? "pending-credential" : "credential";
      const tenantId = `ten_${tenant}`;
      const context: CredentialContext = { ...place, tenantId, connectionId, version: index + 1, purpose };
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

test("a run waits, between the new keys and the new records, for longer than a row is held for true", async () => {
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

test("every tenant gets a new key and every record a new data key; a key of before opens none of them", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 1_000 };
  const vault = await open({ tables, clock });
  await fill(tables, vault, 3, 4);
  const before = structuredClone(tables);
  const done = await rekey(vault, clock.nowMs);
  assert.deepEqual(done, { tenants: 3, tenantKeys: 3, credentials: 12, remaining: 0, unreadable: 0 });
  await opensAll(tables, vault);
  await opensAll(tables, await open({ tables }));
  // Whoever has the old tenant keys, rows and all, opens nothing of what is there now.
  const thief = await open({ tables: before });
  for (const { context, record } of tables.sealedRecords.values()) {
    await assert.rejects(thief.openCredential(context, record), { code: "RECORD_UNREADABLE" });
  }
});

test("a run of one tenant leaves the others as they are", async () => {
  const tables = emptyTables();
  const vault = await open({ tables, clock: { nowMs: 5 } });
  await fill(tables, vault, 2, 2);
  const other = structuredClone(tables.sealedRecords.get("con_1_1"));
  const done = await rekey(vault, 5, "ten_0");
  assert.deepEqual(done, { tenants: 1, tenantKeys: 1, credentials: 2, remaining: 0, unreadable: 0 });
  assert.deepEqual(tables.sealedRecords.get("con_1_1"), other);
  await opensAll(tables, vault);
});

test("a server that saw the tenant's key a moment ago opens what is sealed under the new one, and the reverse", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const server = await open({ tables, clock });
  await fill(tables, server, 1, 2);
  await rekey(await open({ tables, clock }), 0);
  // The server's own clock stands still: it holds the old row for true.
  await opensAll(tables, server);
  const late = await (async () => {
    const stale = await open({ tables, clock });
    await stale.openCredential(...firstOf(tables));
    await rekey(await open({ tables, clock: { nowMs: 10 } }), 10);
    return await stale.sealCredential(place0, bytes("late"));
  })();
  assert.deepEqual(await (await open({ tables })).openCredential(place0, late), bytes("late"));
});

const place0: CredentialContext = { ...place, tenantId: "ten_0" };

function firstOf(tables: VaultTables): [CredentialContext, Uint8Array] {
  const [first] = tables.sealedRecords.values();
  assert.ok(first !== undefined);
  return [first.context, first.record];
}

/** Breaks off at the n-th write of a rekeying. */
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

test("a run that was broken off at any write goes on where it stood, and does no work twice", async () => {
  // Two new keys and six records: eight writes.
  for (let failAt = 1; failAt <= 8; failAt += 1) {
    const tables = emptyTables();
    const clock = { nowMs: 100 };
    await fill(tables, await open({ tables, clock }), 2, 3);
    const broken = await open({ tables, store: breaking(tables, failAt), clock });
    await assert.rejects(rekey(broken, 100), /killed/);
    await opensAll(tables, await open({ tables }));
    const again = await rekey(await open({ tables, clock }), 100);
    assert.equal(again.tenantKeys + again.credentials, 8 - (failAt - 1), `broken off at ${failAt}`);
    assert.equal(again.remaining, 0);
    await opensAll(tables, await open({ tables }));
  }
});

test("what was renewed, replaced or destroyed meanwhile is not overwritten", async () => {
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
        // The server renews the very record that is about to be written, and one more ends.
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

test("a retired key opens for an hour what was on its way, and leaves when no record needs it", async () => {
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
  assert.equal(sizeOf(), single + 40, "the first retired key has left, the second was just retired");
  clock.nowMs = 2 * hourMs;
  await rekey(vault, 0);
  assert.equal(sizeOf(), single);
  await opensAll(tables, await open({ tables }));
});

test("a damaged key or record stops nobody else, stays as it is and is counted", async () => {
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

test("a rotation carries retired keys along, and a rekeying seals under the new root key", async () => {
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

test("more keys within an hour than a keyset holds are refused, and nothing is lost", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 1 };
  const vault = await open({ tables, clock });
  await fill(tables, vault, 1, 1);
  const store = memoryStore(tables);
  // Without the wait for other processes, which is no part of this.
  const eager = await open({ tables, store: { ...store, listSealedRecords: async () => [] }, clock });
  for (let run = 1; run <= 16; run += 1) {
    clock.nowMs = run;
    await rekey(eager, run);
  }
  clock.nowMs = 17;
  await assert.rejects(rekey(eager, 17), { code: "TENANT_KEYS_TOO_MANY" });
  await opensAll(tables, await open({ tables }));
});
