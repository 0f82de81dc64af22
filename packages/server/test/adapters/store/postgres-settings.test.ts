/** Settings of a role that would change what the store's statements mean: set by the store, or refused by name. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { testDatabase, type TestDatabase } from "../../../../../tools/postgres/index.ts";
import { StoreStartError } from "../../../src/adapters/store/errors.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { openPostgresPool, type SessionUser } from "../../../src/adapters/store/postgres/open.ts";
import { parserOf, parsers } from "../../../src/adapters/store/postgres/batch.ts";
import { testSeals } from "../../test-seals.ts";
import { oddSettings, poolerBefore, setForRole } from "./testing/odd-role.ts";

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.drop());

/** The settings of a new session. */
async function sessionOf(url: string, user: SessionUser): Promise<Record<string, string>> {
  const pool = openPostgresPool(url, 1, user);
  try {
    const client = await pool.writer();
    const { rows } = await client
      .query<{ name: string; value: string }>("select name, current_setting(name) as value from pg_settings")
      .finally(() => client.release());
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  } finally {
    await pool.end();
  }
}

async function refusalOf(url: string): Promise<string> {
  const opening = openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: true });
  const refused = await opening.then(
    (store) => store.close(),
    (error: unknown) => error,
  );
  assert.ok(refused instanceof StoreStartError, "it was accepted");
  assert.doesNotMatch(refused.message, /\n/);
  return refused.message;
}

/** Runs work while the role has settings. */
async function withSettings<T>(settings: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  await setForRole(database, settings);
  try {
    return await work();
  } finally {
    await admin(`alter role "${new URL(database.serverUrl).username}" reset all`);
  }
}

async function admin(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

for (const user of ["server", "command"] as const) {
  test(`a role's settings don't reach the sessions of a ${user}`, async () => {
    const usual = await sessionOf(database.serverUrl, user);
    const odd = await withSettings(oddSettings, () => sessionOf(database.serverUrl, user));
    for (const [name, value] of Object.entries(oddSettings)) {
      assert.notEqual(odd[name], value, name);
      assert.equal(odd[name], usual[name], name);
    }
  });
}

test("a command's statements have no time limit, and a server's have", async () => {
  const limits = async (user: SessionUser) => {
    const { statement_timeout, lock_timeout } = await sessionOf(database.serverUrl, user);
    return { statement_timeout, lock_timeout };
  };
  assert.deepEqual(await limits("command"), { statement_timeout: "0", lock_timeout: "9s" });
  assert.deepEqual(await limits("server"), { statement_timeout: "10s", lock_timeout: "9s" });
});

test("stays in the schema of its first session", async () => {
  const pool = openPostgresPool(database.serverUrl, 2, "server");
  try {
    const first = await pool.writer();
    await admin("create schema beside", `grant usage on schema beside to public`);
    const paths = await withSettings({ search_path: "beside" }, async () => {
      const second = await pool.writer();
      const { rows } = await second.query<{ schema: string }>("select current_schema()::text as schema");
      second.release();
      return rows;
    });
    first.release();
    assert.deepEqual(paths, [{ schema: "public" }]);
  } finally {
    await pool.end();
  }
});

test("refuses a search_path without a schema, and a role whose triggers don't run", async () => {
  const path = await withSettings({ search_path: "absent" }, () => refusalOf(database.serverUrl));
  assert.match(path, /^No schema in PostgreSQL's search_path exists/);
  const triggers = await withSettings({ session_replication_role: "replica" }, () => refusalOf(database.serverUrl));
  assert.match(
    triggers,
    /sessions with session_replication_role = replica, which only a superuser can change: set it to/,
  );
});

test("behind a pooler, refuses by name what it can't set, and sets nothing", async () => {
  const pooler = await poolerBefore(database.serverUrl);
  try {
    for (const [name, value] of [
      ["row_security", "off"],
      ["default_transaction_isolation", "serializable"],
      ["transform_null_equals", "on"],
    ] as const) {
      const refused = await withSettings({ [name]: value }, () => refusalOf(pooler.url));
      assert.match(
        refused,
        new RegExp(`sessions with ${name} = ${value}, and svc can't set it behind a pooler: set it to`),
      );
    }
    const { bytea_output, TimeZone } = await withSettings(
      { bytea_output: "escape", TimeZone: "Asia/Kathmandu" },
      async () => {
        const store = await openStore({
          seals: testSeals,
          url: pooler.url,
          nowMs: Date.now,
          migrate: true,
          serve: true,
        });
        await store.close();
        return await sessionOf(pooler.url, "server");
      },
    );
    assert.deepEqual([bytea_output, TimeZone], ["escape", "Asia/Kathmandu"]);
  } finally {
    await pooler.close();
  }
});

test("reads bytes in both of PostgreSQL's forms, which can change at any time", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_one, at) => at);
  const client = new Client({ connectionString: database.serverUrl, types: parsers });
  await client.connect();
  try {
    for (const form of ["escape", "hex"]) {
      await client.query(`set bytea_output = '${form}'`);
      const { rows } = await client.query<{ bytes: Uint8Array }>("select $1::bytea as bytes", [Buffer.from(bytes)]);
      assert.deepEqual(rows, [{ bytes }], form);
    }
  } finally {
    await client.end();
  }
  assert.deepEqual(parserOf(17)("\\x00ff"), Uint8Array.of(0, 255));
});
