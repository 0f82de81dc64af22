/** Kysely's types (tables.ts) and both schemas have the same tables and columns. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Client } from "pg";
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

/** Tables without a Kysely type: the migrator creates its own, and fence.ts uses plain SQL. */
const apart = ["schema_migrations", "database_fence"];

test("tables.ts names exactly the columns of SQLite's schema", () => {
  const database = new DatabaseSync(":memory:");
  for (const { text } of readMigrations("sqlite")) database.exec(text);
  const rows = database
    .prepare(
      `select tables.name as "table", columns.name as "column", columns.type, columns."notnull" = 0 as nullable
       from sqlite_schema as tables join pragma_table_info(tables.name) as columns where tables.type = 'table'`,
    )
    .all();
  database.close();
  assert.deepEqual(described(rows), typedColumns());
});

test("tables.ts names exactly the columns of PostgreSQL's schema", async () => {
  const { serverUrl, drop } = await testDatabase();
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  for (const { text } of readMigrations("postgres")) await client.query(text);
  const { rows } = await client.query<Record<string, unknown>>(
    `select table_name as "table", column_name as "column", data_type as type, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = current_schema()`,
  );
  await client.end();
  await drop();
  assert.deepEqual(described(rows), typedColumns());
});

function described(rows: readonly Record<string, unknown>[]): string[] {
  return rows
    .filter(({ table }) => !apart.includes(String(table)))
    .map(({ table, column, type, nullable }) => {
      const kind = kinds[String(type)] ?? String(type);
      return `${String(table)}.${String(column)} ${kind}${nullable === true || nullable === 1 ? " or null" : ""}`;
    })
    .sort();
}

/** The columns that tables.ts declares, in the same words. */
function typedColumns(): string[] {
  const source = readFileSync(join(import.meta.dirname, "../../../src/adapters/store/tables.ts"), "utf8");
  const text = source.replaceAll(/\/\*\*.*?\*\//gs, "");
  const types = new Map(
    [...text.matchAll(/export type (\w+) = (\{ .*? \}|\{\n.*?\n\});\n/gs)].map(([, name = "", body = ""]) => [
      name,
      body,
    ]),
  );
  const tables = [...(types.get("Tables") ?? "").matchAll(/^ {2}(\w+): (\w+|\{.*\});$/gm)];
  return tables
    .filter(([, table = ""]) => !apart.includes(table))
    .flatMap(([, table = "", type = ""]) =>
      [...(types.get(type) ?? type).matchAll(/(\w+): ([^;}]+)/g)].map(([, column = "", of = ""]) => {
        const kind = /Uint8Array/.test(of) ? "bytes" : /number|Flag/.test(of) ? "number" : "text";
        return `${table}.${column} ${kind}${/\bnull\b/.test(of) ? " or null" : ""}`;
      }),
    )
    .sort();
}
