/** The tests' PostgreSQL: durable settings, separate databases, and nothing left when its starter dies. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { postgresBinaries } from "./binaries.ts";
import { startPostgres, testDatabase } from "./index.ts";

interface Orphan {
  readonly url: string;
  readonly postmasterPid: number;
  readonly supervisorPid: number;
  readonly folder: string;
}

async function rows(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    // A dead process whose parent hasn't collected its exit status still has an id, and "Z" as its state.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    if (process.platform === "linux") return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!holds()) {
    assert.ok(Date.now() < deadline, `not within 20 s: ${what}`);
    await delay(20);
  }
}

test("each test database is empty, separate from the others, and gone after drop", async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  assert.notEqual(one.url, two.url);
  await rows(one.url, "CREATE TABLE t (id int)");
  await assert.rejects(rows(two.url, "SELECT * FROM t"), /relation "t" does not exist/);

  const open = new Client({ connectionString: one.url });
  open.on("error", () => undefined);
  await open.connect();
  await one.drop();
  await one.drop();
  await two.drop();
  await assert.rejects(rows(one.url, "SELECT 1"), /does not exist/);
  await open.end();
});

test("the server keeps committed data through a SIGKILL, and stop leaves nothing", async (context) => {
  const { SVC_TEST_DATABASE_URL: given } = process.env;
  delete process.env["SVC_TEST_DATABASE_URL"];
  context.after(() => {
    if (given !== undefined) process.env["SVC_TEST_DATABASE_URL"] = given;
  });
  const server = await startPostgres();
  const url = await server.createDatabase("kept");
  const settings = await rows(
    url,
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync','full_page_writes','synchronous_commit') ORDER BY 1",
  );
  assert.deepEqual(
    settings,
    ["fsync", "full_page_writes", "synchronous_commit"].map((name) => ({ name, setting: "on" })),
  );
  await rows(url, "CREATE TABLE t AS SELECT 7 AS id");

  const killed = server.postmasterPid();
  await server.kill9();
  assert.equal(isAlive(killed), false);
  await assert.rejects(rows(url, "SELECT 1"), { code: "ECONNREFUSED" });
  await server.restart();
  assert.deepEqual(await rows(url, "SELECT id FROM t"), [{ id: 7 }]);

  const last = server.postmasterPid();
  assert.notEqual(last, killed);
  await server.stop();
  assert.equal(isAlive(last), false);
  assert.equal(existsSync(server.folder ?? ""), false);
  await server.stop();
});

for (const signal of ["SIGKILL", "SIGTERM", undefined] as const) {
  test(`a starter that ends by ${signal ?? "itself"} leaves no server and no data`, async () => {
    const { SVC_TEST_DATABASE_URL: _given, ...env } = process.env;
    const starter = fork(fileURLToPath(new URL("testing/starter.ts", import.meta.url)), { env, execArgv: [] });
    const [orphan] = (await once(starter, "message")) as [Orphan];
    assert.deepEqual(await rows(orphan.url, "SELECT 1 AS one"), [{ one: 1 }]);
    assert.ok(isAlive(orphan.postmasterPid) && isAlive(orphan.supervisorPid) && existsSync(orphan.folder));

    const exit = once(starter, "exit");
    if (signal === undefined) starter.disconnect();
    else starter.kill(signal);
    await exit;
    await until("the postmaster exits", () => !isAlive(orphan.postmasterPid));
    await until("the supervisor exits", () => !isAlive(orphan.supervisorPid));
    assert.equal(existsSync(orphan.folder), false);
  });
}

test("uses a named external server, and drops only our databases", async () => {
  const outer = await testDatabase();
  const before = process.env["SVC_TEST_DATABASE_URL"];
  process.env["SVC_TEST_DATABASE_URL"] = outer.url;
  try {
    const server = await startPostgres();
    assert.equal(server.url, outer.url);
    const made = await server.createDatabase();
    assert.deepEqual(await rows(made, "SELECT 1 AS one"), [{ one: 1 }]);
    await assert.rejects(server.kill9(), /external server/);
    await server.stop();
    await assert.rejects(rows(made, "SELECT 1"), /does not exist/);
    assert.deepEqual(await rows(outer.url, "SELECT 1 AS one"), [{ one: 1 }]);

    process.env["SVC_TEST_DATABASE_URL"] = "postgres://nobody@127.0.0.1:1/none";
    await assert.rejects(startPostgres(), { code: "ECONNREFUSED" });
  } finally {
    if (before === undefined) delete process.env["SVC_TEST_DATABASE_URL"];
    else process.env["SVC_TEST_DATABASE_URL"] = before;
    await outer.drop();
  }
});

test("copies the programs once, even for concurrent calls", async () => {
  const homes = await Promise.all([postgresBinaries(), postgresBinaries(), postgresBinaries()]);
  assert.equal(new Set(homes).size, 1);
  assert.ok(existsSync(`${homes[0]}/bin/postgres`));
});
