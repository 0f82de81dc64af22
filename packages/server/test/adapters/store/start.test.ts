/** Start errors on both engines: one line that says how to fix it, and never a password. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { checksumOf, readMigrations } from "../../../src/adapters/store/migrations.ts";
import type { Migration } from "../../../src/adapters/store/migrations.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { StoreOptions } from "../../../src/adapters/store/open.ts";
import { makeTenant } from "./samples.ts";
import { testSeals } from "../../test-seals.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-start-"));
});
after(() => rm(folder, { recursive: true }));

const open = (url: string, change: Partial<StoreOptions> = {}) =>
  openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: false, ...change });

async function refusal(url: string, change: Partial<StoreOptions> = {}): Promise<string> {
  let message = "";
  await assert.rejects(
    async () => {
      await (await open(url, change)).close();
    },
    (error: Error) => {
      assert.equal(error.name, "StoreStartError");
      message = error.message;
      return true;
    },
  );
  assert.ok(!message.includes("\n"));
  return message;
}

type Made = { url: string; drop: () => Promise<void> };

const engines: Readonly<Record<"sqlite" | "postgres", () => Promise<Made>>> = {
  sqlite: async () => ({ url: `sqlite:${await mkdtemp(join(folder, "db-"))}/svc.sqlite`, drop: async () => undefined }),
  postgres: testDatabase,
};

const extra: Migration = {
  number: 9999,
  name: "extra",
  checksum: "c9999",
  text: "CREATE TABLE extra (id BIGINT);\nCREATE INDEX extra_id ON extra (id);\n",
};

for (const name of ["sqlite", "postgres"] as const) {
  const make = engines[name];
  const withExtra = [...readMigrations(name), extra];
  describe(`${name}: migrations`, () => {
    test("are applied once, and later ones added", async () => {
      const { url, drop } = await make();
      await (await open(url)).close();
      const store = await open(url, { migrations: withExtra });
      await makeTenant(store);
      await store.close();
      assert.match(await refusal(url), /migration 9999 \(extra\), which is newer than this program/);
      await drop();
    });

    test("are rejected if altered", async () => {
      const { url, drop } = await make();
      await (await open(url)).close();
      const altered = readMigrations(name).map((migration) => ({ ...migration, checksum: "other" }));
      assert.match(await refusal(url, { migrations: altered }), /Migration 1 \(initial\) was changed/);
      await drop();
    });

    test("are an error if pending and not allowed", async () => {
      const { url, drop } = await make();
      assert.match(
        await refusal(url, { migrate: false }),
        /has [1-9]\d* pending migration\(s\): run svc-server migrate/,
      );
      await (await open(url)).close();
      await (await open(url, { migrate: false })).close();
      await drop();
    });

    test("aren't applied to an empty database that must not be created", async () => {
      const { url, drop } = await make();
      assert.match(await refusal(url, { create: false }), /There is no database at|The database is empty/);
      assert.match(
        await refusal(url, { create: false, migrate: false }),
        /There is no database at|The database is empty/,
      );
      await (await open(url)).close();
      await (await open(url, { create: false, migrations: withExtra })).close();
      await drop();
    });

    test("leave nothing behind if one fails", async () => {
      const { url, drop } = await make();
      const broken = { ...extra, text: `${extra.text}CREATE TABLE extra (id BIGINT);\n` };
      assert.match(await refusal(url, { migrations: [...readMigrations(name), broken] }), /can't be prepared/);
      await (await open(url, { migrations: withExtra })).close();
      await drop();
    });
  });
}

test("applies migrations once if many programs start concurrently on PostgreSQL", async () => {
  const database = await testDatabase();
  const stores = await Promise.all(Array.from({ length: 5 }, () => open(database.url)));
  for (const store of stores) await store.ping();
  await Promise.all(stores.map((store) => store.close()));
  await database.drop();
});

test("rejects other URLs", async () => {
  assert.equal(await refusal("mysql://u:secret@h/d"), "SVC_DATABASE_URL must be sqlite:<path> or postgres://….");
  assert.match(await refusal("sqlite:"), /must name a file/);
});

test("rejects a file that isn't a database and leaves it alone", async () => {
  const path = join(folder, "text.sqlite");
  await writeFile(path, "This is not a database. ".repeat(100));
  assert.match(await refusal(`sqlite:${path}`), /text\.sqlite isn't a SQLite database/);
});

test("creates no file without permission to create a database, and treats an empty one as missing", async () => {
  const path = join(folder, "absent", "svc.sqlite");
  const expected = `There is no database at ${path}: check SVC_DATABASE_URL, or create one with svc-server serve or svc-server migrate.`;
  assert.equal(await refusal(`sqlite:${path}`, { create: false }), expected);
  assert.equal(existsSync(join(folder, "absent")), false);
  const empty = join(folder, "empty.sqlite");
  await writeFile(empty, "");
  assert.match(await refusal(`sqlite:${empty}`, { create: false }), /^There is no database at/);
  assert.equal((await stat(empty)).size, 0);
});

test("rejects a path that can't be opened", async () => {
  const path = join(folder, "a-file");
  await writeFile(path, "");
  assert.match(await refusal(`sqlite:${path}/svc.sqlite`), /can't be opened \(\w+\): this user must be able/);
  assert.match(await refusal(`sqlite:${folder}`), /can't be opened \(EISDIR\)/);
  const nowhere = await refusal("sqlite:/proc/nowhere/svc.sqlite");
  assert.match(nowhere, /\(ENOENT\): its folder doesn't exist and can't be created; correct SVC_DATABASE_URL\.$/);
});

test("names an unavailable PostgreSQL without the password", async () => {
  const gone = await refusal("postgres://svc:topsecret@127.0.0.1:1/db?sslmode=disable");
  assert.equal(gone, "PostgreSQL at 127.0.0.1:1: it can't be reached (ECONNREFUSED). Check SVC_DATABASE_URL.");
  const database = await testDatabase();
  const wrong = new URL(database.url);
  wrong.pathname = "/no_such_database";
  const password = wrong.password;
  const message = await refusal(wrong.href);
  assert.match(message, /it has no such database \(3D000\)/);
  assert.ok(!message.includes(password));
  wrong.password = "topsecret";
  assert.match(await refusal(wrong.href), /it rejects the user or password \(28P01\)/);
  await database.drop();
});

test("rejects a PostgreSQL that commits before writing", async () => {
  const database = await testDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = off`);
  await client.end();
  assert.match(await refusal(database.url), /synchronous_commit = off and can lose committed data/);
  await database.drop();
});

test("a comment or white space doesn't change a migration's checksum, and anything else does", () => {
  const text = "-- Of tenants.\nCREATE TABLE a (\n  b TEXT DEFAULT '-- no ''comment''', -- why\n  c TEXT);\n";
  const same = "/* Other\nwords. */ CREATE TABLE a(b TEXT DEFAULT '-- no ''comment''',c TEXT);";
  assert.equal(checksumOf(same), checksumOf(text));
  for (const other of [
    text.replace("no ''c", "no  ''c"),
    text.replace("c TEXT", "c TEXT NOT NULL"),
    text.replace("TABLE a", "TABLE aa"),
    text.replace("-- why\n", "-- why "),
  ])
    assert.notEqual(checksumOf(other), checksumOf(text), other);
  for (const engine of ["sqlite", "postgres"] as const)
    for (const { text: file, checksum } of readMigrations(engine))
      assert.equal(checksumOf(`-- Moved.\n${file}`), checksum);
});
