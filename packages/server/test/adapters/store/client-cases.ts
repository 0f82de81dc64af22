/** Service clients and their keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { newId, sampleClient, sampleKey } from "./samples.ts";

export function clientCases(store: () => Store): void {
  const make = async (change: Parameters<typeof sampleClient>[0] = {}) => {
    const client = sampleClient(change);
    const key = sampleKey(client.id);
    await store().serviceClients.create(client, key, "operator");
    return { client, key };
  };

  test("returns a client and its key as written", async () => {
    const { client, key } = await make({ requireConfirmed: true, settleByState: true, allowImport: true });
    assert.deepEqual(await store().serviceClients.find(client.id), client);
    assert.deepEqual(await store().serviceClients.findByKeyId(key.id), { client, key });
    assert.deepEqual(await store().serviceClients.keys(client.id), [key]);
    for (const tenants of [{ ids: ["ten_1", "ten_2"] }, { label: "eu" }, null]) {
      await store().serviceClients.updateKey(key.id, { tenants }, "operator");
      assert.deepEqual((await store().serviceClients.findByKeyId(key.id))?.key, { ...key, tenants });
    }
    assert.equal(await store().serviceClients.find("scl_none"), null);
    assert.equal(await store().serviceClients.findByKeyId("none"), null);
  });

  test("doesn't write a client if its key can't be written", async () => {
    const { key } = await make();
    const client = sampleClient();
    await assert.rejects(store().serviceClients.create(client, { ...key, clientId: client.id }, "operator"), {
      name: "StoreError",
    });
    assert.equal(await store().serviceClients.find(client.id), null);
  });

  test("finds a client by name only if one active client has it", async () => {
    const { client } = await make();
    assert.deepEqual(await store().serviceClients.findByIdOrName(client.name), client);
    assert.deepEqual(await store().serviceClients.findByIdOrName(client.id), client);
    const { client: twin } = await make({ name: client.name });
    assert.equal(await store().serviceClients.findByIdOrName(client.name), null);
    assert.equal(await store().serviceClients.revoke(twin.id, 5, "operator"), true);
    assert.deepEqual(await store().serviceClients.findByIdOrName(client.name), client);
    assert.equal((await store().serviceClients.findByIdOrName(twin.id))?.revokedAt, 5);
  });

  test("updates only the given fields", async () => {
    const { client } = await make();
    const change = {
      name: "new",
      allowedActions: ["a/b"],
      allowedReturnUrls: ["https://r"],
      settleByState: true,
      allowImport: true,
    };
    assert.deepEqual(await store().serviceClients.update(client.id, change, "operator"), { ...client, ...change });
    assert.deepEqual(await store().serviceClients.update(client.id, {}, "operator"), { ...client, ...change });
    assert.deepEqual(await store().serviceClients.update(client.id, { allowedOrigins: [] }, "operator"), {
      ...client,
      ...change,
      allowedOrigins: [],
    });
    assert.equal(await store().serviceClients.update("scl_none", { name: "x" }, "operator"), null);
  });

  test("stores and removes a logo with its client's change, and finds it by id", async () => {
    const { serviceClients } = store();
    const image = (text: string) => {
      return { id: `${newId("logo")}_${text}`, mediaType: "image/png", bytes: Buffer.from(text) };
    };
    const first = image("first");
    const client = sampleClient({ appName: "Harbor", logo: { url: "https://a.example/1.png", id: first.id } });
    await serviceClients.create(client, sampleKey(client.id), "operator", first);
    assert.deepEqual(await serviceClients.find(client.id), client);
    assert.deepEqual(Buffer.from((await serviceClients.findLogo(first.id))?.bytes ?? []), first.bytes);
    const second = image("second");
    const logo = { url: "https://a.example/2.png", id: second.id };
    assert.deepEqual(await serviceClients.update(client.id, { logo }, "operator", second), { ...client, logo });
    assert.equal(await serviceClients.findLogo(first.id), null);
    assert.equal((await serviceClients.findLogo(second.id))?.mediaType, "image/png");
    assert.deepEqual(await serviceClients.update(client.id, { appName: "" }, "operator"), {
      ...client,
      appName: "",
      logo,
    });
    assert.deepEqual(await serviceClients.update(client.id, { logo: null }, "operator", null), {
      ...client,
      appName: "",
      logo: null,
    });
    assert.equal(await serviceClients.findLogo(second.id), null);
    assert.equal(await serviceClients.update("scl_none", { logo }, "operator", second), null);
  });

  test("rotation adds the new key and expires the given ones, but never postpones an expiry", async () => {
    const { client, key } = await make();
    const soon = sampleKey(client.id, { createdAt: 1001, expiresAt: 50 });
    const other = sampleKey(client.id, { createdAt: 1002 });
    await store().serviceClients.addKey(soon, "operator");
    await store().serviceClients.addKey(other, "operator");
    const next = sampleKey(client.id, { createdAt: 1003 });
    await store().serviceClients.rotateKey(next, { ids: [key.id, soon.id], expireAt: 99 }, "operator");
    const ends = (await store().serviceClients.keys(client.id)).map((row) => row.expiresAt);
    assert.deepEqual(ends, [99, 50, null, null]);
  });

  test("rotation leaves another client's key alone", async () => {
    const { key } = await make();
    const { client } = await make();
    await store().serviceClients.rotateKey(sampleKey(client.id), { ids: [key.id], expireAt: 99 }, "operator");
    assert.equal((await store().serviceClients.findByKeyId(key.id))?.key.expiresAt, null);
  });

  test("revokes a key and a client once", async () => {
    const { client, key } = await make();
    const other = sampleKey(client.id);
    await store().serviceClients.addKey(other, "operator");
    assert.equal(await store().serviceClients.revokeKey(key.id, 7, "operator"), true);
    assert.equal(await store().serviceClients.revokeKey(key.id, 8, "operator"), false);
    assert.equal(await store().serviceClients.revoke(client.id, 9, "operator"), true);
    assert.equal(await store().serviceClients.revoke(client.id, 10, "operator"), false);
    const found = await store().serviceClients.findByKeyId(other.id);
    assert.equal(found?.key.revokedAt, 9);
    assert.equal(found?.client.revokedAt, 9);
    assert.equal((await store().serviceClients.findByKeyId(key.id))?.key.revokedAt, 7);
  });

  test("lists every client with its keys, newest first", async () => {
    const { client: older } = await make({ createdAt: 2000 });
    const { client: newer, key } = await make({ createdAt: 3000 });
    const listed = await store().serviceClients.list();
    const order = listed.map((row) => row.client.id);
    assert.ok(order.indexOf(newer.id) < order.indexOf(older.id));
    assert.deepEqual(listed.find((row) => row.client.id === newer.id)?.keys, [key]);
  });

  test("answers a ping", async () => {
    assert.equal(await store().ping(), undefined);
  });
}
