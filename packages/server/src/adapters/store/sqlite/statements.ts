/**
 * Caches SQLite's prepared statements, and returns results as Kysely expects them. SQLite runs in this process, so a
 * statement needs no queue if the connection is free. If it isn't, turns are fair: first come, first served.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { type QueryResult, SqliteAdapter } from "kysely";
import { storableParameters } from "../text.ts";

/** Statements by text. */
export type StatementCache = {
  /** Runs a statement. @throws what SQLite throws. */
  execute(text: string, parameters: readonly unknown[]): QueryResult<unknown>;
  /** Runs a statement without parameters and results. @throws what SQLite throws. */
  run(text: string): void;
};

type Known = {
  statement: StatementSync;
  returnsRows: boolean;
  isSelect: boolean;
  /** The names of its columns if it returns arrays of values; null if it returns objects. */
  columns: readonly string[] | null;
};

// Far more than the store has.
const statementsMax = 256;

/** @param database the database to prepare statements for. */
export function statementCache(database: DatabaseSync): StatementCache {
  const cache = new Map<string, Known>();
  const prepared = (text: string): Known => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    // Texts that vary with the request mustn't fill the cache for good, and texts in use are soon back.
    if (cache.size >= statementsMax) cache.clear();
    const statement = database.prepare(text);
    const names = statement.columns().map(({ name }) => name);
    const returnsRows = names.length > 0;
    // Reading arrays of values costs half as much as reading objects. The columns that `*` stands for may change under
    // a prepared statement when another program migrates.
    const columns = returnsRows && !text.includes("*") ? names : null;
    if (columns !== null) statement.setReturnArrays(true);
    const made = { statement, returnsRows, isSelect: text.startsWith("select"), columns };
    cache.set(text, made);
    return made;
  };
  return {
    execute(text, parameters) {
      const { statement, returnsRows, isSelect, columns } = prepared(text);
      const values = storableParameters(parameters) as SQLInputValue[];
      if (!returnsRows) return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
      const rows: unknown = isSelect ? selected(statement, values) : statement.all(...values);
      if (columns === null) return { rows: rows as unknown[] };
      return { rows: (rows as readonly (readonly SQLOutputValue[])[]).map((row) => named(columns, row)) };
    },
    run(text) {
      prepared(text).statement.run();
    },
  };
}

/**
 * The rows of a select. Integers too large for a number are rounded, as from PostgreSQL. We never write any that large,
 * and one that somebody else wrote must not make a whole table unreadable, least of all the audit trail.
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

/** Converts the integers of a row, an object or an array, to numbers. */
function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [column, value] of Object.entries(row)) if (typeof value === "bigint") row[column] = Number(value);
  return row;
}

/** A row as an object with its columns in order, so that all rows of a statement have the same shape. */
function named(columns: readonly string[], values: readonly SQLOutputValue[]): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ""] = values[index];
  return row;
}

/** Runs statements synchronously, which spares callers the event loop's queues if they needn't wait. */
export class DirectAdapter extends SqliteAdapter {
  readonly #statements: StatementCache;
  readonly #turns: Turns | null;

  constructor(statements: StatementCache, turns: Turns | null) {
    super();
    this.#statements = statements;
    this.#turns = turns;
  }

  /** Whether a statement can run right now: the connection is free, or the caller has it. */
  get isFree(): boolean {
    return this.#turns?.isTaken() !== true;
  }

  /** Runs a statement now, if {@link isFree}. @throws what SQLite throws. */
  run(text: string, parameters: readonly unknown[]): QueryResult<unknown> {
    return this.#statements.execute(text, parameters);
  }

  /**
   * Leaves taking turns to our driver. Kysely's own lock wakes all waiters at each release, and a newcomer may overtake
   * them.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** The mutex. A caller that takes a turn must return it. */
export type Turns = {
  /** @returns undefined if the turn was free and is now the caller's; otherwise a promise of it. */
  take(): Promise<void> | undefined;
  give(): void;
  isTaken(): boolean;
};

/** Creates a free mutex. */
export function fairTurns(): Turns {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    take() {
      if (taken) return new Promise<void>((resolve) => void waiting.push(resolve));
      taken = true;
      return undefined;
    },
    give() {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
    isTaken: () => taken,
  };
}
