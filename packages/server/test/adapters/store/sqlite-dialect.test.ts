/** The SQLite dialect: turns and transactions. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { type Kysely, sql } from "kysely";
import { sqliteConnection } from "../../../src/adapters/store/sqlite/dialect.ts";

type Numbers = { numbers: { n: number } };

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-dialect-"));
});
after(() => rm(folder, { recursive: true }));

/** A database with one table. The same name opens a second connection to it. */
async function open(name: string): Promise<Kysely<Numbers>> {
  const database = new DatabaseSync(join(folder, name), { timeout: 0 });
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS numbers (n INTEGER NOT NULL) STRICT");
  return sqliteConnection<Numbers>(database).db;
}

const add = (db: Kysely<Numbers>, n: number) => db.insertInto("numbers").values({ n }).execute();

async function all(db: Kysely<Numbers>): Promise<number[]> {
  return (await db.selectFrom("numbers").select("n").orderBy("n").execute()).map((row) => row.n);
}

test("a transaction that has only read holds the write lock", async () => {
  const [ours, theirs] = [await open("held"), await open("held")];
  await ours.transaction().execute(async (queries) => {
    assert.deepEqual(await all(queries), []);
    await assert.rejects(add(theirs, 1), { errcode: 5 });
    await add(queries, 2);
  });
  assert.deepEqual(await all(theirs), [2]);
  await Promise.all([ours.destroy(), theirs.destroy()]);
});

test("runs transactions one at a time, first come, first served", async () => {
  const db = await open("turns");
  const order: string[] = [];
  const started: Promise<void>[] = [];
  const transaction = (n: number): Promise<void> =>
    db.transaction().execute(async (queries) => {
      order.push(`in ${n}`);
      // Requests a turn while it runs, so after those that already wait.
      if (n === 1) started.push(transaction(5));
      await add(queries, n);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`out ${n}`);
    });
  for (const n of [0, 1, 2, 3, 4]) started.push(transaction(n));
  const reading = all(db);
  while (started.length > 0) await started.shift();
  assert.deepEqual(
    order,
    [0, 1, 2, 3, 4, 5].flatMap((n) => [`in ${n}`, `out ${n}`]),
  );
  assert.deepEqual(await reading, [0, 1, 2, 3, 4]);
  await db.destroy();
});

test("rolls back a transaction that throws, and runs the next one", async () => {
  const db = await open("thrown");
  const failure = new Error("on purpose");
  const failed = db.transaction().execute(async (queries) => {
    await add(queries, 1);
    throw failure;
  });
  await assert.rejects(failed, failure);
  await db.transaction().execute((queries) => add(queries, 2));
  assert.deepEqual(await all(db), [2]);
  await db.destroy();
});

test("runs more different statements than it keeps prepared", async () => {
  const db = await open("many");
  for (let n = 0; n < 600; n += 1) {
    const { rows } = await sql<{ n: number }>`select ${sql.lit(n % 300)} as n`.execute(db);
    assert.equal(rows[0]?.n, n % 300);
  }
  await db.destroy();
});
