/** Prepared statements and batches on PostgreSQL, after failures and migrations. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../../tools/postgres/index.ts";
import { postgresContext } from "../../../src/adapters/store/context.ts";
import { postgresDialect, createPreparedNames } from "../../../src/adapters/store/postgres/dialect.ts";
import { openPostgresPool, type WriterPool } from "../../../src/adapters/store/postgres/open.ts";
import { createScopes } from "../../../src/adapters/store/work.ts";
import { changedBy, runAll, statement } from "../../../src/adapters/store/statements/statement.ts";
import type { Tables } from "../../../src/adapters/store/tables.ts";
import { testSeals } from "../../test-seals.ts";

let database: TestDatabase | undefined;
let pool: WriterPool | undefined;
let admin: Client | undefined;
before(async () => {
  database = await testDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query("create table owners (owner_id text primary key, beats bigint not null)");
  await admin.query("create table things (id text primary key, bytes bytea, count int)");
  await admin.query("grant all on owners, things to public");
  pool = openPostgresPool(database.serverUrl, 1, "server");
});
after(async () => {
  await pool?.end();
  await admin?.end();
  await database?.drop();
});

function given<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined, "the test has not started");
  return value;
}

const insertOwner = statement<{ id: string }>("owners.test-add", "insert into owners values (:id, 1)");
const findOwner = statement<{ id: string }, object>("owners.test-find", "select * from owners where owner_id = :id");
const addThing = statement<Record<"id" | "bytes" | "count", unknown>>(
  "things.test-add",
  "insert into things values (:id, :bytes, :count)",
);

const countOwners = statement<{ id: string }, { count: number }>(
  "owners.test-count",
  "select count(*)::int as count from owners where owner_id = :id",
);

/** A single connection with the store's whole stack. */
function open() {
  const scopes = createScopes();
  const names = createPreparedNames();
  const db = new Kysely<Tables>({ dialect: postgresDialect(given(pool), scopes, names) });
  return { ...postgresContext({ seals: testSeals, db, scopes, nowMs: Date.now }), names };
}

test("parses a statement once per connection, even if its first use fails", async () => {
  const { read, write } = open();
  const add = (id: string) => write("none", (queries) => insertOwner.changed(queries, { id }), { oneRoundTrip: true });
  await given(admin).query("insert into owners values ('there', 1)");
  // The first use of the name on this connection fails.
  await assert.rejects(add("there"), { code: "23505" });
  for (const id of ["a", "b", "c"]) assert.equal(await add(id), 1);
  await assert.rejects(add("a"), { code: "23505" });
  assert.equal(await write("system", (queries) => insertOwner.changed(queries, { id: "d" })), 1);
  const found = await read("none", (queries) =>
    sql<{ name: string; count: number }>`select name, count(*)::int as count from pg_prepared_statements
      group by name`.execute(queries),
  );
  assert.equal(found.rows.find(({ name }) => name === "owners.test-add")?.count, 1);
});

test("a statement prepared before a migration returns the new columns, alone and in a transaction", async () => {
  const { read, write } = open();
  const find = () => read("none", (queries) => findOwner.first(queries, { id: "a" }));
  const findInTransaction = () =>
    write("none", async (queries) => {
      await sql`select 1`.execute(queries);
      return await findOwner.first(queries, { id: "a" });
    });
  assert.deepEqual(await find(), { owner_id: "a", beats: 1 });
  await given(admin).query("alter table owners add column more text not null default 'x'");
  assert.deepEqual(await find(), { owner_id: "a", beats: 1, more: "x" });
  await given(admin).query("alter table owners add column most text not null default 'y'");
  assert.deepEqual(await findInTransaction(), { owner_id: "a", beats: 1, more: "x", most: "y" });
});

test("stops preparing statements behind a pooler that loses them, and says so once", async () => {
  const losses = [
    // The pooler switched to a server that doesn't know the statement, or to one that has the name already.
    { code: "26000", loss: "deallocate all" },
    { code: "42P05", loss: `prepare "owners.test-count" as select 1` },
  ];
  for (const { code, loss } of losses) {
    const { read, write, names } = open();
    const notices: string[] = [];
    names.listen(({ message }) => notices.push(message));
    const find = () => read("none", (queries) => findOwner.first(queries, { id: "b" }));
    await find();
    assert.deepEqual(notices, []);
    await read("none", (queries) => sql.raw(loss).execute(queries));
    assert.deepEqual(await read("none", (queries) => countOwners.first(queries, { id: "b" })), { count: 1 });
    assert.deepEqual(await find(), { owner_id: "b", beats: 1, more: "x", most: "y" });
    await read("none", (queries) => sql`deallocate all`.execute(queries));
    assert.equal(await write({ client: "c" }, (queries) => insertOwner.changed(queries, { id: code })), 1);
    const prepared = await read("none", (queries) => sql`select name from pg_prepared_statements`.execute(queries));
    assert.deepEqual(prepared.rows, []);
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? "", new RegExp(`pooler.*\\(${code}\\).*set max_prepared_statements = 200`));
  }
});

/** Counts the round trips that work makes on the single connection. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  const client = await given(pool).connect();
  const { connection } = client as unknown as { connection: { sync(): void; query(text: string): void } };
  const { sync, query } = connection;
  let trips = 0;
  connection.sync = () => {
    trips += 1;
    sync.call(connection);
  };
  connection.query = (text) => {
    trips += 1;
    query.call(connection, text);
  };
  client.release();
  try {
    await work();
    return trips;
  } finally {
    Object.assign(connection, { sync, query });
  }
}

test("sends begin with the first statement, and nothing for an empty transaction", async () => {
  const { write } = open();
  const trips = await roundTrips(() =>
    write({ client: "c" }, async (queries) => {
      const seen = await sql<{ v: string }>`select current_setting('svc.client_id', true) as v`.execute(queries);
      assert.deepEqual(seen.rows, [{ v: "c" }]);
    }),
  );
  assert.equal(trips, 2, "the second is the commit");
  assert.equal(await roundTrips(() => write({ client: "c" }, () => Promise.resolve())), 0);
});

test("a batch is one transaction and one round trip, and one failure undoes it", async () => {
  const { write } = open();
  const add = (ids: readonly string[]) =>
    write(
      "none",
      (queries) =>
        runAll(
          queries,
          ids.map((id) => insertOwner.with({ id })),
        ),
      { oneRoundTrip: true },
    );
  assert.equal(await roundTrips(() => add(["x1", "x2"])), 1);
  await assert.rejects(add(["x3", "x1", "x4"]), { code: "23505" });
  const { rows } = await given(admin).query("select owner_id from owners where owner_id like 'x%' order by owner_id");
  assert.deepEqual(rows, [{ owner_id: "x1" }, { owner_id: "x2" }]);
});

test("values arrive unchanged", async () => {
  const { write } = open();
  await write("none", async (queries) => {
    const bytes = Uint8Array.of(0, 255, 7);
    assert.equal(await addThing.changed(queries, { id: 'a"b\\ü\n\u{1F600}', bytes, count: 7 }), 1);
    const nothing = addThing.with({ id: "", bytes: null, count: null });
    assert.deepEqual((await runAll(queries, [nothing])).map(changedBy), [1]);
    const { rows } = await sql`select * from things order by id`.execute(queries);
    assert.deepEqual(rows, [
      { id: "", bytes: null, count: null },
      { id: 'a"b\\ü\n\u{1F600}', bytes, count: 7 },
    ]);
  });
});

test("throws a TypeError for a missing value", async () => {
  const { write } = open();
  const lacking = addThing.with({ id: "y", bytes: null, count: undefined });
  await assert.rejects(
    write("none", (queries) => runAll(queries, [insertOwner.with({ id: "y" }), lacking])),
    TypeError,
  );
  const { rowCount } = await given(admin).query("select 1 from owners where owner_id = 'y'");
  assert.equal(rowCount, 0, "nothing was sent");
});

test("rolls back a failed transaction and keeps its session", async () => {
  const { read, write } = open();
  await assert.rejects(
    write("none", async (queries) => {
      await insertOwner.changed(queries, { id: "z" });
      await sql`select 1 / 0`.execute(queries);
    }),
    { code: "22012" },
  );
  assert.equal(await read("none", (queries) => findOwner.first(queries, { id: "z" })), undefined);
});

test("a batch that can't be sent whole has no effect", async () => {
  const { write } = open();
  const other = statement<object>("owners.test-add", "delete from owners");
  await assert.rejects(
    write("none", (queries) => runAll(queries, [insertOwner.with({ id: "w" }), other.with({})]), {
      oneRoundTrip: true,
    }),
  );
  const { rows } = await given(admin).query(
    "select count(*)::int as count, count(*) filter (where owner_id = 'w')::int as w from owners",
  );
  assert.deepEqual([rows[0].count > 0, rows[0].w], [true, 0]);
});

test("the statements after a failure in a batch are prepared by the next batch", async () => {
  const { read, write } = open();
  const session = async (): Promise<unknown> =>
    (await read("none", (queries) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queries))).rows[0]
      ?.pid;
  const before = await session();
  const late = statement<{ id: string }>("owners.test-late", "delete from owners where owner_id = :id");
  const run = (id: string) =>
    write("none", (queries) => runAll(queries, [insertOwner.with({ id }), late.with({ id })]), { oneRoundTrip: true });
  await given(admin).query("insert into owners values ('v', 1)");
  await assert.rejects(run("v"), { code: "23505" });
  assert.deepEqual((await run("u")).map(changedBy), [1, 1]);
  assert.equal(await session(), before, "without a new session");
});
