/** SQLite's statements, prepared once each, and what they give as Kysely takes it. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import type { QueryResult } from "kysely";
import { storableParameters } from "../text.ts";

/** Statements by their texts. */
export type StatementCache = {
  /** Runs a statement. @throws what SQLite throws. */
  execute(text: string, parameters: readonly unknown[]): QueryResult<unknown>;
  /** Runs a statement that takes nothing and gives nothing. @throws what SQLite throws. */
  run(text: string): void;
};

type Known = {
  statement: StatementSync;
  givesRows: boolean;
  isSelect: boolean;
  /** The names of its columns where it gives arrays of values; null where it gives objects. */
  columns: readonly string[] | null;
};

// Far above the number of different statements that the store has.
const statementsMax = 256;

/** @param database whose statements these are. */
export function statementCache(database: DatabaseSync): StatementCache {
  const cache = new Map<string, Known>();
  const of = (text: string): Known => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    // Texts that vary with what is asked must not fill it for good, and what is used is soon back.
    if (cache.size >= statementsMax) cache.clear();
    const statement = database.prepare(text);
    const names = statement.columns().map(({ name }) => name);
    const givesRows = names.length > 0;
    // Arrays of values come out of SQLite at half the price of objects. Which columns `*` stands for may change under a
    // prepared statement, with another program's migration.
    const columns = givesRows && !text.includes("*") ? names : null;
    if (columns !== null) statement.setReturnArrays(true);
    const made = { statement, givesRows, isSelect: text.startsWith("select"), columns };
    cache.set(text, made);
    return made;
  };
  return {
    execute(text, parameters) {
      const { statement, givesRows, isSelect, columns } = of(text);
      const values = storableParameters(parameters) as SQLInputValue[];
      if (!givesRows) return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
      const rows: unknown = isSelect ? selected(statement, values) : statement.all(...values);
      if (columns === null) return { rows: rows as unknown[] };
      return { rows: (rows as readonly (readonly SQLOutputValue[])[]).map((row) => named(columns, row)) };
    },
    run(text) {
      of(text).statement.run();
    },
  };
}

/**
 * The rows of a statement that changes nothing. Integers beyond what a number holds exactly come rounded, as they do from
 * PostgreSQL. Nothing that we write is that large; one that somebody else wrote must not make a whole table unreadable, the
 * audit trail least of all.
 */
function selected(statement: StatementSync, values: readonly SQLInputValue[]): unknown {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    statement.setReadBigInts(true);
    try {
      const rows = statement.all(...values) as Record<string, unknown>[];
      return rows.map(withNumbers);
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

/** The row, an object or an array, with its integers as numbers. */
function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [column, value] of Object.entries(row)) if (typeof value === "bigint") row[column] = Number(value);
  return row;
}

/** A row by its columns' names, in their order, so that all rows of a statement have one shape. */
function named(columns: readonly string[], values: readonly SQLOutputValue[]): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ""] = values[index];
  return row;
}
