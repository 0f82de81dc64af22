/**
 * Maps rows between the domain's types (domain/generated/rows.ts) and columns (tables.ts), as the tables are declared,
 * and queries single ones.
 */
import type { Rows } from "../../domain/generated/rows.ts";
import type { Column, ColumnKind } from "./schema/column.ts";
import { topics } from "./schema/tables.ts";
import type { Tables } from "./tables.ts";
import { flag, parsedJson, storableJson } from "./text.ts";
import type { UpdateResult } from "kysely";

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** Some fields of a row. Undefined ones count as left out. */
type Fields<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined };

/** The columns of some fields of a table's row. */
export type Columns<Name extends keyof Rows, Row> = {
  [Field in keyof Row as SnakeCase<Field>]: SnakeCase<Field> extends keyof Tables[Name]
    ? Tables[Name][SnakeCase<Field>]
    : never;
};

/** A column and the field that the domain sees. */
type Mapped = { column: string; field: string; kind: ColumnKind; nullable: boolean };

const byTable: ReadonlyMap<string, readonly Mapped[]> = new Map(
  Object.values(topics)
    .flat()
    .map(({ name, columns }) => [name, Object.entries(columns).flatMap(([column, said]) => mapped(column, said))]),
);

function mapped(column: string, { kind, nullable, hidden }: Column): Mapped[] {
  const field = column.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  return hidden ? [] : [{ column, field, kind, nullable }];
}

/** Returns the function that maps a table's columns to the domain's row. It ignores other columns. */
export function rowOf<Name extends keyof Rows>(table: Name): (columns: Tables[Name]) => Rows[Name] {
  const fields = byTable.get(table) ?? [];
  // A copy keeps its layout. V8 makes a row that gets its fields one by one a dictionary: larger, and slower to read.
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(fields.map(({ field }) => [field, null]));
  return (columns) => {
    const values = columns as Readonly<Record<string, unknown>>;
    const row: Record<string, unknown> = { ...blank };
    for (const { column, field, kind } of fields) row[field] = decoded(kind, values[column]);
    return row as Rows[Name];
  };
}

/**
 * Returns the columns of a row, or of some of its fields. Undefined fields stay undefined, and Kysely leaves them out.
 */
export function columnsOf<Name extends keyof Rows, Row extends Fields<Rows[Name]>>(
  table: Name,
  row: Row,
): Columns<Name, Row> {
  const values = row as Readonly<Record<string, unknown>>;
  const columns: Record<string, unknown> = {};
  for (const mapping of byTable.get(table) ?? []) {
    if (mapping.field in values) columns[mapping.column] = encoded(mapping, values[mapping.field]);
  }
  return columns as Columns<Name, Row>;
}

function decoded(kind: ColumnKind, value: unknown): unknown {
  if (kind === "json") return typeof value === "string" ? parsedJson(value) : value;
  return kind === "flag" && value !== null ? value === 1 : value;
}

function encoded({ kind, nullable }: Mapped, value: unknown): unknown {
  if (value === undefined || (nullable && value === null)) return value;
  if (kind === "json") return storableJson(value);
  return kind === "flag" ? flag(value === true) : value;
}

type Query<Result> = { executeTakeFirst(): Promise<Result> };

/** Runs a query. @returns its first row, mapped; null if there is none. */
export async function firstRow<Column, Row>(
  query: Query<Column | undefined>,
  map: (row: Column) => Row,
): Promise<Row | null> {
  const row = await query.executeTakeFirst();
  return row === undefined ? null : map(row);
}

/** Runs an update of at most one row. @returns whether it found the row. */
export async function isUpdated(update: Query<UpdateResult>): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows === 1n;
}
