import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { createAuthenticate } from "../../../src/domain/service-clients/authenticate.ts";
import { openFixture, registration, withoutTokens } from "./fixture.ts";

async function readErrorCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: unknown) => (error instanceof ServiceError ? error.code : "other"),
  );
}

test("a key resolves to its client and its public id", async (context) => {
  const { clients, authenticate } = await openFixture(context);
  const { client, key, keyId } = await clients.create(registration);
  const caller = await authenticate([`Bearer ${key}`]);
  assert.deepEqual([caller.client.id, caller.keyId], [client.id, keyId]);
  assert.equal((await authenticate([`bearer ${key}`])).keyId, keyId);
});

test("absent, malformed, repeated and unknown keys and other schemes all look the same", async (context) => {
  const { clients, authenticate, keys } = await openFixture(context);
  const { key } = await clients.create(registration);
  const flipped = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
  const headers = [
    [],
    [""],
    ["Bearer"],
    ["Bearer "],
    [key],
    [`Basic ${key}`],
    [`Bearer ${key} `],
    [`Bearer ${key},${key}`],
    [`Bearer ${key}`, `Bearer ${key}`],
    [`Bearer ${flipped}`],
    [`Bearer ${keys.makeServiceKey().key}`],
    [`Bearer ${"x".repeat(5000)}`],
  ];
  const messages = new Set<string>();
  for (const values of headers) {
    const error: unknown = await authenticate(values).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ServiceError, JSON.stringify(values));
    messages.add(`${error.code} ${error.detail}`);
  }
  assert.equal(messages.size, 1);
});

test("does not look up a text without the format and checksum of a key", async (context) => {
  const { keys, platform } = await openFixture(context);
  let lookUps = 0;
  const store = { findByKeyId: () => Promise.resolve((lookUps++, null)) };
  const authenticate = createAuthenticate({ ...withoutTokens, store, keys, platform });
  const { key } = keys.makeServiceKey();
  await readErrorCode(authenticate([`Bearer ${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`]));
  assert.equal(lookUps, 0);
  await readErrorCode(authenticate([`Bearer ${key}`]));
  assert.equal(lookUps, 1);
});

test("rejects a key with the right id and another secret", async (context) => {
  const { clients, keys, platform, store } = await openFixture(context);
  const { client, key, keyId } = await clients.create(registration);
  const forged = keys.makeServiceKey().key;
  const authenticate = createAuthenticate({
    ...withoutTokens,
    store: store.serviceClients,
    keys: { ...keys, parseServiceKey: () => ({ id: keyId }) },
    platform,
  });
  assert.equal(await readErrorCode(authenticate([`Bearer ${forged}`])), "UNAUTHENTICATED");
  assert.equal((await authenticate([`Bearer ${key}`])).keyId, keyId);
  assert.equal(
    await readErrorCode(authenticate([`Bearer ${forged}`])),
    "UNAUTHENTICATED",
    "after the right one was used",
  );
  assert.equal(client.revokedAt, null);
});

for (const what of ["key", "client"] as const) {
  test(`the revocation of a ${what} by another process takes effect within a second`, async (context) => {
    const { clients, authenticate, clock } = await openFixture(context);
    const { client, key, keyId } = await clients.create(registration);
    await authenticate([`Bearer ${key}`]);
    if (what === "key") await clients.revokeKey(client.id, keyId);
    else await clients.revoke(client.id);
    clock.nowMs += 999;
    assert.equal(await readErrorCode(authenticate([`Bearer ${key}`])), "UNAUTHENTICATED");
  });
}

test("rejects a revoked client, even if one of its keys was left active", async (context) => {
  const { clients, keys, platform, store } = await openFixture(context);
  const { key, keyId } = await clients.create(registration);
  const found = await store.serviceClients.findByKeyId(keyId);
  assert.ok(found !== null);
  const revoked = { ...found, client: { ...found.client, revokedAt: 1 } };
  const authenticate = createAuthenticate({
    ...withoutTokens,
    store: { findByKeyId: () => Promise.resolve(revoked) },
    keys,
    platform,
  });
  assert.equal(await readErrorCode(authenticate([`Bearer ${key}`])), "UNAUTHENTICATED");
});

test("a narrowed policy reaches callers within a second", async (context) => {
  const { clients, authenticate, clock } = await openFixture(context);
  const { client, key } = await clients.create(registration);
  await authenticate([`Bearer ${key}`]);
  await clients.update(client.id, { allowedActions: [] });
  clock.nowMs += 999;
  assert.deepEqual((await authenticate([`Bearer ${key}`])).client.allowedActions, []);
});

test("an expired key ends at its time, cached or not", async (context) => {
  const { clients, authenticate, clock } = await openFixture(context);
  const { client, key } = await clients.create(registration);
  await clients.rotateKey(client.id, { overlapSeconds: 10 });
  await authenticate([`Bearer ${key}`]);
  clock.nowMs += 9_900;
  assert.equal(await readErrorCode(authenticate([`Bearer ${key}`])), "none");
  clock.nowMs += 100;
  assert.equal(await readErrorCode(authenticate([`Bearer ${key}`])), "UNAUTHENTICATED");
});
