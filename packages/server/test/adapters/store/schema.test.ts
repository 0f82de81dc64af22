/** Kysely's types (tables.ts) and both schemas have the same tables and columns. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Client } from "pg";
import { tableTypes } from "../../../../../tools/generate/schema-snapshots.ts";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { readMigrations } from "../../../src/adapters/store/migrations.ts";

const kinds: Readonly<Record<string, string>> = {
  TEXT: "text",
  INTEGER: "number",
  BLOB: "bytes",
  text: "text",
  bigint: "number",
  bytea: "bytes",
};

test("both engines have the same columns", async () => {
  const { serverUrl, drop } = await testDatabase();
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  for (const { text } of readMigrations("postgres")) await client.query(text);
  const { rows } = await client.query<Record<string, unknown>>(
    `select table_name as "table", column_name as "column", data_type as type, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = current_schema() and table_name <> 'database_fence'`,
  );
  await client.end();
  await drop();
  assert.deepEqual(described(rows), described(sqliteColumns()));
});

test("tables.ts has their types", () => {
  const root = join(import.meta.dirname, "../../../../..");
  for (const [name, text] of tableTypes(root)) assert.equal(readFileSync(join(root, name), "utf8"), text);
});

function sqliteColumns(): Record<string, unknown>[] {
  const database = new DatabaseSync(":memory:");
  for (const { text } of readMigrations("sqlite")) database.exec(text);
  const rows = database
    .prepare(
      `select tables.name as "table", columns.name as "column", columns.type, columns."notnull" = 0 as nullable
       from sqlite_schema as tables join pragma_table_info(tables.name) as columns where tables.type = 'table'`,
    )
    .all();
  database.close();
  return rows;
}

function described(rows: readonly Record<string, unknown>[]): string[] {
  return rows
    .map(({ table, column, type, nullable }) => {
      const kind = kinds[String(type)] ?? String(type);
      return `${String(table)}.${String(column)} ${kind}${nullable === true || nullable === 1 ? " or null" : ""}`;
    })
    .sort();
}
