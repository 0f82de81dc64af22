/**
 * PostgreSQL servers that the store rejects because they can lose commits, are too old or are not in UTF-8, and its
 * warnings.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { sharedPostgres, startPostgres, testDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { StoreStartError } from "../../../src/adapters/store/errors.ts";
import { startOldPostgres } from "./testing/old-postgres.ts";
import { testSeals } from "../../test-seals.ts";

async function refusal(url: string): Promise<string> {
  const opening = openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: true }).then(
    async (store) => {
      await store.close();
      return null;
    },
  );
  const error = await opening.catch((caught: unknown) => caught);
  assert.ok(error instanceof StoreStartError, "it was accepted");
  assert.doesNotMatch(error.message, /\n/);
  const { password } = new URL(url);
  assert.ok(password.length > 0 && !error.message.includes(password));
  return error.message;
}

async function run(url: string, ...statements: readonly string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Nothing was created in a rejected database. */
async function assertUntouched(url: string): Promise<void> {
  const tables = "select table_name from information_schema.tables where table_schema = 'public'";
  assert.deepEqual(await run(url, tables), []);
}

for (const setting of ["fsync", "full_page_writes"]) {
  test(`rejects a PostgreSQL with ${setting} = off`, async () => {
    const server = await startPostgres({ [setting]: "off" });
    try {
      const url = await server.createDatabase();
      assert.equal(
        await refusal(url),
        `PostgreSQL runs with ${setting} = off and can lose committed data: turn it on and start again.`,
      );
      await assertUntouched(url);
    } finally {
      await server.stop();
    }
  });
}

for (const encoding of ["LATIN1", "SQL_ASCII"]) {
  test(`rejects a database in ${encoding}`, async () => {
    const adminUrl = await sharedPostgres();
    const name = `svc_test_${encoding.toLowerCase()}_${process.pid}`;
    await run(adminUrl, `create database ${name} template template0 encoding '${encoding}' locale 'C'`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    try {
      assert.equal(await refusal(url.href), `The database's encoding is ${encoding}: create one with UTF8.`);
      await assertUntouched(url.href);
    } finally {
      await run(adminUrl, `drop database ${name} with (force)`);
    }
  });
}

test("rejects a PostgreSQL older than 15 before anything else", async () => {
  const old = await startOldPostgres();
  try {
    assert.equal(await refusal(old.url), "PostgreSQL 14.11 is too old: use 15 or later.");
    // Every session's settings, whether it accepts writes, and what the server can lose.
    assert.equal(old.statements.length, 4);
    assert.match(old.statements[3] ?? "", /^select .* from pg_settings/);
  } finally {
    await old.close();
  }
});

for (const [version, expected] of [
  [
    "CockroachDB CCL v24.3.1 (x86_64-pc-linux-gnu, built 2024/12/11)",
    /^This database is CockroachDB, not PostgreSQL: it has/,
  ],
  ["PostgreSQL 15.2-YB-2.25.2.0-b0 on x86_64-pc-linux-gnu", /^This database is YugabyteDB, not PostgreSQL/],
  ["SomethingElse 1.0\n(x)", /^This database isn't PostgreSQL: it calls itself SomethingElse 1\.0\. Use/],
] as const) {
  test(`rejects ${version.slice(0, 24)} by name`, async () => {
    const other = await startOldPostgres({ version });
    try {
      assert.match(await refusal(other.url), expected);
    } finally {
      await other.close();
    }
  });
}

test("rejects tables that are distributed over several servers", async () => {
  const server = await startPostgres({ allow_system_table_mods: "on" });
  try {
    const url = await server.createDatabase();
    // Citus's own table, with the columns that tell which tables are distributed.
    await run(url, "create table pg_catalog.pg_dist_partition (logicalrelid regclass primary key, partmethod char)");
    const store = await openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: true });
    await store.close();
    await run(url, "insert into pg_catalog.pg_dist_partition values ('executions', 'h'), ('tenants', 'h')");
    assert.match(await refusal(url), /^2 of svc's tables are distributed \(Citus\): batches .* aren't atomic/);
  } finally {
    await server.stop();
  }
});

test("rejects a role that can't confirm commits in the log", async () => {
  const database = await testDatabase();
  try {
    const revoke =
      "do $$ declare f regprocedure; begin for f in select oid::regprocedure from pg_proc where proname = " +
      "'pg_logical_emit_message' loop execute format('revoke execute on function %s from public', f); end loop; end $$";
    await run(database.url, revoke);
    assert.match(await refusal(database.serverUrl), /^The database user may not call pg_logical_emit_message/);
  } finally {
    await database.drop();
  }
});

test("warns about a user that row-level security does not apply to", async () => {
  const database = await testDatabase();
  const warningsOf = async (url: string): Promise<readonly string[]> => {
    const store = await openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: false });
    await store.close();
    return store.warnings;
  };
  try {
    assert.deepEqual(await warningsOf(database.serverUrl), []);
    assert.match((await warningsOf(database.url)).join("\n"), /^The database user is a superuser or has BYPASSRLS/);
  } finally {
    await database.drop();
  }
});
