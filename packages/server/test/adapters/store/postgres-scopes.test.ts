/** Row-level security on PostgreSQL: what a statement sees without its condition or without a scope. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Kysely } from "kysely";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../../tools/postgres/index.ts";
import { postgresContext } from "../../../src/adapters/store/context.ts";
import type { StoreContext } from "../../../src/adapters/store/context.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { postgresDialect } from "../../../src/adapters/store/postgres/dialect.ts";
import { openPostgresPool } from "../../../src/adapters/store/postgres/open.ts";
import { createScopes } from "../../../src/adapters/store/work.ts";
import type { Tables } from "../../../src/adapters/store/tables.ts";
import { makeBelongings, type Belongings } from "./belongings.ts";
import * as samples from "./samples.ts";
import { testSeals } from "../../test-seals.ts";

/** Tables without clients' data. Every other table must have row-level security. */
const shared = [
  "deployment",
  "hashing_keys",
  "key_checks",
  "owners",
  "restores",
  "schema_migrations",
  "database_fence",
  "service_clock",
  "uncounted_spans",
  "wrapped_root_keys",
];

/** Tables of the deployment, whose rows only the `system` scope sees. */
const ofOperators = [
  "agent_assertions",
  "agent_hosts",
  "described_providers",
  "event_secret_windows",
  "event_secrets",
  "oauth_apps",
  "operator_logout_tokens",
  "operator_people",
  "operator_person_sessions",
  "operator_sessions",
  "operator_sign_ins",
  "operator_tokens",
];

let database: TestDatabase | undefined;
let store: Store | undefined;
let admin: Client | undefined;
/** Runs statements like the server's, without the store's conditions. */
let context: StoreContext | undefined;
let db: Kysely<Tables> | undefined;
let clients: readonly Belongings[] = [];

before(async () => {
  database = await testDatabase();
  store = await openStore({ seals: testSeals, url: database.serverUrl, nowMs: Date.now, migrate: true, serve: true });
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  const scopes = createScopes();
  db = new Kysely<Tables>({ dialect: postgresDialect(openPostgresPool(database.serverUrl, 3, "server"), scopes) });
  context = postgresContext({ seals: testSeals, db, scopes, nowMs: Date.now });
  clients = [await makeBelongings(store, admin), await makeBelongings(store, admin)];
});
after(async () => {
  await db?.destroy();
  await admin?.end();
  await store?.close();
  await database?.drop();
});

function given<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined, "the test has not started");
  return value;
}

async function tableNames(): Promise<string[]> {
  const { rows } = await given(admin).query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Runs as the server's user, on a separate connection. */
async function asServer<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: given(database).serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How many rows of each table a connection sees. */
async function counts(client: Client, tables: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    found[table] = rows[0]?.count ?? -1;
  }
  return found;
}

async function ownTables(): Promise<string[]> {
  return (await tableNames()).filter((name) => !shared.includes(name));
}

test("forces row-level security, with one policy for everything, on all tables but the shared ones", async () => {
  const { rows } = await given(admin).query<{ name: string; on: boolean; forced: boolean; policies: number }>(
    `select relname as name, relrowsecurity as on, relforcerowsecurity as forced,
      (select count(*)::int from pg_policy where polrelid = c.oid and polcmd = '*') as policies
    from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  );
  for (const { name, on, forced, policies } of rows) {
    if (shared.includes(name)) continue;
    assert.deepEqual({ name, on, forced, policies }, { name, on: true, forced: true, policies: 1 });
  }
  assert.ok(rows.length - shared.length >= 14);
});

test("applies row-level security to the server's user", async () => {
  const { rows } = await asServer((client) =>
    client.query("select rolsuper, rolbypassrls from pg_roles where rolname = current_user"),
  );
  assert.deepEqual(rows, [{ rolsuper: false, rolbypassrls: false }]);
});

test("shows, changes and deletes no row of these tables without a scope", async () => {
  const tables = await ownTables();
  const all = await counts(given(admin), tables);
  for (const [table, count] of Object.entries(all)) assert.ok(count >= 2, `${table} has rows of both clients`);
  await asServer(async (client) => {
    assert.deepEqual(await counts(client, tables), Object.fromEntries(tables.map((name) => [name, 0])));
    for (const table of tables) {
      assert.equal((await client.query(`delete from ${table}`)).rowCount, 0, table);
    }
  });
  assert.deepEqual(await counts(given(admin), tables), all);
});

test("shows a client's rows, half of all, in its scope, and all rows in the system's", async () => {
  const tables = await ownTables();
  const all = await counts(given(admin), tables);
  // The deployment's own chain has no client.
  const { rows: own } = await given(admin).query<{ events: string }>(
    "select count(*) as events from journal where client_id = ''",
  );
  const ofDeployment: Readonly<Record<string, number>> = { journal_heads: 1, journal: Number(own[0]?.events) };
  await asServer(async (client) => {
    for (const { client: id } of clients) {
      await client.query("begin");
      await client.query("select set_config('svc.client_id', $1, true)", [id]);
      for (const [table, count] of Object.entries(await counts(client, tables))) {
        const ofClients = (all[table] ?? 0) - (ofDeployment[table] ?? 0);
        assert.equal(count * 2, ofOperators.includes(table) ? 0 : ofClients, table);
      }
      const { rows } = await client.query<{ client_id: string }>(
        "select client_id from executions union select client_id from tenants union select client_id from journal",
      );
      assert.deepEqual(rows, [{ client_id: id }]);
      await client.query("commit");
    }
    // The setting is now '' and not unset. '' is also the client of the deployment's events.
    assert.deepEqual(await counts(client, tables), Object.fromEntries(tables.map((name) => [name, 0])));
    await client.query("begin");
    await client.query("select set_config('svc.system', 'on', true)");
    assert.deepEqual(await counts(client, tables), all);
    await client.query("rollback");
    assert.equal((await counts(client, ["tenants"]))["tenants"], 0);
  });
});

test("shows one subject and its rows in a subject's scope", async () => {
  const seenBy: Readonly<Record<string, readonly string[]>> = {
    tenant: ["tenants", "tenant_keys"],
    connection: ["connections", "credentials", "credential_refreshes"],
    session: ["connect_sessions", "oauth_flows"],
    flow: ["oauth_flows"],
    execution: ["executions", "idempotency_keys", "execution_looks"],
  };
  const tables = await ownTables();
  const [mine] = clients;
  await asServer(async (client) => {
    for (const [kind, seen] of Object.entries(seenBy)) {
      await client.query("begin");
      await client.query("select set_config('svc.subject_id', $1, true)", [given(mine)[kind as keyof Belongings]]);
      const expected = Object.fromEntries(tables.map((name) => [name, seen.includes(name) ? 1 : 0]));
      assert.deepEqual(await counts(client, tables), expected, kind);
      await client.query("commit");
    }
  });
});

test("statements without their condition don't reach another client's rows", async () => {
  const [mine, other] = clients.map(({ client }) => client);
  const scope = { client: given(mine) };
  const owners = async (): Promise<unknown> =>
    (await given(admin).query("select id, client_id, display_name from tenants order by id")).rows;
  const before = await owners();
  const { read, write } = given(context);
  const seen = await read(scope, (queries) => queries.selectFrom("connections").select("client_id").execute());
  assert.deepEqual(seen, [{ client_id: mine }]);
  const joined = await read(scope, (queries) =>
    queries.selectFrom(["credentials", "tenants"]).select(["tenants.client_id", "credentials.connection_id"]).execute(),
  );
  assert.deepEqual(joined, [{ client_id: mine, connection_id: given(clients[0]).connection }]);
  await write(scope, async (queries) => {
    await queries.updateTable("tenants").set({ display_name: "forgotten" }).execute();
    const { numDeletedRows } = await queries.deleteFrom("pending_completions").executeTakeFirstOrThrow();
    assert.equal(numDeletedRows, 1n);
    assert.equal((await queries.selectFrom("executions").select("id").execute()).length, 1);
  });
  const { rows } = await given(admin).query("select client_id from tenants where display_name = 'forgotten'");
  assert.deepEqual(rows, [{ client_id: mine }]);
  assert.notDeepEqual(await owners(), before);
  const left = await given(admin).query(
    "select client_id from pending_completions join connect_sessions on id = session_id",
  );
  assert.deepEqual(left.rows, [{ client_id: other }]);
  const noScope = await read("none", (queries) => queries.selectFrom("tenants").selectAll().execute());
  assert.deepEqual(noScope, []);
});

test("rejects a row of another client in a client's scope", async () => {
  const [mine, other] = clients.map(({ client }) => given(client));
  const { display_name, created_at } = { display_name: "smuggled", created_at: 1 };
  const row = { id: samples.newId("ten"), client_id: given(other), external_id: "x", display_name, created_at };
  await assert.rejects(
    given(context).read({ client: given(mine) }, (queries) =>
      queries
        .insertInto("tenants")
        .values({ ...row, deletion_marker: "", deleted_at: null, seal: "" })
        .execute(),
    ),
    { name: "StoreError", code: "42501" },
  );
  const change = given(context).read({ client: given(mine) }, (queries) =>
    queries
      .updateTable("tenants")
      .set({ client_id: given(other) })
      .execute(),
  );
  await assert.rejects(change, { name: "StoreError", code: "42501" });
});

test("keeps scopes apart when many share a few connections, even after failures", async () => {
  const { read, write } = given(context);
  const one = async (index: number): Promise<void> => {
    const { client } = given(clients[index % 2]);
    const run = index % 3 === 0 ? write : read;
    if (index % 5 === 0) {
      const failing = run({ client }, (queries) =>
        queries
          .updateTable("tenants")
          .set({ created_at: -(2 ** 80) })
          .execute(),
      );
      await assert.rejects(failing, { name: "StoreError" });
    }
    const rows = await run({ client }, (queries) => queries.selectFrom("executions").select("client_id").execute());
    assert.deepEqual(rows, [{ client_id: client }]);
    const none = await read("none", (queries) => queries.selectFrom("executions").select("client_id").execute());
    assert.deepEqual(none, []);
  };
  await Promise.all(Array.from({ length: 120 }, (_one, index) => one(index)));
});
