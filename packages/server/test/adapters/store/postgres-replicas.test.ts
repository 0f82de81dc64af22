/** Two stores on one PostgreSQL: concurrent steps neither act twice nor deadlock. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../../tools/postgres/index.ts";
import { Client } from "pg";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { dayMs } from "../../../src/domain/clock/units.ts";
import { expiryOf } from "../../../src/domain/connections/expiry.ts";
import { expiryEvents } from "./expiry-cases.ts";
import { until } from "./poll.ts";
import {
  keyedExecution,
  makeConnectedTenant,
  makeConnection,
  makeSession,
  makeTenant,
  newId,
  record,
  sampleConnection,
} from "./samples.ts";
import { succeeded } from "./settlement-samples.ts";
import { testSeals } from "../../test-seals.ts";

let database: TestDatabase | undefined;
let stores: Store[] = [];
const url = () => database?.serverUrl ?? "";
const open = (databaseUrl: string) =>
  openStore({ seals: testSeals, url: databaseUrl, nowMs: Date.now, migrate: true, serve: true });
before(async () => {
  database = await testDatabase();
  stores = await Promise.all([open(url()), open(url())]);
});
after(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await database?.drop();
});

function replica(n: number): Store {
  const store = stores[n % stores.length];
  if (store === undefined) throw new Error("The stores are not open.");
  return store;
}

const dispatching = { at: 2000, settleAfter: 9000 };

test("lets one of fifty claims of a key at two replicas win, and dispatches it once", async () => {
  const place = await makeConnectedTenant(replica(0));
  const idempotencyKey = newId("idem");
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const { row, claim } = keyedExecution(place, { idempotencyKey });
      return replica(n).executions.claim(row, claim);
    }),
  );
  const [won, ...others] = results.flatMap((result) => (result.kind === "claimed" ? [result.row] : []));
  assert.equal(others.length, 0);
  assert.ok(won !== undefined);
  const wins = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      replica(n).executions.dispatch(won, { ownerId: "owner_a", fence: 0 }, dispatching),
    ),
  );
  assert.equal(wins.filter(Boolean).length, 1);
});

test("settlements and claims of the same keys at two replicas never deadlock", async () => {
  const place = await makeConnectedTenant(replica(0));
  const admin = new Client({ connectionString: database?.url ?? "" });
  await admin.connect();
  const deadlocks = async (): Promise<unknown> => {
    await admin.query("select pg_stat_clear_snapshot()");
    const { rows } = await admin.query("select deadlocks from pg_stat_database where datname = current_database()");
    return rows[0]?.deadlocks;
  };
  const before = await deadlocks();
  for (let round = 0; round < 20; round += 1) {
    const made = Array.from({ length: 60 }, () => keyedExecution(place));
    await Promise.all(made.map(({ row, claim }) => replica(0).executions.claim(row, claim)));
    const settling = made.map(({ row }) =>
      replica(0).executions.settle(row, { from: "accepted", ownerId: row.ownerId, fence: 0 }, succeeded),
    );
    const claiming = made.toReversed().map(({ claim }) => {
      const other = keyedExecution(place, { idempotencyKey: claim.key });
      return replica(1).executions.claim(other.row, other.claim);
    });
    assert.ok((await Promise.all(settling)).every(Boolean));
    assert.ok((await Promise.all(claiming)).every(({ kind }) => kind === "taken"));
  }
  // PostgreSQL updates the count within a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(await deadlocks(), before);
  await admin.end();
});

test("either dispatches or sweeps a record if both happen concurrently", async () => {
  const place = await makeConnectedTenant(replica(0));
  for (let round = 0; round < 20; round += 1) {
    const { row, claim } = keyedExecution(place, { ownerId: newId("owner") });
    await replica(0).executions.claim(row, claim);
    const [sent, swept] = await Promise.all([
      replica(0).executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching),
      replica(1).executions.sweep({ silent: [], limit: 10 }),
    ]);
    const now = await replica(0).executions.find(place.clientId, place.tenantId, row.id);
    if (swept.failed === 1) assert.deepEqual([sent, now?.status], [false, "failed"]);
    else assert.equal(sent, true);
    // Sent and then found by the same sweep, or by the next one.
    if (sent && swept.unknown === 0) await replica(1).executions.sweep({ silent: [], limit: 10 });
  }
});

test("a disconnect either waits for a concurrent dispatch or prevents it", async () => {
  for (let round = 0; round < 20; round += 1) {
    const place = await makeConnectedTenant(replica(0));
    const { row, claim } = keyedExecution(place);
    await replica(0).executions.claim(row, claim);
    const [sent, [status]] = await Promise.all([
      replica(0).executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching),
      replica(1)
        .connections.disconnect(place.clientId, place.tenantId, row.connectionId, 1500, "operator")
        .then(async () => {
          const now = await replica(1).executions.find(place.clientId, place.tenantId, row.id);
          return [now?.status];
        }),
    ]);
    assert.equal(status, sent ? "dispatched" : "accepted");
    await replica(0).executions.sweep({ silent: [], limit: 10 });
  }
});

test("a dispatch waits for an uncommitted disconnect, and a deletion for an uncommitted dispatch", async () => {
  const place = await makeConnectedTenant(replica(0));
  const { row, claim } = keyedExecution(place);
  await replica(0).executions.claim(row, claim);
  const other = new Client({ connectionString: database?.url ?? "" });
  await other.connect();
  const waits = () =>
    until(async () => (await other.query("select 1 from pg_locks where not granted")).rows.length > 0);
  await other.query("begin");
  await other.query("update connections set status = 'disconnected' where id = $1", [row.connectionId]);
  const refused = replica(0).executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching);
  await waits();
  await other.query("commit");
  assert.equal(await refused, false);
  await replica(0).executions.sweep({ silent: [], limit: 10 });

  const second = await makeConnectedTenant(replica(0));
  const held = keyedExecution(second);
  await replica(0).executions.claim(held.row, held.claim);
  await other.query("begin");
  await other.query("select 1 from connections where id = $1 for share", [held.row.connectionId]);
  const removing = replica(0).tenants.remove(second.clientId, second.tenantId, 2000, false, "operator");
  await waits();
  await other.query("update executions set status = 'dispatched' where id = $1", [held.row.id]);
  await other.query("commit");
  await other.end();
  assert.equal(await removing, "unresolved");
  assert.notEqual(await replica(0).tenants.find(second.clientId, second.tenantId), null);
  await replica(0).executions.sweep({ silent: [], limit: 10 });
});

test("no credential outlives a tenant that is deleted while its session completes", async () => {
  for (let round = 0; round < 20; round += 1) {
    const place = await makeTenant(replica(0));
    const id = await makeSession(replica(0), place, { status: "opened" });
    const connection = sampleConnection(place);
    const [done, removed] = await Promise.all([
      replica(0).connectSessions.complete(id, { connection, record, at: 2000 }, "end_user"),
      replica(1).tenants.remove(place.clientId, place.tenantId, 2000, false, "operator"),
    ]);
    assert.equal(removed, "removed");
    const found = await replica(0).connections.findWithCredential(place.clientId, place.tenantId, connection.id);
    if (done) assert.deepEqual([found?.connection.status, found?.record], ["disconnected", null]);
    else assert.equal(found, null);
  }
});

test("a completion waits for an uncommitted deletion, then finds the tenant gone", async () => {
  const place = await makeTenant(replica(0));
  const id = await makeSession(replica(0), place, { status: "opened" });
  const deletion = new Client({ connectionString: database?.url ?? "" });
  await deletion.connect();
  await deletion.query("begin");
  await deletion.query("update tenants set deleted_at = 1, deletion_marker = id where id = $1", [place.tenantId]);
  const connection = sampleConnection(place);
  const completing = replica(0).connectSessions.complete(id, { connection, record, at: 2000 }, "end_user");
  await until(async () => {
    const { rows } = await deletion.query("select 1 from pg_locks where not granted");
    return rows.length > 0;
  });
  await deletion.query("commit");
  await deletion.end();
  assert.equal(await completing, false);
  assert.equal(await replica(0).connections.find(place.clientId, place.tenantId, connection.id), null);
});

test("no key outlives a tenant that is deleted while the key is created", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { clientId, tenantId } = await makeTenant(replica(0));
    await Promise.all([
      replica(0).vault.createTenantKey({ tenantId, wrapped: record, rootKeyId: "a" }),
      replica(1).tenants.remove(clientId, tenantId, 2000, false, "operator"),
    ]);
    assert.equal(await replica(0).vault.tenantKey(tenantId), null);
  }
});

test("pruning skips locked rows, and removes them the next time", async () => {
  const place = await makeConnectedTenant(replica(0));
  const old = Array.from({ length: 5 }, () => keyedExecution(place, { createdAt: 10 }));
  for (const { row, claim } of old) {
    await replica(0).executions.claim(row, { ...claim, createdAt: 10 });
    await replica(0).executions.settle(row, { from: "accepted", ownerId: row.ownerId, fence: 0 }, succeeded);
  }
  const [held] = old;
  assert.ok(held !== undefined);
  const client = new Client({ connectionString: database?.url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select 1 from executions where id = $1 for update", [held.row.id]);
    await client.query("select 1 from idempotency_keys where client_id = $1 and key = $2 for update", [
      held.claim.clientId,
      held.claim.key,
    ]);
    const prune = async (n: number) => (await replica(n).executions.prune(20, 100, "")).count;
    const pruneKeys = (n: number) =>
      replica(n).idempotency.prune({ responsesBefore: 20, tombstonesBefore: 0, limit: 100 });
    assert.equal(
      (await Promise.all([prune(0), prune(1)])).reduce((sum, gone) => sum + gone, 0),
      4,
    );
    assert.equal(
      (await Promise.all([pruneKeys(0), pruneKeys(1)])).reduce((sum, gone) => sum + gone, 0),
      4,
    );
    await client.query("rollback");
    assert.deepEqual([await prune(1), await pruneKeys(1)], [1, 1]);
  } finally {
    await client.end();
  }
});

test("appends each notice of a credential's expiry once, however many replicas sweep concurrently", async () => {
  const place = await makeTenant(replica(0));
  const end = 1_800_000_000_000;
  const made = [];
  for (let n = 0; n < 20; n += 1) made.push(await makeConnection(replica(0), place, expiryOf(end)));
  for (const at of [end - 7 * dayMs, end - dayMs, end]) {
    await Promise.all(Array.from({ length: 8 }, (_, n) => replica(n).connections.sweepExpiry(at, 7)));
    while ((await replica(0).connections.sweepExpiry(at, 7)) > 0);
  }
  for (const connection of made) {
    const types = (await expiryEvents(replica(1), connection)).map(({ type }) => type);
    const notices = ["connection.expiring", "connection.expiring", "connection.needs_reconnect"];
    assert.deepEqual(types, ["connection.created", ...notices]);
  }
});
