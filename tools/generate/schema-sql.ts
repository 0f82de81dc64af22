/**
 * The SQL that creates the declared tables (store/schema/tables), by engine: plain files to read, which the migrations apply.
 * What an engine has for itself, such as its triggers, is written by hand in `schema/by-engine` and follows the tables.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sqlTypes, type Column } from "../../packages/server/src/adapters/store/schema/column.ts";
import type { Check, Index, Table, TableScope } from "../../packages/server/src/adapters/store/schema/table.ts";
import { topics } from "../../packages/server/src/adapters/store/schema/tables.ts";

/** A database engine. */
export type Engine = "sqlite" | "postgres";

const folder = "packages/server/src/adapters/store/schema";

/** The longest line of SQL. */
const width = 120;

/** Returns the first migration of each engine, by file name. @param root the project's folder. */
export function firstMigrations(root: string): ReadonlyMap<string, string> {
  return new Map(
    (["sqlite", "postgres"] as const).map((engine) => [
      `${folder}/${engine}/0001_initial.sql`,
      declaredSchema(root, engine),
    ]),
  );
}

/** Returns the SQL that creates everything that is declared, for one engine. @param root the project's folder. */
export function declaredSchema(root: string, engine: Engine): string {
  const created = Object.entries(topics).map(([topic, tables]) => topicOf(topic, tables, engine));
  const own = readFileSync(join(root, folder, "by-engine", `${engine}.sql`), "utf8");
  return [head(engine), ...created, own].join("\n");
}

function topicOf(topic: string, tables: readonly Table[], engine: Engine): string {
  return [`--\n-- ${topic}\n--\n`, ...tables.map((table) => tableStatements(table, engine))].join("\n");
}

/** The statements that create one table with its indexes, its first row and who sees its rows. */
export function tableStatements(table: Table, engine: Engine): string {
  const { name, note, columns, key, checks = [], indexes = {}, firstRow } = table;
  const lines = [
    ...Object.entries(columns).map(([column, said]) => line(said.note, columnSql(column, said, engine))),
    ...(key === undefined ? [] : [line(undefined, `PRIMARY KEY (${key.join(", ")})`)]),
    ...checks.map((check) => (typeof check === "string" ? { sql: check } : check)).map(checkLine),
  ];
  const last = lines.length - 1;
  const body = lines.map(({ comment, sql }, index) => `${comment}  ${sql}${index === last ? "" : ","}\n`).join("");
  return [
    comment(note, ""),
    `CREATE TABLE ${name} (\n${body})${engine === "sqlite" ? " STRICT" : ""};\n`,
    firstRow === undefined ? "" : insertSql(name, firstRow),
    ...Object.entries(indexes).map(([index, said]) => indexSql(index, name, said)),
    engine === "postgres" ? policySql(table) : "",
  ].join("");
}

type Line = { comment: string; sql: string };

function line(note: string | undefined, sql: string): Line {
  return { comment: comment(note, "  "), sql };
}

function checkLine({ sql, note }: Check): Line {
  return line(note, `CHECK (${sql})`);
}

function columnSql(name: string, column: Column, engine: Engine): string {
  const { kind, nullable, key, references, cascade, check, values, checksValues } = column;
  return [
    name,
    sqlTypes[kind][engine],
    nullable ? "" : "NOT NULL",
    column.default === undefined ? "" : `DEFAULT ${literal(column.default)}`,
    key ? "PRIMARY KEY" : "",
    references === undefined ? "" : `REFERENCES ${references} (id)`,
    cascade ? "ON DELETE CASCADE" : "",
    check === undefined ? "" : `CHECK (${check})`,
    values !== undefined && checksValues ? `CHECK (${name} IN (${values.map(literal).join(", ")}))` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function indexSql(name: string, table: string, { on, unique, where, note }: Index): string {
  const create = `CREATE ${unique ? "UNIQUE " : ""}INDEX ${name} ON ${table} (${on.join(", ")})`;
  const condition = where === undefined ? "" : ` WHERE ${where}`;
  const fits = create.length + condition.length < width;
  return `${comment(note, "")}${create}${fits ? condition : `\n ${condition}`};\n`;
}

function insertSql(table: string, row: Readonly<Record<string, string | number | undefined>>): string {
  const values = Object.values(row).map((value) => literal(value ?? 0));
  return `INSERT INTO ${table} (${Object.keys(row).join(", ")})\n  VALUES (${values.join(", ")});\n`;
}

/** Row-level security, which also applies to the table's owner. */
function policySql({ name, scope, columns }: Table): string {
  const conditions = conditionsOf(name, scope, columns);
  if (conditions.length === 0) return "";
  const enabled = `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n`;
  return `${enabled}CREATE POLICY scope ON ${name} USING (\n  ${conditions.join("\n  OR ")});\n`;
}

function conditionsOf(name: string, scope: TableScope, columns: Table["columns"]): string[] {
  const isSystem = "current_setting('svc.system', true) = 'on'";
  if (scope === "none") return [];
  if (scope === "system") return [isSystem];
  if ("client" in scope) {
    const subject = scope.subject === undefined ? [] : [isScope(scope.subject, "subject_id")];
    return [isScope(scope.client, "client_id"), ...subject, isSystem];
  }
  const parent = columns[scope.through]?.references ?? "";
  return [
    ...scope.subjects.map((column) => isScope(column, "subject_id")),
    isSystem,
    // Last, because it is expensive.
    // Not EXISTS: PostgreSQL may plan that as a hash of the whole parent table.
    `${scope.through} = (SELECT id FROM ${parent} WHERE ${parent}.id = ${name}.${scope.through})`,
  ];
}

function isScope(column: string, setting: "client_id" | "subject_id"): string {
  return `${column} = nullif(current_setting('svc.${setting}', true), '')`;
}

function literal(value: string | number): string {
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** A note as lines of a comment. */
function comment(note: string | undefined, indent: string): string {
  const lines: string[] = [];
  for (const word of (note ?? "").trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (word === "") continue;
    if (last === undefined || last.length + 1 + word.length > width) lines.push(`${indent}-- ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((each) => `${each}\n`).join("");
}

function head(engine: Engine): string {
  const paragraphs = [
    "Generated by tools/generate from schema/tables and schema/by-engine; do not edit.",
    `Times are milliseconds since the epoch, booleans are 0 or 1, lists and documents are JSON in text. ${texts[engine]}`,
    `A column \`seal\` is a keyed hash over its row, which only a server with the vault's keys can make: over all columns but
    those that store/sealed-rows.ts names. A row that grants something and doesn't match its seal is treated as missing. A
    row that was revoked or used has lost its seal, so clearing revoked_at or used_at doesn't bring it back.`,
  ];
  return `${paragraphs.map((paragraph) => comment(paragraph, "")).join("--\n")}${engine === "postgres" ? scopes : ""}`;
}

const texts: Readonly<Record<Engine, string>> = {
  sqlite: "STRICT makes SQLite reject a value of another type, as PostgreSQL does.",
  postgres: 'Text is COLLATE "C": it sorts by bytes, so that lists have the same order as on SQLite.',
};

const scopes = `--
-- Row-level security applies to the tables' owner too: a statement without the right condition sees nothing outside its
-- transaction's scope. work.ts sets exactly one of these for each transaction:
--   svc.client_id   a service client: all of its rows
--   svc.subject_id  a tenant, connection, session, flow or execution: itself and what belongs to it
--   svc.system      'on' for work that spans clients on purpose
-- A setting that was never set is NULL, and '' after a transaction that set it. Neither matches a row.
`;
