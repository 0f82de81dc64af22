/** Connections: their states, and the deletion of their credentials. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { addTenant, makeConnection, makeTenant, record } from "./samples.ts";

/** A successful test of a credential without an expiry. */
const works = { alive: { credentialExpiresAt: null }, code: "" };
const broken = { alive: null, code: "PROVIDER_UNAUTHORIZED" };

export function connectionCases(store: () => Store): void {
  test("returns a connection with its sealed credential, byte for byte", async () => {
    const place = await makeTenant(store());
    const connection = await makeConnection(store(), place);
    assert.deepEqual(await store().connections.find(place.clientId, place.tenantId, connection.id), connection);
    const found = await store().connections.findWithCredential(place.clientId, place.tenantId, connection.id);
    assert.deepEqual(found, { connection, record });
  });

  test("doesn't find another tenant's or client's connection", async () => {
    const place = await makeTenant(store());
    const connection = await makeConnection(store(), place);
    const stranger = await makeTenant(store());
    const sibling = await addTenant(store(), place.clientId);
    for (const [clientId, tenantId] of [
      [stranger.clientId, place.tenantId],
      [place.clientId, sibling],
    ] as const) {
      assert.equal(await store().connections.find(clientId, tenantId, connection.id), null);
      assert.equal(await store().connections.findWithCredential(clientId, tenantId, connection.id), null);
      assert.equal(await store().connections.disconnect(clientId, tenantId, connection.id, 5, "operator"), null);
    }
  });

  test("counts the connections of unknown providers", async () => {
    const place = await makeTenant(store());
    await makeConnection(store(), place, { provider: "github" });
    await makeConnection(store(), place, { provider: "gone-shelf" });
    await makeConnection(store(), place, { provider: "gone-shelf" });
    await makeConnection(store(), place, { provider: "gone-tray" });
    const { id } = await makeConnection(store(), place, { provider: "gone-box" });
    await store().connections.disconnect(place.clientId, place.tenantId, id, 5, "operator");
    const others = await store().connections.countOfOtherProviders(["doppler", "github"]);
    assert.deepEqual(others, [
      { provider: "gone-shelf", count: 2 },
      { provider: "gone-tray", count: 1 },
    ]);
  });

  test("counts a provider's connections by listed origin", async () => {
    const place = await makeTenant(store());
    const prod = { provider: "hosted-shelf", listedOrigin: "prod https://shelf.internal" };
    await makeConnection(store(), place, prod);
    await makeConnection(store(), await makeTenant(store()), prod);
    await makeConnection(store(), place, { ...prod, listedOrigin: "dr https://shelf.dr.internal" });
    await makeConnection(store(), place, { ...prod, provider: "hosted-tray" });
    const { id } = await makeConnection(store(), place, prod);
    await store().connections.disconnect(place.clientId, place.tenantId, id, 5, "operator");
    assert.deepEqual(await store().connections.countByListedOrigin("hosted-shelf"), [
      { listedOrigin: "dr https://shelf.dr.internal", count: 1 },
      { listedOrigin: "prod https://shelf.internal", count: 2 },
    ]);
  });

  test("lists by provider and status, and continues after a row", async () => {
    const place = await makeTenant(store());
    const { clientId, tenantId } = place;
    const first = await makeConnection(store(), place, { createdAt: 1 });
    const second = await makeConnection(store(), place, { createdAt: 2, provider: "github" });
    const third = await makeConnection(store(), place, { createdAt: 3 });
    await makeConnection(store(), { clientId, tenantId: await addTenant(store(), clientId) }, { createdAt: 4 });
    const all = { provider: null, status: null, after: null, limit: 2 };
    assert.deepEqual(await store().connections.list(clientId, tenantId, all), { rows: [third, second], more: true });
    assert.deepEqual(await store().connections.list(clientId, tenantId, { ...all, after: second }), {
      rows: [first],
      more: false,
    });
    const github = await store().connections.list(clientId, tenantId, { ...all, provider: "github" });
    assert.deepEqual(github.rows, [second]);
    await store().connections.markNeedsReconnect(first.id, 1, 9, { by: "system" });
    const broken = await store().connections.list(clientId, tenantId, { ...all, status: "needs_reconnect" });
    assert.deepEqual(
      broken.rows.map((row) => row.id),
      [first.id],
    );
  });

  test("disconnecting destroys the credential and is final", async () => {
    const place = await makeTenant(store());
    const { clientId, tenantId } = place;
    const connection = await makeConnection(store(), place);
    const gone = { ...connection, status: "disconnected", updatedAt: 7000 };
    assert.deepEqual(await store().connections.disconnect(clientId, tenantId, connection.id, 7000, "operator"), gone);
    assert.deepEqual(await store().connections.disconnect(clientId, tenantId, connection.id, 8000, "operator"), gone);
    const found = await store().connections.findWithCredential(clientId, tenantId, connection.id);
    assert.deepEqual(found, { connection: gone, record: null });
    assert.equal(await store().connections.markNeedsReconnect(connection.id, 1, 9000, { by: "system" }), false);
    assert.deepEqual(await store().connections.recordTest(connection.id, 1, works, 9000, "operator"), gone);
  });

  test("disconnects many by client, tenant and provider", async () => {
    const place = await makeTenant(store());
    const kept = await makeConnection(store(), place, { provider: "github" });
    const ended = await makeConnection(store(), place);
    const filter = { clientId: place.clientId, tenantId: place.tenantId, provider: "doppler" };
    assert.equal(await store().connections.disconnectAll(filter, 5, "operator"), 1);
    assert.equal(await store().connections.disconnectAll(filter, 5, "operator"), 0);
    const find = (id: string) => store().connections.findWithCredential(place.clientId, place.tenantId, id);
    assert.equal((await find(ended.id))?.record, null);
    assert.deepEqual((await find(kept.id))?.record, record);
  });

  test("marks a connection for reconnecting only if its current credential was rejected", async () => {
    const place = await makeTenant(store());
    const connection = await makeConnection(store(), place, { credentialVersion: 3 });
    const status = async () => (await store().connections.find(place.clientId, place.tenantId, connection.id))?.status;
    assert.equal(await store().connections.markNeedsReconnect(connection.id, 2, 5, { by: "system" }), false);
    assert.equal(await status(), "active");
    assert.equal(await store().connections.markNeedsReconnect(connection.id, 3, 5, { by: "system" }), true);
    assert.equal(await store().connections.markNeedsReconnect(connection.id, 3, 5, { by: "system" }), false);
    assert.equal(await status(), "needs_reconnect");
  });

  test("a successful test reactivates the connection, a failed one doesn't, and an outdated one changes nothing", async () => {
    const place = await makeTenant(store());
    const connection = await makeConnection(store(), place);
    const active = await store().connections.recordTest(connection.id, 1, works, 5000, "operator");
    assert.deepEqual(active, { ...connection, lastTestedAt: 5000 });
    await store().connections.markNeedsReconnect(connection.id, 1, 6000, { by: "system" });
    const dead = await store().connections.recordTest(connection.id, 1, broken, 7000, "operator");
    assert.deepEqual(dead, { ...connection, status: "needs_reconnect", lastTestedAt: 7000, updatedAt: 6000 });
    assert.deepEqual(await store().connections.recordTest(connection.id, 0, works, 7500, "operator"), dead);
    const revived = await store().connections.recordTest(connection.id, 1, works, 8000, "operator");
    assert.deepEqual(revived, { ...connection, lastTestedAt: 8000, updatedAt: 8000 });
    assert.equal(await store().connections.recordTest("con_none", 1, works, 5, "operator"), null);
  });
}
