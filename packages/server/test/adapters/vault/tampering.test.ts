/**
 * Rejects every changed bit, every cut and every move of what the vault writes, with one error that reveals nothing.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CredentialContext } from "../../../src/domain/vault/port.ts";
import type { Vault } from "../../../src/adapters/vault/vault.ts";
import { emptyTables, type VaultTables } from "./memory-store.ts";
import { bytes, entryA, entryB, entryWrongA, open, sealContext, realBytes } from "./fixture.ts";

const headerBytes = 6;

/**
 * Every way to damage bytes at one position: each bit, each cut at either end, each value of each byte of the header.
 */
function* damages(whole: Uint8Array): Generator<{ how: string; damaged: Uint8Array }> {
  for (let index = 0; index < whole.length; index += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const damaged = Uint8Array.from(whole, (byte, at) => (at === index ? byte ^ (1 << bit) : byte));
      yield { how: `byte ${index} bit ${bit}`, damaged };
    }
    yield { how: `cut to ${index}`, damaged: whole.slice(0, index) };
    yield { how: `without its first ${index + 1}`, damaged: whole.slice(index + 1) };
    yield { how: `without byte ${index}`, damaged: withoutByte(whole, index) };
    yield { how: `one more byte at ${index}`, damaged: withByte(whole, index) };
  }
  for (let index = 0; index < headerBytes; index += 1) {
    for (let value = 0; value < 256; value += 1) {
      if (value === whole[index]) continue;
      const damaged = Uint8Array.from(whole, (byte, at) => (at === index ? value : byte));
      yield { how: `header byte ${index} as ${value}`, damaged };
    }
  }
  for (let more = 1; more <= 128; more += 1) {
    yield { how: `${more} zeros longer`, damaged: Uint8Array.from([...whole, ...new Uint8Array(more)]) };
    yield { how: `${more} bytes longer`, damaged: Uint8Array.from([...whole, ...realBytes(more)]) };
  }
  yield { how: "twice", damaged: Uint8Array.from([...whole, ...whole]) };
}

const withoutByte = (whole: Uint8Array, index: number): Uint8Array =>
  Uint8Array.from([...whole.slice(0, index), ...whole.slice(index + 1)]);
const withByte = (whole: Uint8Array, index: number): Uint8Array =>
  Uint8Array.from([...whole.slice(0, index), 0, ...whole.slice(index)]);

/** Everything visible in a refusal except the stack; it must be the same text for every cause of one kind. */
async function refusalOf(work: Promise<unknown>, how: string): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail(`it opens: ${how}`),
    (caught: unknown) => caught,
  );
  assert.ok(error instanceof Error);
  return JSON.stringify([Object.entries(error), error.name, error.message, error.cause]);
}

/** Damages in every way what `vault` reads next, through `put`. Returns the distinct refusals. */
async function refusalsOf(whole: Uint8Array, read: (damaged: Uint8Array) => Promise<unknown>) {
  const refusals = new Map<string, number>();
  for (const { how, damaged } of damages(whole)) {
    const refusal = await refusalOf(read(damaged), how);
    refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
  }
  return refusals;
}

test("rejects a record damaged at any bit, or of any other length, with one error", async () => {
  for (const plaintext of ["", "dp.st.secret-token"]) {
    const vault = await open();
    for (const purpose of ["credential", "pending-credential"] as const) {
      const record = await vault.sealCredential({ ...sealContext, purpose }, bytes(plaintext));
      // What this opening caches must not open anything else.
      assert.deepEqual(await vault.openCredential({ ...sealContext, purpose }, record), bytes(plaintext));
      const refusals = await refusalsOf(record, (damaged) =>
        vault.openCredential({ ...sealContext, purpose }, damaged),
      );
      assert.equal(refusals.size, 1, [...refusals.keys()].join("\n"));
      assert.match([...refusals.keys()].join(""), /RECORD_UNREADABLE/);
    }
  }
});

test("rejects a tenant's key damaged at any bit, or of any other length, with one error", async () => {
  const tables = emptyTables();
  const clock = { nowMs: 0 };
  const vault = await open({ tables, clock });
  const record = await vault.sealCredential(sealContext, bytes("secret"));
  await vault.rekey({ tenantId: null, sinceMs: 0, onProgress: () => undefined, pause: async () => undefined });
  const row = tables.tenantKeys.get(sealContext.tenantId);
  assert.ok(row !== undefined);
  const refusals = await refusalsOf(row.wrapped, (wrapped) => {
    tables.tenantKeys.set(sealContext.tenantId, { ...row, wrapped });
    clock.nowMs += 1_000;
    return vault.openCredential(sealContext, record);
  });
  assert.equal(refusals.size, 1, [...refusals.keys()].join("\n"));
  tables.tenantKeys.set(sealContext.tenantId, row);
  clock.nowMs += 1_000;
  assert.deepEqual(await vault.openCredential(sealContext, record), bytes("secret"));
});

test("rejects a hashing key damaged at any bit, or of any other length, at start with one error", async () => {
  const tables = emptyTables();
  await open({ tables });
  const row = tables.hashingKeys.get(1);
  assert.ok(row !== undefined);
  const refusals = await refusalsOf(row.wrapped, (wrapped) => {
    tables.hashingKeys.set(1, { ...row, wrapped });
    return open({ tables });
  });
  assert.equal(refusals.size, 1, [...refusals.keys()].join("\n"));
  assert.match([...refusals.keys()].join(""), /HASHING_KEY_UNREADABLE/);
});

test("rejects a key check damaged at any bit, or of any other length, at start with one error", async () => {
  const tables = emptyTables();
  await open({ tables });
  const row = tables.keyChecks.get("a");
  assert.ok(row !== undefined);
  const refusals = await refusalsOf(row.check, (check) => {
    tables.keyChecks.set("a", { ...row, check });
    return open({ tables });
  });
  assert.equal(refusals.size, 1, [...refusals.keys()].join("\n"));
  assert.match([...refusals.keys()].join(""), /KEY_WRONG/);
});

/** The vault of one deployment with its rows. */
type DeployedVault = { name: string; vault: Vault; tables: VaultTables };

test("rejects a record moved to any other deployment, tenant, connection, version or purpose, with one error", async () => {
  const deployed: DeployedVault[] = [];
  for (const sandbox of [false, false, true]) {
    const tables = emptyTables();
    deployed.push({ name: `${deployed.length}`, vault: await open({ tables, sandbox }), tables });
  }
  const contexts: CredentialContext[] = [];
  for (const tenantId of ["ten_one", "ten_two"]) {
    for (const connectionId of ["con_one", "con_two"]) {
      for (const version of [1, 2, 11]) {
        contexts.push({ ...sealContext, tenantId, connectionId, version, purpose: "credential" });
        contexts.push({ ...sealContext, tenantId, connectionId, version, purpose: "pending-credential" });
      }
    }
  }
  const refusals = new Set<string>();
  let moves = 0;
  for (const from of deployed) {
    for (const source of contexts) {
      const record = await from.vault.sealCredential(source, bytes("secret"));
      for (const to of deployed) {
        for (const target of contexts) {
          if (from === to && source === target) continue;
          const how = `${from.name} ${JSON.stringify(source)} to ${to.name} ${JSON.stringify(target)}`;
          await to.vault.sealCredential(target, bytes("so that there is a key"));
          refusals.add(await refusalOf(to.vault.openCredential(target, record), how));
          moves += 1;
        }
      }
      assert.deepEqual(await from.vault.openCredential(source, record), bytes("secret"));
    }
  }
  assert.equal(moves, 72 * 71);
  assert.equal(refusals.size, 1, [...refusals].join("\n"));
});

test("rejects a record moved with its tenant's key row to any other tenant or deployment", async () => {
  const source = emptyTables();
  const record = await (await open({ tables: source })).sealCredential(sealContext, bytes("secret"));
  const row = source.tenantKeys.get(sealContext.tenantId);
  assert.ok(row !== undefined);
  const refusals = new Set<string>();
  const elsewhere = { ...sealContext, tenantId: "ten_two" };
  source.tenantKeys.set("ten_two", { ...row, tenantId: "ten_two" });
  refusals.add(await refusalOf((await open({ tables: source })).openCredential(elsewhere, record), "a neighbour"));
  for (const sandbox of [false, true]) {
    const tables = emptyTables();
    const vault = await open({ tables, sandbox });
    tables.tenantKeys.set(sealContext.tenantId, row);
    refusals.add(await refusalOf(vault.openCredential(sealContext, record), "another deployment"));
  }
  assert.equal(refusals.size, 1, [...refusals].join("\n"));
  assert.match([...refusals].join(""), /TENANT_KEY_UNREADABLE/);
});

test("opens nothing under a wrong root key, a wrong id or a wrong tenant key", async () => {
  const tables = emptyTables();
  const record = await (await open({ tables })).sealCredential(sealContext, bytes("secret"));
  const unchecked = { ...structuredClone(tables), keyChecks: new Map(), hashingKeys: new Map() };
  const wrong = structuredClone(unchecked);
  wrong.tenantKeys.clear();
  const vault = await open({ tables: wrong, keyring: entryWrongA });
  const row = tables.tenantKeys.get(sealContext.tenantId);
  assert.ok(row !== undefined);
  wrong.tenantKeys.set(sealContext.tenantId, row);
  await assert.rejects(vault.openCredential(sealContext, record), { code: "TENANT_KEY_UNREADABLE" });
  const both = await open({ tables, keyring: `${entryB},${entryA}` });
  tables.tenantKeys.set(sealContext.tenantId, { ...row, rootKeyId: "b" });
  await assert.rejects(both.openCredential(sealContext, record), { code: "TENANT_KEY_UNREADABLE" });
  tables.tenantKeys.delete(sealContext.tenantId);
  await both.sealCredential(sealContext, bytes("under a tenant key of its own"));
  await assert.rejects(both.openCredential(sealContext, record), { code: "RECORD_UNREADABLE" });
});
