/** How PostgreSQL finds the records of a step: by their ids, whatever else an index would offer. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { testDatabase } from "../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../tools/postgres/index.ts";
import type { ExecutionRow, ExecutionStore } from "../../src/executions/port.ts";
import { postgresContext } from "../../src/store/context.ts";
import type { StoreContext } from "../../src/store/context.ts";
import { createExecutionStore } from "../../src/store/executions.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { openPostgresPool, postgresDialect } from "../../src/store/postgres.ts";
import { createScopes } from "../../src/store/scope.ts";
import type { Tables } from "../../src/store/tables.ts";
import { keyedExecution, makeConnectedTenant, succeeded } from "./samples.ts";

type Opened = {
  database: TestDatabase;
  store: Store;
  admin: Client;
  db: Kysely<Tables>;
  context: StoreContext;
  executions: ExecutionStore;
};
let opened: Opened | undefined;
before(async () => {
  const database = await testDatabase();
  const store = await openStore({ url: database.serverUrl, nowMs: Date.now, migrate: true, serve: true });
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  const scopes = createScopes();
  // One connection, which can be told to tell what it has read.
  const db = new Kysely<Tables>({ dialect: postgresDialect(openPostgresPool(database.serverUrl, 1), scopes) });
  const context = postgresContext({ db, scopes });
  opened = { database, store, admin, db, context, executions: createExecutionStore(context) };
});
after(async () => {
  await opened?.db.destroy();
  await opened?.admin.end();
  await opened?.store.close();
  await opened?.database.drop();
});

function world(): Opened {
  assert.ok(opened !== undefined, "the test has not started");
  return opened;
}

/** How often each index of the records was read by the one connection. */
async function indexScans(): Promise<ReadonlyMap<string, number>> {
  const { context, admin } = world();
  await context.once("none", (queries) => sql`select pg_stat_force_next_flush()`.execute(queries));
  const { rows } = await admin.query<{ name: string; scans: string }>(
    "select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where relname = 'executions'",
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}

const steps: Readonly<Record<string, (row: ExecutionRow) => Promise<boolean>>> = {
  "a hand-over": (row) =>
    world().executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: 1, settleAfter: 1 }),
  "an end": (row) =>
    world().executions.settle(
      row,
      { from: "accepted", ownerId: row.ownerId, fence: 0 },
      { ...succeeded, freesKey: false },
    ),
};

for (const [name, take] of Object.entries(steps)) {
  for (const several of [1, 4]) {
    test(`${name} of ${several} at once reads no index but that of the ids, also where few records are known to be open`, async () => {
      const { store } = world();
      const place = await makeConnectedTenant(store);
      const made = Array.from({ length: several }, () => keyedExecution(place));
      for (const { row, claim } of made) assert.equal((await store.executions.claim(row, claim)).kind, "claimed");
      const earlier = await indexScans();
      const taken = await Promise.all(made.map(({ row }) => take(row)));
      assert.ok(taken.every(Boolean));
      const later = await indexScans();
      const read = [...later].filter(([index, scans]) => scans !== earlier.get(index)).map(([index]) => index);
      assert.deepEqual(read, ["executions_pkey"]);
    });
  }
}
