/** Statements that are compiled once: what a slot takes, and that nothing is built again. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Kysely } from "kysely";
import type { Queries } from "../../src/store/context.ts";
import { sqliteConnection } from "../../src/store/sqlite/dialect.ts";
import { prepared, preparedName, slotsFor } from "../../src/store/statements/prepared.ts";
import type { Tables } from "../../src/store/tables.ts";

/** A database with the one table that the tests write. */
function open(): Kysely<Tables> {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE owners (owner_id TEXT PRIMARY KEY, beats INTEGER NOT NULL) STRICT");
  return sqliteConnection<Tables>(database).db;
}

type Owner = { owner_id: string; beats: number };
let builds = 0;
const insert = prepared("owners.test-insert", (queries, slot: Owner) => {
  builds += 1;
  return queries.insertInto("owners").values(slotsFor(slot, ["owner_id", "beats"]));
});
const find = prepared("owners.test-find", (queries, slot: { owner: string; least: number; most: number }) =>
  queries
    .selectFrom("owners")
    .selectAll()
    .where("beats", ">=", slot.least)
    .where("beats", "<=", slot.most)
    .where((eb) => eb.or([eb("owner_id", "=", slot.owner), eb(eb.val(slot.owner), "=", "")]))
    .where("beats", "<>", 3)
    .orderBy("owner_id"),
);
const push = prepared("owners.test-push", (queries, slot: { by: number }) =>
  queries.updateTable("owners").set((eb) => ({ beats: eb("beats", "+", slot.by) })),
);

test("a statement is built once an engine, and each call brings its own values", async () => {
  const [db, other] = [open(), open()];
  for (const n of [1, 2, 3, 4]) assert.equal(await insert.changed(db, { owner_id: `o${n}`, beats: n }), 1);
  await db.transaction().execute((queries) => insert.all(queries, { owner_id: "o5", beats: 5 }));
  assert.equal(builds, 1);
  await insert.all(other, { owner_id: "elsewhere", beats: 1 });
  const own = await find.all(db, { owner: "", least: 2, most: 9 });
  assert.deepEqual(
    own.map(({ owner_id }) => owner_id),
    ["o2", "o4", "o5"],
  );
  assert.equal((await find.first(db, { owner: "o4", least: 0, most: 9 }))?.beats, 4);
  assert.equal(await find.first(db, { owner: "o4", least: 5, most: 9 }), undefined);
  assert.equal(await push.changed(db, { by: 10 }), 5);
  await Promise.all([db.destroy(), other.destroy()]);
});

test("who finds the connection taken waits for their turn, and who has it does not", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE owners (owner_id TEXT PRIMARY KEY, beats INTEGER NOT NULL) STRICT");
  const { db, held, turns } = sqliteConnection<Tables>(database);
  await turns.take();
  database.exec("BEGIN");
  const order: string[] = [];
  const waiting = find.all(db, { owner: "", least: 0, most: 9 }).then((rows) => order.push(`found ${rows.length}`));
  await insert.changed(held, { owner_id: "o1", beats: 1 });
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  database.exec("ROLLBACK");
  order.push("rolled back");
  turns.give();
  await waiting;
  assert.deepEqual(order, ["rolled back", "found 0"]);
  await db.destroy();
});

test("a value that is missing is told by its name and never becomes NULL", async () => {
  const db = open();
  const values = { owner_id: "o1", beats: undefined } as unknown as Owner;
  await assert.rejects(insert.all(db, values), /owners\.test-insert is given no beats/);
  await db.destroy();
});

test("the statement is known by its name from its text alone", async () => {
  const db = open();
  const query = (queries: Queries) => queries.selectFrom("owners").select("owner_id").where("owner_id", "=", "x");
  const one = prepared("owners.test-one", (queries, slot: { id: string }) =>
    queries.selectFrom("owners").select("owner_id").where("owner_id", "=", slot.id),
  );
  const { sql } = query(db).compile();
  assert.equal(preparedName(sql), undefined);
  await one.all(db, { id: "x" });
  assert.equal(preparedName(sql), "owners.test-one");
  await db.destroy();
});
