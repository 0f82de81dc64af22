/** A key acts only for the client that its hash is bound to, regardless of its row. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ServiceError } from "@svc/contract";
import { createAuthenticate } from "../../../src/domain/service-clients/authenticate.ts";
import type { ServiceKeyRow } from "../../../src/domain/service-clients/port.ts";
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
  };
}

test("a hash depends on client, id and key", async (context) => {
  const { readRow, keys, client, key, keyId, hashes } = await openClient(context);
  const { hash } = await readRow();
  assert.match(hash, /^1\.[\w-]{43}$/);
  assert.ok(keys.verify({ clientId: client.id, id: keyId, hash }, key));
  assert.ok(!keys.verify({ clientId: "scl_other", id: keyId, hash }, key));
  assert.ok(!keys.verify({ clientId: client.id, id: "0123456789", hash }, key));
  assert.ok(!keys.verify({ clientId: client.id + keyId, id: "", hash }, key));
  assert.ok(!hashes.verify("service-key", key, hash));
});

test("rejects a key whose row was moved to another client", async (context) => {
  const { clients, keys, platform, store, key, later, readRow } = await openClient(context);
  const other = await clients.create({ ...registration, name: "other" });
  const moved = { client: other.client, key: { ...(await readRow()), clientId: other.client.id } };
  const lookUps = { findByKeyId: async () => moved };
  const authenticate = createAuthenticate({ ...withoutTokens, store: lookUps, keys, platform });
  await assert.rejects(authenticate([`Bearer ${key}`]), refused);
  assert.equal((await store.serviceClients.findByKeyId(other.keyId))?.client.id, other.client.id);
  assert.equal((await later([`Bearer ${other.key}`])).client.id, other.client.id);
});
