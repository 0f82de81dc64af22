/** Rows that grant something and were changed by another program: none is accepted, on either engine. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, beforeEach, describe, test } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { sealedTables, type SealedTable } from "../../../src/adapters/store/sealed-rows.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { testSeals } from "../../test-seals.ts";
import { sealedSamples, unsealedTables } from "./sealed-samples.ts";

type Value = string | number | null;
type Row = Record<string, Value>;

/** A database, and statements by someone who can write to it but has no vault key. */
type Opened = { store: Store; run(sql: string): Promise<Row[]>; close(): Promise<void> };

const engines: Readonly<Record<string, () => Promise<Opened>>> = {
  async SQLite() {
    const folder = await mkdtemp(join(tmpdir(), "svc-altered-"));
    const path = join(folder, "svc.sqlite");
    const store = await openStore({ seals: testSeals, url: `sqlite:${path}`, nowMs, migrate: true, serve: false });
    const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: false });
    return {
      store,
      run: (sql) => Promise.resolve(database.prepare(sql).all() as Row[]),
      async close() {
        database.close();
        await store.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  async PostgreSQL() {
    const { url, serverUrl, drop } = await testDatabase();
    const store = await openStore({ seals: testSeals, url: serverUrl, nowMs, migrate: true, serve: false });
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    // Foreign keys aren't checked, and numbers are returned as numbers.
    await client.query("set session_replication_role = replica");
    return {
      store,
      run: async (sql) => (await client.query<Row>(sql)).rows.map(withNumbers),
      async close() {
        await client.end();
        await store.close();
        await drop();
      },
    };
  },
};

const nowMs = (): number => 2000;
const tables = Object.keys(sealedTables) as SealedTable[];

for (const [engine, open] of Object.entries(engines)) {
  describe(`${engine}: altered rows`, () => {
    let opened: Opened | undefined;
    let reported: string[] = [];
    before(async () => {
      opened = await open();
    });
    after(() => opened?.close());
    beforeEach(() => {
      reported = [];
      testSeals.listen((table, id) => void reported.push(`${table} ${id}`));
    });
    const database = (): Opened => {
      if (opened === undefined) throw new Error("The database is not open.");
      return opened;
    };

    for (const table of tables) {
      const { key, ended, free } = sealedTables[table];
      const { make, use, revoke } = sealedSamples[table];
      const where = (id: string): string => `where ${key} = '${id}'`;
      const set = (id: string, column: string, value: Value) =>
        database().run(`update ${table} set ${column} = ${literal(value)} ${where(id)} returning 1 as one`);

      test(`${table}: refuses a change of any sealed column`, async () => {
        const { store, run } = database();
        const id = await make(store);
        const [row = {}] = await run(`select * from ${table} ${where(id)}`);
        assert.notEqual(await use(store, id), null);
        for (const [column, value] of Object.entries(row)) {
          if (column === key || column === ended) continue;
          await set(id, column, otherValue(column, value));
          const isFree = free.some((one) => one === column);
          assert.equal((await use(store, id)) !== null, isFree, column);
          await set(id, column, value);
          assert.notEqual(await use(store, id), null, column);
        }
        assert.ok(reported.includes(`${table} ${id}`));
      });

      test(`${table}: refuses the seal of another row`, async () => {
        const { store, run } = database();
        const [id, other] = [await make(store), await make(store)];
        await run(
          `update ${table} set seal = (select seal from ${table} ${where(other)}) ${where(id)} returning 1 as one`,
        );
        assert.equal(await use(store, id), null);
        assert.notEqual(await use(store, other), null);
      });

      if (ended !== null) {
        test(`${table}: ${ended} can't be cleared`, async () => {
          const { store } = database();
          const id = await make(store);
          await revoke?.(store, id);
          await set(id, ended, null);
          assert.equal(await use(store, id), null);
        });
      }
    }

    test("every table is sealed, or named with the reason why not", async () => {
      const { run } = database();
      const found =
        engine === "SQLite"
          ? await run("select name from sqlite_schema where type = 'table'")
          : await run("select tablename as name from pg_tables where schemaname = 'public'");
      const known = new Set([...tables, ...Object.keys(unsealedTables)]);
      assert.deepEqual(
        found.map(({ name }) => String(name)).filter((name) => !known.has(name)),
        [],
      );
    });
  });
}

/** A different value of the same type that the table accepts. */
function otherValue(column: string, value: Value): Value {
  if (column === "status") return value === "approved" ? "completed" : "approved";
  if (column === "host_id" || column === "name") return `${String(value)}x`;
  if (value === null) return column.endsWith("_at") || column.startsWith("max_") ? 1 : "[]";
  return typeof value === "number" ? (value === 1 ? 0 : value + 1) : `${value}x`;
}

function literal(value: Value): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** `pg` returns BIGINT as text. */
function withNumbers(row: Row): Row {
  const numbers =
    /(_at|_executions|_until|^version|^check_due|^may_decide|^require_\w+|^settle_by_state|^allow_import|^must_sign|^is_signed)$/;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value !== null && numbers.test(column) ? Number(value) : value,
    ]),
  );
}
