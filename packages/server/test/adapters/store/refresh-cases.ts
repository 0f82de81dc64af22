/** Leases of credential refreshes: one holder, a growing fence, and conditions that a late writer fails. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectionRow, RefreshLease } from "../../../src/domain/connections/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { until } from "./poll.ts";
import { makeConnection, makeSession, makeTenant, newId, record, type Place } from "./samples.ts";

const renewedRecord = Uint8Array.of(9, 0, 9);
const renewed = { record: renewedRecord, grantedScopes: ["repo"], at: 7000 };
const longMs = 60_000;

type Setting = {
  place: Place;
  connection: ConnectionRow;
  take: (version?: number, leaseMs?: number) => Promise<RefreshLease | null>;
};

async function connect(store: Store): Promise<Setting> {
  const place = await makeTenant(store);
  const connection = await makeConnection(store, place, { authKind: "oauth2_authorization_code" });
  const at = { ...place, connectionId: connection.id };
  return {
    place,
    connection,
    async take(version = 1, leaseMs = longMs) {
      const holder = newId("owner");
      const taken = await store.credentialRefreshes.take(at, version, holder, leaseMs);
      const fence = taken?.fence ?? null;
      return fence === null ? null : { connectionId: connection.id, holder, fence };
    },
  };
}

function present<T>(value: T | null): T {
  assert.ok(value !== null);
  return value;
}

export function refreshCases(store: () => Store): void {
  const refreshes = () => store().credentialRefreshes;
  const read = async ({ place, connection }: Setting) =>
    present(await store().connections.findWithCredential(place.clientId, place.tenantId, connection.id));

  test("one caller takes the lease; the next gets it after it has expired, with a greater fence", async () => {
    const setting = await connect(store());
    const first = present(await setting.take());
    assert.equal(await setting.take(), null);
    await refreshes().release(first, true);
    const second = present(await setting.take(1, 30));
    assert.equal(second.fence, first.fence + 1);
    await until(async () => (await setting.take()) !== null);
  });

  test("treats an impossibly long lease as expired", async () => {
    const setting = await connect(store());
    const first = present(await setting.take(1, 730 * 86_400_000));
    assert.equal(present(await setting.take()).fence, first.fence + 1);
    assert.equal(await setting.take(), null);
  });

  test("grants the lease to one of twenty concurrent callers", async () => {
    const setting = await connect(store());
    for (let round = 0; round < 5; round += 1) {
      const taken = await Promise.all(Array.from({ length: 20 }, () => setting.take()));
      const leases = taken.filter((lease) => lease !== null);
      assert.equal(leases.length, 1);
      await refreshes().release(present(leases[0] ?? null), true);
    }
  });

  test("returns the current connection and record, even without the lease", async () => {
    const setting = await connect(store());
    const { place, connection } = setting;
    const at = { ...place, connectionId: connection.id };
    const taken = await refreshes().take(at, 1, newId("owner"), longMs);
    assert.deepEqual(taken, { connection, record, fence: 1, wasRequested: false });
    const held = await refreshes().take(at, 1, newId("owner"), longMs);
    assert.deepEqual(held, { connection, record, fence: null, wasRequested: false });
  });

  test("grants no lease for another version, or a foreign or missing connection", async () => {
    const setting = await connect(store());
    const { place, connection } = setting;
    assert.equal(await setting.take(2), null);
    const stranger = await makeTenant(store());
    const foreign = { ...stranger, connectionId: connection.id };
    assert.equal(await refreshes().take(foreign, 1, "h", longMs), null);
    assert.equal(await refreshes().take({ ...place, connectionId: "con_none" }, 1, "h", longMs), null);
    assert.ok((await setting.take()) !== null, "a refused attempt leaves no lease");
  });

  test("storing a refresh replaces version and record, and ends the lease", async () => {
    const setting = await connect(store());
    const lease = present(await setting.take());
    assert.equal(await refreshes().recordRequest(lease, 1, 6000, longMs), true);
    assert.equal(await refreshes().store(lease, 1, renewed), true);
    const { connection } = setting;
    const now = { ...connection, credentialVersion: 2, grantedScopes: ["repo"], updatedAt: 7000 };
    assert.deepEqual(await read(setting), { connection: now, record: renewedRecord });
    assert.equal(await refreshes().store(lease, 1, renewed), true, "a repeat recognizes its own write");
    assert.deepEqual(await read(setting), { connection: now, record: renewedRecord });
    const next = present(await setting.take(2));
    assert.equal(next.fence, lease.fence + 1);
  });

  test("a holder that slept past its lease can't ask, store, mark or release", async () => {
    const setting = await connect(store());
    const late = present(await setting.take(1, 0));
    const next = present(await setting.take());
    assert.equal(await refreshes().recordRequest(late, 1, 6000, longMs), false);
    assert.equal(await refreshes().store(late, 1, renewed), false);
    assert.equal(await refreshes().markNeedsReconnect(late, 1, 7000), false);
    await refreshes().release(late, true);
    assert.equal(await setting.take(), null, "the next holder keeps its lease");
    assert.deepEqual(await read(setting), { connection: setting.connection, record });
    assert.equal(await refreshes().store(next, 1, renewed), true);
    assert.equal(await refreshes().store(late, 1, { ...renewed, record: Uint8Array.of(1) }), false);
    assert.deepEqual((await read(setting)).record, renewedRecord);
  });

  test("only the next holder of the same version sees an unanswered request", async () => {
    const setting = await connect(store());
    const at = { ...setting.place, connectionId: setting.connection.id };
    const wasRequested = async (version: number) => {
      const holder = newId("owner");
      const taken = present(await refreshes().take(at, version, holder, longMs));
      const lease = { connectionId: at.connectionId, holder, fence: present(taken.fence) };
      return { wasRequested: taken.wasRequested, lease };
    };
    const first = await wasRequested(1);
    await refreshes().recordRequest(first.lease, 1, 6000, longMs);
    await refreshes().release(first.lease, false);
    const second = await wasRequested(1);
    assert.equal(second.wasRequested, true);
    await refreshes().release(second.lease, true);
    const third = await wasRequested(1);
    assert.equal(third.wasRequested, false);
    await refreshes().recordRequest(third.lease, 1, 6000, longMs);
    await refreshes().store(third.lease, 1, renewed);
    assert.equal((await wasRequested(2)).wasRequested, false);
  });

  test("asking extends the lease", async () => {
    const setting = await connect(store());
    const lease = present(await setting.take(1, 0));
    assert.equal(await refreshes().recordRequest(lease, 1, 6000, longMs), true);
    assert.equal(await setting.take(), null);
  });

  test("a disconnect during a refresh wins: nothing is stored, and no lease is granted", async () => {
    const setting = await connect(store());
    const { place, connection } = setting;
    const lease = present(await setting.take());
    await store().connections.disconnect(place.clientId, place.tenantId, connection.id, 6500, "operator");
    assert.equal(await refreshes().store(lease, 1, renewed), false);
    assert.equal(await refreshes().markNeedsReconnect(lease, 1, 7000), false);
    const found = await read(setting);
    assert.deepEqual(
      [found.connection.status, found.connection.credentialVersion, found.record],
      ["disconnected", 1, null],
    );
    await refreshes().release(lease, true);
    assert.equal(await setting.take(), null);
  });

  test("deletes a tenant despite a lease, and stores nothing afterwards", async () => {
    const setting = await connect(store());
    const { place } = setting;
    const lease = present(await setting.take());
    assert.equal(await store().tenants.remove(place.clientId, place.tenantId, 6500, false, "operator"), "removed");
    assert.equal(await refreshes().store(lease, 1, renewed), false);
    assert.equal((await read(setting)).record, null);
  });

  test("a reconnect during a refresh wins, and the refreshed credential is discarded", async () => {
    const setting = await connect(store());
    const { place, connection } = setting;
    const lease = present(await setting.take());
    const sessionId = await makeSession(store(), place, {
      status: "opened",
      reconnect: true,
      connectionId: connection.id,
    });
    const reconnected = { ...connection, credentialVersion: 2, updatedAt: 6500 };
    const fresh = { connection: reconnected, record: Uint8Array.of(5), at: 6500 };
    assert.equal(await store().connectSessions.complete(sessionId, fresh, "end_user"), true);
    assert.equal(await refreshes().store(lease, 1, renewed), false);
    assert.equal(await refreshes().markNeedsReconnect(lease, 1, 7000), false);
    assert.deepEqual(await read(setting), { connection: reconnected, record: Uint8Array.of(5) });
  });

  test("marks a rejected credential's version under the lease, and again if repeated", async () => {
    const setting = await connect(store());
    const lease = present(await setting.take());
    assert.equal(await refreshes().markNeedsReconnect(lease, 1, 7000), true);
    assert.equal(await refreshes().markNeedsReconnect(lease, 1, 8000), true);
    const { connection } = await read(setting);
    assert.deepEqual([connection.status, connection.updatedAt], ["needs_reconnect", 7000]);
    const next = present(await setting.take());
    assert.equal(await refreshes().store(next, 1, renewed), true);
    assert.equal((await read(setting)).connection.status, "needs_reconnect", "a test or a reconnect reactivates it");
  });

  test("ignores a rejection of a version that is being or was refreshed", async () => {
    const setting = await connect(store());
    const { id } = setting.connection;
    const refusal = async (version: number) => [
      await refreshes().isSuperseded(id, version),
      await store().connections.markNeedsReconnect(id, version, 7000, { by: "system" }),
    ];
    assert.equal(await refreshes().isSuperseded(id, 1), false);
    const held = present(await setting.take());
    assert.deepEqual(await refusal(1), [true, false], "a lease is held");
    await refreshes().recordRequest(held, 1, 6000, longMs);
    await refreshes().release(held, false);
    assert.deepEqual(await refusal(1), [true, false], "a request got no response");
    const next = present(await setting.take());
    await refreshes().recordRequest(next, 1, 6000, longMs);
    assert.equal(await refreshes().store(next, 1, renewed), true);
    assert.deepEqual(await refusal(1), [true, false], "another version is stored");
    assert.deepEqual(await refusal(2), [false, true], "no one refreshes the current one");
    assert.equal((await read(setting)).connection.status, "needs_reconnect");
    assert.equal(await refreshes().isSuperseded("con_none", 1), true);
  });
}
