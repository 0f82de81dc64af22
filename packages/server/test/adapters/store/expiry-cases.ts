/** Expiring credentials: each notice once, then the connection needs reconnecting; and expiries that tests find. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "../../../src/domain/clock/units.ts";
import { expiryOf } from "../../../src/domain/connections/expiry.ts";
import type { ConnectionRow } from "../../../src/domain/connections/port.ts";
import type { EventRow } from "../../../src/domain/journal/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { verify } from "../../domain/journal/fixture.ts";
import { addConnection, makeConnection, makeTenant, type Place } from "./samples.ts";

const end = 1_800_000_000_000;

/** The events of a connection, oldest first. */
export async function expiryEvents(store: Store, { clientId, id }: Pick<ConnectionRow, "clientId" | "id">) {
  const { rows } = await store.events.list(clientId, { type: null, tenantId: null, afterSeq: 0, limit: 1000 });
  return rows.filter(({ type, data }) => type.startsWith("connection.") && data["connection_id"] === id);
}

const told = ({ type, data }: EventRow): string => `${type} ${data["daysBefore"] ?? data["status"]}`;

/** Registers the cases. */
export function expiryCases(store: () => Store): void {
  const sweep = (at: number, limit = 100) => store().connections.sweepExpiry(at, limit);
  /** A new tenant, with nothing due for any other one. */
  const begin = async (): Promise<Place> => {
    await sweep(end + 1000 * dayMs, 1000);
    return await makeTenant(store());
  };
  const find = async ({ clientId, tenantId, id }: ConnectionRow) =>
    (await store().connections.find(clientId, tenantId, id)) ?? assert.fail("no connection");
  const audited = async ({ clientId }: Place) => {
    const events = await store().audit.page(clientId, 0, 1000);
    return events.filter(({ type, data }) => type === "connection.expiring" || data["reason"] === "expired");
  };

  test("appends each notice once, then the connection needs reconnecting", async () => {
    const place = await begin();
    const connection = await makeConnection(store(), place, expiryOf(end));
    assert.deepEqual(await find(connection), connection);
    for (const at of [end - 8 * dayMs, end - 7 * dayMs, end - 7 * dayMs + 1, end - dayMs, end - 1]) {
      await sweep(at);
      await sweep(at);
    }
    assert.deepEqual(await find(connection), { ...connection, expiryDueAt: end });
    await sweep(end);
    await sweep(end + dayMs);
    const ended = { ...connection, status: "needs_reconnect", expiryDueAt: null, updatedAt: end };
    assert.deepEqual(await find(connection), ended);
    const events = await expiryEvents(store(), connection);
    assert.deepEqual(events.map(told), [
      "connection.created active",
      "connection.expiring 7",
      "connection.expiring 1",
      "connection.needs_reconnect needs_reconnect",
    ]);
    const expected = {
      connection_id: connection.id,
      provider: "doppler",
      status: "active",
      credentialExpiresAt: new Date(end).toISOString(),
      daysBefore: 7,
    };
    assert.deepEqual(events[1]?.data, expected);
    const trail = await audited(place);
    assert.deepEqual(
      trail.map(({ type, subject, actor, data }) => [type, subject, actor, data["daysBefore"]]),
      [
        ["connection.expiring", connection.id, "system", 7],
        ["connection.expiring", connection.id, "system", 1],
        ["connection.needs_reconnect", connection.id, "system", undefined],
      ],
    );
    assert.equal((await verify(store(), place.clientId)).ok, true);
  });

  test("appends only the last notice for a credential that expires within a day", async () => {
    const place = await begin();
    const connection = await makeConnection(store(), place, expiryOf(end));
    await sweep(end - dayMs / 2);
    await sweep(end - dayMs / 3);
    const events = await expiryEvents(store(), connection);
    assert.deepEqual(events.map(told).slice(1), ["connection.expiring 1"]);
  });

  test("leaves other connections alone: without an expiry, disconnected, or waiting for a reconnect", async () => {
    const place = await begin();
    const endless = await makeConnection(store(), place);
    const refused = await makeConnection(store(), place, expiryOf(end));
    await store().connections.markNeedsReconnect(refused.id, 1, 3000, { by: "system" });
    const gone = await makeConnection(store(), place, expiryOf(end));
    await store().connections.disconnect(place.clientId, place.tenantId, gone.id, 3000, "operator");
    assert.equal(await sweep(end + dayMs), 0);
    for (const connection of [endless, refused, gone]) {
      const types = (await expiryEvents(store(), connection)).map(({ type }) => type);
      assert.ok(!types.includes("connection.expiring"), types.join());
    }
    assert.deepEqual(await audited(place), []);
  });

  test("sweeps no more than its limit, and the rest next time", async () => {
    const place = await begin();
    for (let made = 0; made < 3; made += 1) await makeConnection(store(), place, expiryOf(end));
    assert.deepEqual([await sweep(end, 2), await sweep(end, 2), await sweep(end, 2)], [2, 1, 0]);
  });

  test("concurrent sweeps append each notice once", async () => {
    const place = await begin();
    const connection = await makeConnection(store(), place, expiryOf(end));
    const counts = await Promise.all(Array.from({ length: 10 }, () => sweep(end - dayMs)));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      1,
    );
    assert.equal((await expiryEvents(store(), connection)).length, 2);
    assert.equal((await audited(place)).length, 1);
  });

  test("a reconnect sets the new credential's expiry, with its own notices", async () => {
    const place = await begin();
    const connection = await makeConnection(store(), place, expiryOf(end));
    await sweep(end);
    const next = { ...connection, ...expiryOf(end + 30 * dayMs), credentialVersion: 2, updatedAt: 4000 };
    const session = { connectionId: connection.id, reconnect: true };
    await addConnection(store(), next, { session, at: 4000 });
    assert.deepEqual(await find(connection), next);
    await sweep(end + 23 * dayMs);
    assert.equal((await expiryEvents(store(), connection)).map(told).at(-1), "connection.expiring 7");
    const endless = { ...next, ...expiryOf(null), credentialVersion: 3 };
    await addConnection(store(), endless, { session, at: 4000 });
    assert.deepEqual(await find(connection), endless);
    assert.equal(await sweep(end + 100 * dayMs), 0);
  });

  test("a test records the expiry that it finds, but not for another version or a credential that doesn't work", async () => {
    const place = await begin();
    const connection = await makeConnection(store(), place, expiryOf(end));
    await sweep(end - dayMs / 2);
    const at = end - dayMs / 3;
    const test = (version: number, alive: { credentialExpiresAt: number } | null) =>
      store().connections.recordTest(
        connection.id,
        version,
        { alive, code: alive === null ? "PROVIDER_UNAUTHORIZED" : "" },
        at,
        "operator",
      );
    const noticed = { ...connection, expiryDueAt: end, lastTestedAt: at };
    assert.deepEqual(await test(1, { credentialExpiresAt: end }), noticed, "the same expiry");
    assert.deepEqual(await test(1, null), noticed);
    assert.deepEqual(await test(2, { credentialExpiresAt: end + 1 }), noticed);
    const renewedEnd = end + 32 * dayMs;
    const renewed = { ...noticed, ...expiryOf(renewedEnd), updatedAt: at };
    assert.deepEqual(await test(1, { credentialExpiresAt: renewedEnd }), renewed);
    assert.deepEqual(await find(connection), renewed);
    assert.equal(await sweep(end), 0, "the old expiry is past");
  });

  test("a renewed credential is active again after a test, with its remaining notices", async () => {
    const place = await begin();
    const connection = await makeConnection(store(), place, expiryOf(end));
    await sweep(end);
    const renewedEnd = end + 3 * dayMs;
    const renewed = await store().connections.recordTest(
      connection.id,
      1,
      { alive: { credentialExpiresAt: renewedEnd }, code: "" },
      end + 5,
      "operator",
    );
    const due = { credentialExpiresAt: renewedEnd, expiryDueAt: renewedEnd - dayMs };
    assert.deepEqual(renewed, { ...connection, ...due, lastTestedAt: end + 5, updatedAt: end + 5 });
    await sweep(renewedEnd - dayMs);
    assert.deepEqual((await expiryEvents(store(), connection)).map(told).slice(1), [
      "connection.needs_reconnect needs_reconnect",
      "connection.updated active",
      "connection.expiring 1",
    ]);
  });
}
