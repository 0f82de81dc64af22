/**
 * The database fails under a running server: no write is sent without its record, the log says why, and it still stops.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rename, stat } from "node:fs/promises";
import { test } from "node:test";
import { Client } from "pg";
import { assertProblem, until, type RunningServer } from "../../harness/index.ts";
import { ProviderLedger } from "../../harness/ledger.ts";
import { MultiServerFixture } from "../../harness/multi-server-fixture.ts";

const readiness = async ({ url }: RunningServer): Promise<number> => (await fetch(`${url}/readyz`)).status;

const linesWith = (server: RunningServer, words: string): number =>
  server
    .log()
    .split("\n")
    .filter((line) => line.includes(words)).length;

test("notices a moved database file within seconds, and sends nothing until it is back", async () => {
  const fixture = await MultiServerFixture.make("sqlite", {});
  try {
    const server = await fixture.start();
    const connected = await fixture.connectedAt(server);
    assert.equal((await connected.set("BEFORE", "before")).status, 200);
    const ledger = new ProviderLedger(fixture.provider);
    const path = fixture.home.databaseUrl.replace("sqlite:", "");
    await rename(path, `${path}.away`);
    const problem = assertProblem(await connected.set("LOST", "lost"), "OVERLOADED");
    assert.match(problem.detail ?? "", /no longer at its path/);
    await until(3000, "the server is not ready", async () => ((await readiness(server)) === 503 ? true : null));
    for (let n = 0; n < 5; n += 1) assertProblem(await connected.set(`LOST_${n}`, `lost-${n}`), "OVERLOADED");
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.equal(ledger.requests.length, 0);
    await server.untilLogged("writes fail:");
    assert.equal(linesWith(server, "writes fail: the database file is no longer at its path"), 1);
    assert.equal(linesWith(server, '"level":50'), 1, server.log());
    await rename(`${path}.away`, path);
    await until(10_000, "the server is ready again", async () => ((await readiness(server)) === 200 ? true : null));
    assert.equal((await connected.set("LOST", "lost")).status, 200);
    assert.equal(ledger.changes.length, 1);
  } finally {
    await fixture.dispose();
  }
});

test("answers 503 while the disk accepts no writes, and serves again within ten seconds", async () => {
  const fixture = await MultiServerFixture.make("sqlite", {});
  try {
    const server = await fixture.start();
    const connected = await fixture.connectedAt(server);
    const ledger = new ProviderLedger(fixture.provider);
    const log = `${fixture.home.databaseUrl.replace("sqlite:", "")}-wal`;
    const limit = (bytes: number | "unlimited") =>
      execFileSync("prlimit", ["--pid", String(server.pid), `--fsize=${bytes}:`]);
    limit((await stat(log)).size);
    for (let n = 0; n < 5; n += 1) assertProblem(await connected.set(`FULL_${n}`, `full-${n}`), "OVERLOADED");
    await until(3000, "the server is not ready", async () => ((await readiness(server)) === 503 ? true : null));
    assert.equal(ledger.changes.length, 0);
    limit("unlimited");
    await until(10_000, "the server is ready again", async () => ((await readiness(server)) === 200 ? true : null));
    for (let n = 0; n < 5; n += 1) assert.equal((await connected.set(`FULL_${n}`, `full-${n}`)).status, 200);
    assert.equal(ledger.changes.length, 5);
    assert.equal(linesWith(server, "INTERNAL"), 0);
  } finally {
    await fixture.dispose();
  }
});

test("stops with exit code 1 if the database rejects its last writes", { timeout: 60_000 }, async () => {
  const fixture = await MultiServerFixture.make("postgres", {});
  const admin = new Client({ connectionString: fixture.home.databaseUrl });
  try {
    const server = await fixture.start();
    await admin.connect();
    // The connections stay open.
    await admin.query("alter table owners rename to owners_away");
    assert.equal(await server.stop(), 1);
    assert.match(server.log(), /has stopped, but the database didn't accept its last writes/);
  } finally {
    await admin.end();
    await fixture.dispose();
  }
});

test("names a full disk of PostgreSQL in its log and by readiness, once, until there is room", async () => {
  const fixture = await MultiServerFixture.make("postgres", {});
  try {
    const server = await fixture.start();
    const connected = await fixture.connectedAt(server);
    assert.equal((await connected.set("BEFORE", "before")).status, 200);
    const ledger = new ProviderLedger(fixture.provider);
    const admin = new Client({ connectionString: fixture.home.databaseUrl });
    await admin.connect();
    // As on a full disk, new rows and new tables fail, and rows that exist can be changed.
    const full = "begin raise exception using errcode = '53100'; end";
    await admin.query(`create function no_row() returns trigger language plpgsql as $$ ${full} $$`);
    await admin.query(`create function no_table() returns event_trigger language plpgsql as $$ ${full} $$`);
    await admin.query("create trigger no_row before insert on executions execute function no_row()");
    await admin.query("create event trigger no_table on ddl_command_start execute function no_table()");
    for (const name of ["ONE", "TWO"]) {
      assert.match(assertProblem(await connected.set(name, "full"), "OVERLOADED").detail ?? "", /disk .* is full/);
    }
    await until(5000, "the server is not ready", async () => ((await readiness(server)) === 503 ? true : null));
    await server.untilLogged("writes fail:");
    assert.equal(linesWith(server, "writes fail: the disk that holds the database is full"), 1);
    await admin.query("drop event trigger no_table");
    await admin.query("drop trigger no_row on executions");
    await admin.end();
    await until(10_000, "the server is ready again", async () => ((await readiness(server)) === 200 ? true : null));
    await server.untilLogged("writes succeed again");
    assert.equal((await connected.set("AFTER", "after")).status, 200);
    assert.equal(ledger.changes.length, 1);
  } finally {
    await fixture.dispose();
  }
});
