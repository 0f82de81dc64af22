/** Providers' events on PostgreSQL: two replicas that get one delivery, and a commit whose response is lost. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { testDatabase, type TestDatabase } from "../../../../../tools/postgres/index.ts";
import { Client } from "pg";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { listening, pushesOf, samplePush } from "./provider-event-cases.ts";
import { until } from "./poll.ts";
import { makeConnection, makeTenant } from "./samples.ts";
import { cuttingProxy } from "./testing/cutting-proxy.ts";
import { testSeals } from "../../test-seals.ts";

let database: TestDatabase;
let stores: [Store, Store];
const open = (url: string) => openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: true });
before(async () => {
  database = await testDatabase();
  stores = [await open(database.serverUrl), await open(database.serverUrl)];
});
after(async () => {
  for (const store of stores) await store.close();
  await database.drop();
});

test("two replicas that get the same deliveries at once record each event once", async () => {
  const [one, other] = stores;
  const place = await makeTenant(one);
  const connections = [await makeConnection(one, place, listening), await makeConnection(one, place, listening)];
  const events = Array.from({ length: 100 }, (_, index) => `e-${String(index)}`).flatMap((id) =>
    connections.map((connection) => samplePush(connection, id)),
  );
  const results = await Promise.all([
    ...events.map((event) => one.providerEvents.record(event)),
    ...events.toReversed().map((event) => other.providerEvents.record(event)),
  ]);
  assert.equal(results.filter((result) => result === "recorded").length, events.length);
  assert.equal(results.filter((result) => result === "known").length, events.length);
  const seen = (await pushesOf(one, place.clientId)).map(
    ({ data }) => `${data["connection_id"]} ${data["providerEventId"]}`,
  );
  assert.equal(seen.length, events.length);
  assert.equal(new Set(seen).size, events.length);
});

test("waits for a disconnect that hasn't committed yet, and then records nothing", async () => {
  const [store] = stores;
  const place = await makeTenant(store);
  const connection = await makeConnection(store, place, listening);
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  try {
    await admin.query("begin");
    await admin.query("update connections set status = 'disconnected' where id = $1", [connection.id]);
    const recorded = store.providerEvents.record(samplePush(connection, "e-1"));
    const waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await Promise.race([recorded, until(async () => ((await admin.query(waits)).rowCount ?? 0) > 0)]);
    await admin.query("commit");
    assert.equal(await recorded, "disconnected");
  } finally {
    await admin.end();
  }
});

test("records an event once if the response to its commit is lost", async () => {
  const proxy = await cuttingProxy(database.serverUrl);
  const store = await open(proxy.url);
  try {
    const place = await makeTenant(store);
    const connection = await makeConnection(store, place, listening);
    proxy.loseResponseTo("commit");
    await store.providerEvents.record(samplePush(connection, "e-1"));
    assert.equal(proxy.lost(), 1);
    assert.equal(await store.providerEvents.record(samplePush(connection, "e-1")), "known");
    assert.equal((await pushesOf(store, place.clientId)).length, 1);
  } finally {
    await store.close();
    await proxy.close();
  }
});
