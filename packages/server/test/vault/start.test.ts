/** What is wrong with the keys or the database is found when the vault opens, and nothing is written to it then. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VaultStartError, type VaultStartErrorCode } from "../../src/vault/errors.ts";
import { emptyTables, memoryStore, type VaultTables } from "./memory-store.ts";
import { bytes, entryA, entryB, entryWrongA, open, place, type Opening } from "./setting.ts";

/** Opens, expects the refusal, and that it changed no table and shows no key. */
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

/** A database that was used with these keys, one tenant with a credential in it. */
async function usedTables(keyring: string): Promise<VaultTables> {
  const tables = emptyTables();
  await (await open({ keyring, tables })).sealCredential(place, bytes("secret"));
  return tables;
}

test("the first start makes the deployment, its hashing key and a check for each key; the next keeps them", async () => {
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

test("a wrong key under a known id is refused at start, as the sealing key and as an older one", async () => {
  const tables = await usedTables(entryA);
  assert.match(await refuses({ tables, keyring: entryWrongA }, "KEY_WRONG"), /"a"/);
  await refuses({ tables, keyring: `${entryB},${entryWrongA}` }, "KEY_WRONG");
});

test("a wrong key is refused although the checks were taken from the database", async () => {
  const tables = await usedTables(entryA);
  tables.keyChecks.clear();
  await refuses({ tables, keyring: entryWrongA }, "KEY_WRONG");
});

test("a key that the keyring holds but nothing uses must be right as well", async () => {
  const tables = await usedTables(`${entryB},${entryA}`);
  await refuses({ tables, keyring: `${entryB},${entryWrongA}` }, "KEY_WRONG");
});

test("a keyring without a key that is needed is refused and names it", async () => {
  const tables = await usedTables(entryA);
  assert.match(await refuses({ tables, keyring: entryB }, "KEY_MISSING"), /"a"/);
  const onlyTenants = await usedTables(`${entryA},${entryB}`);
  await (
    await open({ tables: onlyTenants, keyring: `${entryB},${entryA}` })
  ).sealCredential({ ...place, tenantId: "ten_two" }, bytes("secret"));
  assert.match(await refuses({ tables: onlyTenants, keyring: entryA }, "KEY_MISSING"), /"b"/);
});

test("a keyring without a key that nothing needs is accepted", async () => {
  const tables = await usedTables(`${entryA},${entryB}`);
  assert.deepEqual(await (await open({ tables })).openCredential(place, await sealIn(tables)), bytes("again"));
});

async function sealIn(tables: VaultTables): Promise<Uint8Array> {
  return await (await open({ tables })).sealCredential(place, bytes("again"));
}

test("a live server refuses a sandbox's database and the reverse", async () => {
  const live = await usedTables(entryA);
  assert.match(await refuses({ tables: live, sandbox: true }, "SANDBOX_MISMATCH"), /without --sandbox/);
  const sandbox = emptyTables();
  assert.equal((await open({ tables: sandbox, sandbox: true })).sandbox, true);
  assert.match(await refuses({ tables: sandbox }, "SANDBOX_MISMATCH"), /with --sandbox/);
});

test("a database whose sandbox flag or deployment id was altered does not open", async () => {
  const flipped = await usedTables(entryA);
  assert.ok(flipped.deployment !== null);
  flipped.deployment = { ...flipped.deployment, sandbox: true };
  await refuses({ tables: flipped, sandbox: true }, "HASHING_KEY_UNREADABLE");
  const renamed = await usedTables(entryA);
  renamed.deployment = { deploymentId: "dep_other", sandbox: false };
  await refuses({ tables: renamed }, "KEY_WRONG");
});

test("a record with its tenant's key row does not open in another deployment under the same root key", async () => {
  const tables = emptyTables();
  const record = await (await open({ tables })).sealCredential(place, bytes("secret"));
  for (const sandbox of [false, true]) {
    const others = emptyTables();
    const other = await open({ tables: others, sandbox });
    await other.sealCredential(place, bytes("its own"));
    await assert.rejects(other.openCredential(place, record), { code: "RECORD_UNREADABLE" });
    const row = tables.tenantKeys.get(place.tenantId);
    assert.ok(row !== undefined);
    others.tenantKeys.set(place.tenantId, row);
    await assert.rejects((await open({ tables: others, sandbox })).openCredential(place, record), {
      code: "TENANT_KEY_UNREADABLE",
    });
  }
});

test("a lost or damaged hashing key is refused, never replaced", async () => {
  const lost = await usedTables(entryA);
  const row = lost.hashingKeys.get(1);
  assert.ok(row !== undefined);
  lost.hashingKeys.clear();
  await refuses({ tables: lost }, "HASHING_KEY_MISSING");
  const damaged = await usedTables(entryA);
  damaged.hashingKeys.set(1, { ...row });
  await refuses({ tables: damaged }, "HASHING_KEY_UNREADABLE");
});

test("two first starts at once agree on one deployment and one hashing key", async () => {
  const tables = emptyTables();
  const [left, right] = await Promise.all([
    open({ store: memoryStore(tables), keyring: entryA }),
    open({ store: memoryStore(tables), keyring: entryA }),
  ]);
  assert.equal(left.deploymentId, right.deploymentId);
  assert.ok(right.hashes.verify("fingerprint", "x", left.hashes.hash("fingerprint", "x")));
  const records = await Promise.all([left.sealCredential(place, bytes("l")), right.sealCredential(place, bytes("r"))]);
  assert.deepEqual(await right.openCredential(place, records[0]), bytes("l"));
  assert.deepEqual(await left.openCredential(place, records[1]), bytes("r"));
});

test("of two first starts at once with different keys, one opens and the other is refused", async () => {
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

test("of two starts at once that bring different keys under one new id, one is refused", async () => {
  const tables = await usedTables(entryB);
  const starts = await Promise.allSettled(
    [entryA, entryWrongA].map((added) => open({ tables, keyring: `${entryB},${added}` })),
  );
  assert.deepEqual(
    starts.map((start) => (start.status === "rejected" ? (start.reason as VaultStartError).code : start.status)),
    ["fulfilled", "KEY_WRONG"],
  );
});

test("of a sandbox and a live server that first start at once, one is refused", async () => {
  const tables = emptyTables();
  const starts = await Promise.allSettled([open({ tables }), open({ tables, sandbox: true })]);
  assert.deepEqual(
    starts.map(({ status }) => status),
    ["fulfilled", "rejected"],
  );
});

test("no row holds a key, and an empty keyring opens nothing", async () => {
  const drawn: Uint8Array[] = [];
  const tables = emptyTables();
  const randomBytes = (count: number): Uint8Array => {
    const fresh = crypto.getRandomValues(new Uint8Array(count));
    if (count === 32) drawn.push(Uint8Array.from(fresh));
    return fresh;
  };
  const vault = await open({ tables, randomBytes });
  const record = await vault.sealCredential(place, bytes("canary-plaintext"));
  const rows = [...tables.hashingKeys.values(), ...tables.tenantKeys.values()].map(({ wrapped }) => wrapped);
  const atRest = Buffer.concat([...rows, ...[...tables.keyChecks.values()].map(({ check }) => check), record]);
  // Of what was drawn, only salts stand in the rows: one of each box, and the hashing, tenant and data key do not.
  assert.equal(drawn.filter((value) => !atRest.includes(Buffer.from(value))).length, 3);
  assert.ok(!atRest.includes("canary-plaintext") && !atRest.includes(Buffer.alloc(32, 0xa1)));
  await assert.rejects(open({ keyring: "" }), { code: "KEYRING_EMPTY" });
});
