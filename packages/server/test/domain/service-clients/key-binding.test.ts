/** A key acts only for the client that its hash is bound to, regardless of its row. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ServiceError } from "@svc/contract";
import { createAuthenticate } from "../../../src/domain/service-clients/authenticate.ts";
import type { ServiceKeyRow } from "../../../src/domain/service-clients/port.ts";
import { createServiceKeys } from "../../../src/app/secrets.ts";
import { openFixture, registration, withoutTokens } from "./fixture.ts";

const refused = (error: unknown): boolean => error instanceof ServiceError && error.code === "UNAUTHENTICATED";

/** A client with a key, whose row a test can change as SQL would. */
async function openClient(context: TestContext) {
  const fixture = await openFixture(context);
  const { store, clients, clock } = fixture;
  const { client, key, keyId } = await clients.create(registration);
  const readRow = async (): Promise<ServiceKeyRow> => {
    const found = await store.serviceClients.findByKeyId(keyId);
    assert.ok(found !== null);
    return found.key;
  };
  return {
    ...fixture,
    client,
    key,
    keyId,
    readRow,
    /** Authenticates after every cached look-up has expired. */
    async later(headers: readonly string[] = [`Bearer ${key}`]) {
      clock.nowMs += 1000;
      return await fixture.authenticate(headers);
    },
    /** The hash in its old, unbound form. */
    unboundHash: fixture.hashes.hash("service-key", key),
  };
}

/** Waits until the hash was rewritten, which happens in the background. */
async function waitForRewrite(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test("a hash is marked as bound, and depends on client, id and key", async (context) => {
  const { readRow, keys, client, key, keyId, hashes } = await openClient(context);
  const { hash } = await readRow();
  assert.match(hash, /^bound:1\.[\w-]{43}$/);
  assert.ok(keys.isBound(hash) && keys.verify({ clientId: client.id, id: keyId, hash }, key));
  assert.ok(!keys.verify({ clientId: "scl_other", id: keyId, hash }, key));
  assert.ok(!keys.verify({ clientId: client.id, id: "0123456789", hash }, key));
  assert.ok(!keys.verify({ clientId: client.id + keyId, id: "", hash }, key));
  assert.ok(!hashes.verify("service-key", key, hash.slice("bound:".length)));
});

test("rejects a key whose row was moved to another client", async (context) => {
  const { clients, keys, platform, store, key, later, readRow } = await openClient(context);
  const other = await clients.create({ ...registration, name: "other" });
  const moved = { client: other.client, key: { ...(await readRow()), clientId: other.client.id } };
  const lookUps = { findByKeyId: async () => moved, replaceKeyHash: async () => assert.fail("it is rewritten") };
  const authenticate = createAuthenticate({ ...withoutTokens, store: lookUps, keys, platform });
  await assert.rejects(authenticate([`Bearer ${key}`]), refused);
  // Removing the mark does not help either: a hash of one form never verifies as the other.
  moved.key.hash = moved.key.hash.slice("bound:".length);
  await assert.rejects(authenticate([`Bearer ${key}`]), refused);
  assert.equal((await store.serviceClients.findByKeyId(other.keyId))?.client.id, other.client.id);
  assert.equal((await later([`Bearer ${other.key}`])).client.id, other.client.id);
});

test("an unbound hash authenticates, and the key's first use binds it", async (context) => {
  const { store, readRow, clock, client, key, keys, platform, unboundHash } = await openClient(context);
  assert.ok(await store.serviceClients.replaceKeyHash(await readRow(), unboundHash));
  let writes = 0;
  const { findByKeyId, replaceKeyHash } = store.serviceClients;
  const counting: typeof replaceKeyHash = (row, hash) => replaceKeyHash(row, hash).finally(() => (writes += 1));
  const authenticate = createAuthenticate({
    ...withoutTokens,
    store: { findByKeyId, replaceKeyHash: counting },
    keys,
    platform,
  });
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await authenticate([`Bearer ${key}`])).client.id, client.id);
    await waitForRewrite();
    assert.ok(keys.isBound((await readRow()).hash));
    clock.nowMs += 1000;
  }
  assert.equal(writes, 1);
});

test("a wrong secret binds nothing, and a failing store rejects no caller", async (context) => {
  const { store, readRow, keys, platform, key, keyId, client, unboundHash } = await openClient(context);
  assert.ok(await store.serviceClients.replaceKeyHash(await readRow(), unboundHash));
  let writes = 0;
  const { findByKeyId } = store.serviceClients;
  const failing = {
    findByKeyId,
    replaceKeyHash: () => Promise.reject(new Error(`the database is unavailable, ${(writes += 1)}`)),
  };
  const alike = { ...keys, parseServiceKey: () => ({ id: keyId }) };
  const authenticate = createAuthenticate({ ...withoutTokens, store: failing, keys: alike, platform });
  await assert.rejects(authenticate([`Bearer ${keys.makeServiceKey().key}`]), refused);
  assert.equal(writes, 0);
  assert.equal((await authenticate([`Bearer ${key}`])).client.id, client.id);
  await waitForRewrite();
  assert.equal(writes, 1);
  assert.equal((await readRow()).hash, unboundHash);
});

test("rejects a key with an unbound hash if unbound hashes are refused", async (context) => {
  const { store, readRow, platform, hashes, key, client, unboundHash } = await openClient(context);
  const strict = createServiceKeys({ hashes, refusesUnbound: true }, platform);
  const authenticate = createAuthenticate({ ...withoutTokens, store: store.serviceClients, keys: strict, platform });
  const bound = (await readRow()).hash;
  assert.ok(await store.serviceClients.replaceKeyHash(await readRow(), unboundHash));
  await assert.rejects(authenticate([`Bearer ${key}`]), refused);
  await waitForRewrite();
  assert.equal((await readRow()).hash, unboundHash);
  assert.ok(await store.serviceClients.replaceKeyHash(await readRow(), bound));
  const again = createAuthenticate({ ...withoutTokens, store: store.serviceClients, keys: strict, platform });
  assert.equal((await again([`Bearer ${key}`])).client.id, client.id);
});
