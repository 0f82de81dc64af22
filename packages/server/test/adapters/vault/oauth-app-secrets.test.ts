/** Secrets of OAuth apps: bound to their app, and sealed again when the root key changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyTables, memoryStore } from "./memory-store.ts";
import { entryA, entryB, open } from "./fixture.ts";

const app = { serviceClientId: "cli_1", provider: "acme", appId: "app-1" };

test("a secret opens for its own app, and for no other", async () => {
  const { oauthAppSecrets } = await open();
  const sealed = await oauthAppSecrets.seal(app, "the secret");
  assert.ok(!Buffer.from(sealed.wrapped).includes("the secret"));
  assert.equal(await oauthAppSecrets.open(app, sealed), "the secret");
  for (const change of [
    { serviceClientId: "" },
    { serviceClientId: "cli_2" },
    { provider: "box" },
    { appId: "app-2" },
  ]) {
    assert.equal(await oauthAppSecrets.open({ ...app, ...change }, sealed), null, JSON.stringify(change));
  }
  const [first = 0] = sealed.wrapped;
  const altered = Uint8Array.from(sealed.wrapped, (byte, at) => (at === 0 ? first ^ 1 : byte));
  assert.equal(await oauthAppSecrets.open(app, { ...sealed, wrapped: altered }), null);
  assert.equal(await oauthAppSecrets.open(app, { ...sealed, rootKeyId: "missing" }), null);
});

test("what a provider offered opens only as such, for its window", async () => {
  const { oauthAppSecrets } = await open();
  const sealed = await oauthAppSecrets.seal({ ...app, expectedSince: 1000 }, "[]");
  assert.equal(await oauthAppSecrets.open({ ...app, expectedSince: 1000 }, sealed), "[]");
  for (const change of [{}, { signsSince: 1000 }, { expectedSince: 1001 }, { expectedSince: 1000, appId: "app-2" }]) {
    assert.equal(await oauthAppSecrets.open({ ...app, ...change }, sealed), null, JSON.stringify(change));
  }
  const signing = await oauthAppSecrets.seal({ ...app, signsSince: 1000 }, "[]");
  assert.equal(await oauthAppSecrets.open({ ...app, expectedSince: 1000 }, signing), null);
});

test("a rotation seals every secret under the first key, and a start needs the key of each", async () => {
  const tables = emptyTables();
  const store = memoryStore(tables);
  const old = await open({ keyring: entryA, store });
  const signing = { ...app, signsSince: 1000 };
  tables.oauthApps.push({ ...app, signsSince: null, ...(await old.oauthAppSecrets.seal(app, "the secret")) });
  tables.oauthApps.push({ ...signing, ...(await old.oauthAppSecrets.seal(signing, "the secret for events")) });
  const both = await open({ keyring: `${entryB},${entryA}`, store });
  await assert.rejects(open({ keyring: entryB, store }), { name: "VaultStartError" });
  const { oauthApps, remaining } = await both.rotate();
  assert.deepEqual([oauthApps, remaining], [2, 0]);
  const now = await open({ keyring: entryB, store });
  const [row, signingRow] = tables.oauthApps;
  assert.ok(row !== undefined && signingRow !== undefined);
  assert.equal(await now.oauthAppSecrets.open(app, row), "the secret");
  assert.equal(await now.oauthAppSecrets.open(signing, signingRow), "the secret for events");
  assert.equal(await now.oauthAppSecrets.open(app, signingRow), null);
  assert.equal(await now.oauthAppSecrets.open({ ...signing, signsSince: 1001 }, signingRow), null);
  assert.deepEqual((await now.status()).oauthAppsUnder, { [row.rootKeyId]: 2 });
});
