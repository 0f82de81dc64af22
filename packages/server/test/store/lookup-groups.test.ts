/** Look-ups of a client that come while one is under way are one statement on PostgreSQL; nobody gets another's, or an old one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoreContext } from "../../src/store/context.ts";
import { createExecutionStore } from "../../src/store/executions/executions.ts";
import { openStore } from "../../src/store/open.ts";
import type { Scope } from "../../src/store/scope.ts";
import { addTenant, makeConnection, makeTenant } from "./samples.ts";
import { cuttingProxy } from "./testing/cutting-proxy.ts";
import { countReads, oneConnection } from "./testing/one-connection.ts";

const world = oneConnection();

/** Executions whose first exchange has its answer, and is answered when the test says so. */
function withHeldAnswer() {
  const { context } = world();
  const exchanges: Scope[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: read, resolve: isRead } = Promise.withResolvers<undefined>();
  const once: StoreContext["once"] = async (scope, work, run) => {
    const isFirst = exchanges.push(scope) === 1;
    try {
      return await context.once(scope, work, run);
    } finally {
      isRead(undefined);
      if (isFirst) await released;
    }
  };
  const { lookUp } = createExecutionStore({ ...context, once }, null);
  return { lookUp, exchanges, read, release: () => release(undefined) };
}

test("who asks while a look-up is under way gets one that began later, together with the others of that client", async () => {
  const { store } = world();
  const place = await makeTenant(store);
  const other = await makeTenant(store);
  const ids = [(await makeConnection(store, place)).id, (await makeConnection(store, place)).id] as const;
  const of = (connectionId: string) => ({ ...place, connectionId });
  const { lookUp, exchanges, read, release } = withHeldAnswer();
  const first = lookUp(of(ids[0]));
  await read;
  await store.connections.disconnect(place.clientId, place.tenantId, ids[0], 3000);
  const later = [ids[0], ids[1], ids[0]].map((id) => lookUp(of(id)));
  later.push(lookUp(of("con_\0")));
  assert.deepEqual(await lookUp({ ...other, connectionId: ids[1] }), { connection: null });
  release();
  const statuses = (await Promise.all([first, ...later])).map((found) => found?.connection?.connection.status);
  assert.deepEqual(statuses, ["active", "disconnected", "active", "disconnected", undefined]);
  assert.deepEqual(
    exchanges,
    [place, other, place].map(({ clientId }) => ({ client: clientId })),
  );
});

test("a look-up that cannot be answered fails alone", async () => {
  const { store, admin } = world();
  const place = await makeTenant(store);
  const [sound, unreadable] = [await makeConnection(store, place), await makeConnection(store, place)];
  await admin.query("update connections set granted_actions = 'no JSON' where id = $1", [unreadable.id]);
  const { lookUp, read, release } = withHeldAnswer();
  const asked = [sound, sound, unreadable, sound].map(({ id }) => lookUp({ ...place, connectionId: id }));
  const ends = Promise.allSettled(asked);
  await read;
  release();
  assert.deepEqual(
    (await ends).map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled"],
  );
});

test("where the connection that several hung on breaks, they are looked up on another", async () => {
  const { database, store } = world();
  const place = await makeTenant(store);
  const { id } = await makeConnection(store, place);
  const proxy = await cuttingProxy(database.serverUrl);
  const proxied = await openStore({ url: proxy.url, nowMs: Date.now, migrate: false, serve: false });
  try {
    proxy.loseAnswerTo("executions.places");
    const asked = [1, 2, 3].map(() => proxied.executions.lookUp({ ...place, connectionId: id }));
    const found = (await Promise.all(asked)).map((each) => each?.connection?.connection.id);
    assert.deepEqual([found, proxy.lost()], [[id, id, id], 1]);
  } finally {
    await proxied.close();
    await proxy.close();
  }
});

test("each place of a group is found by its indexes, however small the tables were when the statement was planned", async () => {
  const { store, admin, context } = world();
  const place = await makeTenant(store);
  const tenants = [place.tenantId, await addTenant(store, place.clientId)];
  await admin.query("analyze");
  const { lookUp, release } = withHeldAnswer();
  release();
  /** How often a table is read from end to end for look-ups that are asked for at once. */
  const scansOf = async (ids: readonly string[]): Promise<number> => {
    const scans = async (): Promise<number> => {
      await countReads({ context });
      const { rows } = await admin.query<{ scans: string }>(
        "select sum(seq_scan) as scans from pg_stat_user_tables " +
          "where relname in ('tenants', 'connections', 'credentials')",
      );
      return Number(rows[0]?.scans);
    };
    const before = await scans();
    const asked = ids.map((connectionId, n) => {
      const tenantId = tenants[n % tenants.length] ?? "";
      return lookUp({ ...place, tenantId, connectionId });
    });
    for (const found of await Promise.all(asked)) assert.deepEqual(found, { connection: null });
    return (await scans()) - before;
  };
  // Planned, and from now on who comes first waits for the others.
  await scansOf(["a", "b", "c", "d", "e"]);
  assert.equal(await scansOf(["a", "b", "c", "d", "e"]), 0);
});
