/** Faults in keys or the database are detected when the vault opens, before anything is written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VaultStartError, type VaultStartErrorCode } from "../../../src/domain/vault/errors.ts";
import { emptyTables, memoryStore, type VaultTables } from "./memory-store.ts";
import { bytes, entryA, entryB, entryWrongA, open, sealContext, type Opening } from "./fixture.ts";

/** Opens the vault and expects a refusal that changed no table and shows no key. */
async function refuses(opening: Opening & { tables: VaultTables }, code: VaultStartErrorCode): Promise<string> {
  const before = structuredClone(opening.tables);
  const error: unknown = await open(opening).catch((caught: unknown) => caught);
  assert.ok(error instanceof VaultStartError, `expected ${code}`);
  assert.equal(error.code, code);
  assert.equal(error.cause, undefined);
  assert.doesNotMatch(error.message, /\n/);
  for (const entry of [entryA, entryB, entryWrongA]) assert.ok(!String(error.stack).includes(entry.slice(2)));
  assert.deepEqual(opening.tables, before);
  return error.message;
}

/** A database that was used with these keys: one tenant with a credential. */
async function usedTables(keyring: string): Promise<VaultTables> {
  const tables = emptyTables();
  await (await open({ keyring, tables })).sealCredential(sealContext, bytes("secret"));
  return tables;
}

test("the first start creates the deployment, its hashing key and a check for each key; the next keeps them", async () => {
  const tables = emptyTables();
  const first = await open({ tables, keyring: `${entryA},${entryB}` });
  assert.match(first.deploymentId, /^dep_[0-9a-f]{32}$/);
  assert.deepEqual([...tables.keyChecks.keys()].sort(), ["a", "b"]);
  const before = structuredClone(tables);
  const second = await open({ tables, keyring: `${entryA},${entryB}` });
  assert.deepEqual(tables, before);
  assert.equal(second.deploymentId, first.deploymentId);
  assert.ok(second.hashes.verify("service-key", "k", first.hashes.hash("service-key", "k")));
  const other = await open();
  assert.notEqual(other.deploymentId, first.deploymentId);
  assert.ok(!other.hashes.verify("service-key", "k", first.hashes.hash("service-key", "k")));
});

test("rejects a wrong key under a known id at start, whether sealing or older", async () => {
  const tables = await usedTables(entryA);
  assert.match(await refuses({ tables, keyring: entryWrongA }, "KEY_WRONG"), /"a"/);
  await refuses({ tables, keyring: `${entryB},${entryWrongA}` }, "KEY_WRONG");
});

test("rejects a wrong key even if the checks were deleted from the database", async () => {
  const tables = await usedTables(entryA);
  tables.keyChecks.clear();
  await refuses({ tables, keyring: entryWrongA }, "KEY_WRONG");
});

test("a key that is in the keyring but unused must be right as well", async () => {
  const tables = await usedTables(`${entryB},${entryA}`);
  await refuses({ tables, keyring: `${entryB},${entryWrongA}` }, "KEY_WRONG");
});

test("rejects a keyring without a required key, and names it", async () => {
  const tables = await usedTables(entryA);
  assert.match(await refuses({ tables, keyring: entryB }, "KEY_MISSING"), /"a"/);
  const onlyTenants = await usedTables(`${entryA},${entryB}`);
  await (
    await open({ tables: onlyTenants, keyring: `${entryB},${entryA}` })
  ).sealCredential({ ...sealContext, tenantId: "ten_two" }, bytes("secret"));
  assert.match(await refuses({ tables: onlyTenants, keyring: entryA }, "KEY_MISSING"), /"b"/);
});

test("accepts a keyring without an unneeded key", async () => {
  const tables = await usedTables(`${entryA},${entryB}`);
  assert.deepEqual(await (await open({ tables })).openCredential(sealContext, await sealIn(tables)), bytes("again"));
});

async function sealIn(tables: VaultTables): Promise<Uint8Array> {
  return await (await open({ tables })).sealCredential(sealContext, bytes("again"));
}

test("a live server refuses a sandbox's database and the reverse", async () => {
  const live = await usedTables(entryA);
  assert.match(await refuses({ tables: live, sandbox: true }, "SANDBOX_MISMATCH"), /without --sandbox/);
  const sandbox = emptyTables();
  assert.equal((await open({ tables: sandbox, sandbox: true })).sandbox, true);
  assert.match(await refuses({ tables: sandbox }, "SANDBOX_MISMATCH"), /with --sandbox/);
});

test("a database keeps the cell that it was made as", async () => {
  const tables = emptyTables();
  assert.equal((await open({ tables, cell: "eu" })).cell, "eu");
  assert.equal((await open({ tables })).cell, "eu");
  assert.match(await refuses({ tables, cell: "us" }, "CELL_MISMATCH"), /is cell eu/);
  const outside = await usedTables(entryA);
  assert.match(await refuses({ tables: outside, cell: "eu" }, "CELL_MISMATCH"), /start without SVC_CELL/);
});

test("does not open a database whose sandbox flag or deployment id was altered", async () => {
  const flipped = await usedTables(entryA);
  assert.ok(flipped.deployment !== null);
  flipped.deployment = { ...flipped.deployment, sandbox: true };
  await refuses({ tables: flipped, sandbox: true }, "HASHING_KEY_UNREADABLE");
  const renamed = await usedTables(entryA);
  renamed.deployment = { deploymentId: "dep_other", sandbox: false, cell: "" };
  await refuses({ tables: renamed }, "KEY_WRONG");
});

test("a record with its tenant's key row does not open in another deployment under the same root key", async () => {
  const tables = emptyTables();
  const record = await (await open({ tables })).sealCredential(sealContext, bytes("secret"));
  for (const sandbox of [false, true]) {
    const others = emptyTables();
    const other = await open({ tables: others, sandbox });
    await other.sealCredential(sealContext, bytes("its own"));
    await assert.rejects(other.openCredential(sealContext, record), { code: "RECORD_UNREADABLE" });
    const row = tables.tenantKeys.get(sealContext.tenantId);
    assert.ok(row !== undefined);
    others.tenantKeys.set(sealContext.tenantId, row);
    await assert.rejects((await open({ tables: others, sandbox })).openCredential(sealContext, record), {
      code: "TENANT_KEY_UNREADABLE",
    });
  }
});

test("rejects a lost or damaged hashing key and never replaces it", async () => {
  const lost = await usedTables(entryA);
  const row = lost.hashingKeys.get(1);
  assert.ok(row !== undefined);
  lost.hashingKeys.clear();
  await refuses({ tables: lost }, "HASHING_KEY_MISSING");
  const damaged = await usedTables(entryA);
  damaged.hashingKeys.set(1, { ...row });
  await refuses({ tables: damaged }, "HASHING_KEY_UNREADABLE");
});

test("two concurrent first starts agree on one deployment and one hashing key", async () => {
  const tables = emptyTables();
  const [left, right] = await Promise.all([
    open({ store: memoryStore(tables), keyring: entryA }),
    open({ store: memoryStore(tables), keyring: entryA }),
  ]);
  assert.equal(left.deploymentId, right.deploymentId);
  assert.ok(right.hashes.verify("fingerprint", "x", left.hashes.hash("fingerprint", "x")));
  const records = await Promise.all([
    left.sealCredential(sealContext, bytes("l")),
    right.sealCredential(sealContext, bytes("r")),
  ]);
  assert.deepEqual(await right.openCredential(sealContext, records[0]), bytes("l"));
  assert.deepEqual(await left.openCredential(sealContext, records[1]), bytes("r"));
});

test("if two concurrent first starts use different keys, one opens and the other is rejected", async () => {
  for (const [other, code] of [
    [entryWrongA, "KEY_WRONG"],
    [entryB, "KEY_MISSING"],
  ] as const) {
    const tables = emptyTables();
    const starts = await Promise.allSettled([open({ tables, keyring: entryA }), open({ tables, keyring: other })]);
    assert.deepEqual(
      starts.map(({ status }) => status),
      ["fulfilled", "rejected"],
    );
    assert.equal(starts[1].status === "rejected" && (starts[1].reason as VaultStartError).code, code);
    assert.deepEqual([...tables.keyChecks.keys()], ["a"]);
  }
});

test("if two concurrent starts have different keys under one new id, one is rejected", async () => {
  const tables = await usedTables(entryB);
  const starts = await Promise.allSettled(
    [entryA, entryWrongA].map((added) => open({ tables, keyring: `${entryB},${added}` })),
  );
  assert.deepEqual(
    starts.map((start) => (start.status === "rejected" ? (start.reason as VaultStartError).code : start.status)),
    ["fulfilled", "KEY_WRONG"],
  );
});

test("if a sandbox and a live server first start concurrently, one is rejected", async () => {
  const tables = emptyTables();
  const starts = await Promise.allSettled([open({ tables }), open({ tables, sandbox: true })]);
  assert.deepEqual(
    starts.map(({ status }) => status),
    ["fulfilled", "rejected"],
  );
});

test("stores no key in any row, and an empty keyring opens nothing", async () => {
  const drawn: Uint8Array[] = [];
  const tables = emptyTables();
  const randomBytes = (count: number): Uint8Array => {
    const fresh = crypto.getRandomValues(new Uint8Array(count));
    if (count === 32) drawn.push(Uint8Array.from(fresh));
    return fresh;
  };
  const vault = await open({ tables, randomBytes });
  const record = await vault.sealCredential(sealContext, bytes("canary-plaintext"));
  const rows = [...tables.hashingKeys.values(), ...tables.tenantKeys.values()].map(({ wrapped }) => wrapped);
  const atRest = Buffer.concat([...rows, ...[...tables.keyChecks.values()].map(({ check }) => check), record]);
  // Of the random values, only the salts are in the rows, one per box. The hashing key, tenant key and data key are
  // not.
  assert.equal(drawn.filter((value) => !atRest.includes(Buffer.from(value))).length, 3);
  assert.ok(!atRest.includes("canary-plaintext") && !atRest.includes(Buffer.alloc(32, 0xa1)));
  await assert.rejects(open({ keyring: "" }), { code: "KEYRING_EMPTY" });
});
