/** Statements that go to PostgreSQL together and are known by name: what a failure or a migration leaves of that. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { testDatabase } from "../../../../tools/postgres/index.ts";
import type { TestDatabase } from "../../../../tools/postgres/index.ts";
import { postgresContext } from "../../src/store/context.ts";
import { createExchange } from "../../src/store/postgres/exchange.ts";
import { openPostgresPool, postgresDialect, type WriterPool } from "../../src/store/postgres/open.ts";
import { createScopes } from "../../src/store/scope.ts";
import { prepared } from "../../src/store/statements/prepared.ts";
import type { Tables } from "../../src/store/tables.ts";

let database: TestDatabase | undefined;
let pool: WriterPool | undefined;
let admin: Client | undefined;
before(async () => {
  database = await testDatabase();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query("create table owners (owner_id text primary key, beats bigint not null)");
  await admin.query("create table things (id text primary key, bytes bytea, names text[], count int)");
  await admin.query("grant all on owners, things to public");
  pool = openPostgresPool(database.serverUrl, 1);
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

const insertOwner = prepared("owners.test-add", (queries, slot: { id: string }) =>
  queries.insertInto("owners").values({ owner_id: slot.id, beats: 1 }),
);
const findOwner = prepared("owners.test-find", (queries, slot: { id: string }) =>
  queries.selectFrom("owners").selectAll().where("owner_id", "=", slot.id),
);

/** One connection, through everything that the store's statements go through. */
function open() {
  const scopes = createScopes();
  const db = new Kysely<Tables>({ dialect: postgresDialect(given(pool), scopes) });
  return postgresContext({ db, scopes, nowMs: Date.now });
}

test("a prepared statement is parsed once a connection, and a failure of it costs nothing but itself", async () => {
  const { read, write } = open();
  const add = (id: string) => read("none", (queries) => insertOwner.changed(queries, { id }));
  await given(admin).query("insert into owners values ('there', 1)");
  // The first use of the name on this connection is one that fails.
  await assert.rejects(add("there"), { code: "23505" });
  for (const id of ["a", "b", "c"]) assert.equal(await add(id), 1);
  await assert.rejects(add("a"), { code: "23505" });
  assert.equal(await write("system", (queries) => insertOwner.changed(queries, { id: "d" })), 1);
  const found = await read("none", (queries) =>
    sql<{
      name: string;
      count: number;
    }>`select name, count(*)::int as count from pg_prepared_statements group by name`.execute(queries),
  );
  assert.equal(found.rows.find(({ name }) => name === "owners.test-add")?.count, 1);
});

test("a statement that was prepared before a migration gives the new columns, alone and in a transaction", async () => {
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

test("a server behind a pooler that does not know a name is told the statement again", async () => {
  const { read } = open();
  const find = () => read("none", (queries) => findOwner.first(queries, { id: "b" }));
  await find();
  await read("none", (queries) => sql`deallocate all`.execute(queries));
  assert.equal((await find())?.owner_id, "b");
});

test("what begins a transaction goes with its first statement, and nothing is sent for an empty one", async () => {
  const { write } = open();
  const sent: string[] = [];
  const client = await given(pool).connect();
  const { connection } = client as unknown as { connection: { sync(): void; query(text: string): void } };
  const { sync } = connection;
  connection.sync = () => {
    sent.push("sync");
    sync.call(connection);
  };
  client.release();
  try {
    await write({ client: "c" }, async (queries) => {
      const seen = await sql<{ v: string }>`select current_setting('svc.client_id', true) as v`.execute(queries);
      assert.deepEqual(seen.rows, [{ v: "c" }]);
    });
    assert.deepEqual(sent, ["sync", "sync"]);
    await write({ client: "c" }, () => Promise.resolve());
    assert.deepEqual(sent, ["sync", "sync"]);
  } finally {
    connection.sync = sync;
  }
});

test("values arrive as they were given", async () => {
  const client = await given(pool).connect();
  const exchange = createExchange(client, (oid) => (text) => (oid === 17 ? Buffer.from(text.slice(2), "hex") : text));
  const names = ['a"b', "c\\d", "e,f", "{g}", "NULL", "", "ü", 'h\n"i"\t\u0001\\', '"\u{1F600}"', '{"j":"k\\n"}'];
  const values = ["t1", Uint8Array.of(0, 255, 7), names, 7];
  try {
    const text = "insert into things values ($1, $2, $3, $4)";
    const [first] = await exchange([{ text, values, name: "things.insert" }]);
    assert.deepEqual(first, { command: "INSERT", rowCount: 1, rows: [] });
    await exchange([{ text, values: ["t2", null, null, null], name: "things.insert" }]);
    const read = { text: "select bytes, array_to_json(names) as names, count from things order by id", values: [] };
    for (const name of [undefined, "things.read", "things.read"]) {
      const [found] = await exchange([{ ...read, name }]);
      assert.deepEqual(found?.rows, [
        { bytes: Buffer.from([0, 255, 7]), names: JSON.stringify(names), count: "7" },
        { bytes: null, names: null, count: null },
      ]);
    }
    await exchange([{ text, values: ["t0", null, ['"\uD800'], null], name: "things.insert" }]);
    const [lone] = await exchange([
      { text: "select names[1] from things where id = 't0'", values: [], name: undefined },
    ]);
    assert.deepEqual(lone?.rows, [{ names: '"\uFFFD' }]);
    await exchange([{ text: "delete from things where id = 't0'", values: [], name: undefined }]);
    const bytes = "select array_to_json(array(select encode(one, 'hex') from unnest($1::bytea[]) as one)) as bytes";
    const lists = [[Uint8Array.of(0, 255, 7), Uint8Array.of(), null]];
    const [list] = await exchange([{ text: bytes, values: lists, name: undefined }]);
    assert.deepEqual(list?.rows, [{ bytes: '["00ff07","",null]' }]);
    await assert.rejects(exchange([{ text, values: ["t3", new Date(), null, null], name: undefined }]), TypeError);
    const failing = { text: "select 1/0", values: [], name: undefined };
    const rest = { text: "delete from things", values: [], name: undefined };
    await assert.rejects(exchange([failing, rest]), { code: "22012" });
    const [left] = await exchange([{ ...read, name: "things.read" }]);
    assert.equal(left?.rows.length, 2, "what stands behind a failure does not run");
  } finally {
    client.release();
  }
});
