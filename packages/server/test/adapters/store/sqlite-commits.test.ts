/** Shared commits: concurrent work shares one, learns its result after it, and doesn't fail because of others. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import type { Queries } from "../../../src/adapters/store/work.ts";
import { createCommits } from "../../../src/adapters/store/sqlite/commits.ts";
import type { RunCommitted } from "../../../src/adapters/store/work.ts";
import { sqliteConnection } from "../../../src/adapters/store/sqlite/dialect.ts";
import { watchFiles } from "../../../src/adapters/store/sqlite/files.ts";
import { createHealth } from "../../../src/adapters/store/sqlite/health.ts";
import { openSqlite } from "../../../src/adapters/store/sqlite/open.ts";
import type { Tables } from "../../../src/adapters/store/tables.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-commits-"));
});
after(() => rm(folder, { recursive: true }));

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Opened = {
  commits: RunCommitted;
  seen: string[];
  durability: string[];
  numbers: () => number[];
  close(): Promise<void>;
};

/** A database with one table. `seen` has its transaction statements, `durability` how each commit was made. */
function open(name: string): Opened {
  const database = openSqlite(join(folder, name));
  database.exec("CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT");
  const seen: string[] = [];
  const durability: string[] = [];
  const levels = ["off", "normal", "full"];
  const connection = sqliteConnection<Tables>(database);
  const { db, statements } = connection;
  const { run, execute } = statements;
  const see = (text: string): void => {
    const [word = ""] = text.split(" ");
    seen.push(word.toLowerCase());
    // A statement outside a transaction is its own transaction.
    const commits = word === "COMMIT" || (word === "insert" && !database.isTransaction);
    if (commits) durability.push(levels[level()] ?? "");
  };
  statements.run = (text) => {
    see(text);
    run(text);
  };
  statements.execute = (text, parameters) => {
    see(text);
    return execute(text, parameters);
  };
  const level = (): number => Number(database.prepare("PRAGMA synchronous").get()?.["synchronous"]);
  const other = new DatabaseSync(join(folder, name));
  return {
    // On a busy machine a turn can take longer than a batch waits, so this clock never moves.
    commits: createCommits(connection, createHealth(database, watchFiles(join(folder, name))), {
      nextTurn: turn,
      monotonicMs: () => 0,
    }),
    seen,
    durability,
    numbers: () =>
      other
        .prepare("SELECT n FROM numbers ORDER BY n")
        .all()
        .map((row) => Number(row["n"])),
    async close() {
      other.close();
      await db.destroy();
    },
  };
}

const add =
  (n: number) =>
  async (queries: Queries): Promise<number> => {
    await sql`insert into numbers (n) values (${n})`.execute(queries);
    return n;
  };

test("work of one turn shares a commit and gets its results after it", async () => {
  const { commits, seen, numbers, close } = open("shared");
  const told = [1, 2, 3].map((n) => commits(add(n)).then((result) => [result, numbers()] as const));
  for (const [index, one] of told.entries()) assert.deepEqual(await one, [index + 1, [1, 2, 3]]);
  assert.equal(seen.filter((word) => word === "commit").length, 1);
  assert.deepEqual(
    seen,
    ["begin", "insert", "insert", "insert", "commit"],
    "without a failure, no savepoint is needed",
  );
  assert.equal(await commits(add(4)), 4);
  assert.deepEqual(seen.slice(-3), ["begin", "insert", "commit"]);
  await close();
});

test("work of the next turn joins the batch, which waits for only a few turns", async () => {
  const { commits, seen, close } = open("turns");
  const soon = turn().then(() => commits(add(2)));
  const later = turn()
    .then(turn)
    .then(() => commits(add(3)));
  await Promise.all([commits(add(1)), soon, later]);
  assert.deepEqual(seen, ["begin", "insert", "insert", "insert", "commit"]);
  const told: number[] = [];
  const all: Promise<unknown>[] = [];
  const ask = () => all.push(commits(add(100 + all.length)).then((n) => told.push(n)));
  ask();
  while (told.length === 0 && all.length < 60) {
    ask();
    await turn();
  }
  await Promise.all(all);
  assert.ok(all.length < 20, `the first waited while ${all.length} arrived`);
  await close();
});

test("failed work leaves nothing behind and doesn't fail other work", async () => {
  const { commits, seen, numbers, close } = open("failing");
  const failure = new Error("on purpose");
  const failing = async (queries: Queries): Promise<never> => {
    await add(20)(queries);
    throw failure;
  };
  const results = await Promise.allSettled([commits(add(1)), commits(failing), commits(add(1)), commits(add(3))]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "rejected", "rejected", "fulfilled"],
  );
  assert.equal((results[1] as PromiseRejectedResult).reason, failure);
  assert.equal((results[2] as PromiseRejectedResult).reason.errcode & 0xff, 19);
  assert.deepEqual(numbers(), [1, 3]);
  assert.equal(seen.filter((word) => word === "savepoint").length, 4, "each has its own, once one has failed");
  seen.length = 0;
  await assert.rejects(commits(failing), failure);
  assert.deepEqual(seen, ["begin", "insert", "rollback"], "alone it runs once");
  assert.deepEqual(numbers(), [1, 3]);
  await close();
});

test("a failure that ends the transaction only fails its own work", async () => {
  const { commits, numbers, close } = open("whole");
  const ending = async (queries: Queries): Promise<never> => {
    // Like SQLite when the disk is full.
    await sql`rollback`.execute(queries);
    throw new Error("the disk is full");
  };
  const results = await Promise.allSettled([commits(add(1)), commits(ending), commits(add(2))]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(numbers(), [1, 2]);
  await close();
});

test("a commit waits for the disk unless all of its work is async", async () => {
  const { commits, durability, close } = open("light");
  await commits(add(1), { durability: "async" });
  await commits(add(2));
  await Promise.all([commits(add(3), { durability: "async" }), commits(add(4))]);
  await Promise.all([commits(add(5), { durability: "async" }), commits(add(6), { durability: "async" })]);
  await assert.rejects(commits(add(6), { durability: "async" }));
  await commits(add(7));
  assert.deepEqual(durability, ["normal", "full", "full", "normal", "full"]);
  await close();
});
