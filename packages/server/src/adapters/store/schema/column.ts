/**
 * What a declared column (tables/*.ts) says. A column is one of six kinds of value, and plain data: the SQL of both
 * engines and the types of rows are generated from it (tools/generate).
 */

/** The SQL types of each kind of value, by engine. Times are milliseconds since the epoch; flags are 0 or 1. */
export const sqlTypes = {
  text: { sqlite: "TEXT", postgres: 'TEXT COLLATE "C"' },
  number: { sqlite: "INTEGER", postgres: "BIGINT" },
  time: { sqlite: "INTEGER", postgres: "BIGINT" },
  flag: { sqlite: "INTEGER", postgres: "BIGINT" },
  json: { sqlite: "TEXT", postgres: 'TEXT COLLATE "C"' },
  bytes: { sqlite: "BLOB", postgres: "BYTEA" },
} as const;

/** The kind of a column's values. */
export type ColumnKind = keyof typeof sqlTypes;

/** What a column may say besides its kind. */
export type ColumnOptions = {
  /** Whether it is the primary key. Keys of several columns are said by the table. */
  readonly key?: true;
  readonly default?: string | number;
  /** The table whose `id` it holds. Its rows can't be deleted first, except with `cascade`, which deletes these too. */
  readonly references?: string;
  readonly cascade?: true;
  /** A condition, in SQL for both engines. */
  readonly check?: string;
  /** Whether the domain's row has no field for it. */
  readonly hidden?: true;
  /** For the seal of its row (sealed-rows.ts): what the seal doesn't cover. */
  readonly seals?: RowSeal;
  /** What a reader can't guess: a comment in the SQL, and the field's docstring. */
  readonly note?: string;
};

/** What the seal of a row that grants something doesn't cover. Everything else of the row is sealed. */
export type RowSeal = {
  /**
   * A row in which this column isn't NULL can never be used again: its seal is destroyed, so that clearing the column
   * doesn't revive it. Null if every state of the row is sealed.
   */
  readonly ended: string | null;
  /** Columns that grant nothing or change too often. */
  readonly free: readonly string[];
};

export type Column = ColumnOptions & {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** The only texts that it may hold. */
  readonly values?: readonly string[];
  /** Whether the database itself rejects all others. */
  readonly checksValues?: true;
  /** The TypeScript type of a JSON document. */
  readonly document?: string;
};

/** Text. It sorts by bytes on both engines, so that lists have the same order. */
export function text(options: ColumnOptions = {}): Column {
  return { kind: "text", nullable: false, ...options };
}

/** One of a few texts. */
export function oneOf(values: readonly string[], options: ColumnOptions = {}): Column {
  return { kind: "text", nullable: false, values, ...options };
}

/** One of a few texts. The database itself rejects all others. */
export function checkedOneOf(values: readonly string[], options: ColumnOptions = {}): Column {
  return { ...oneOf(values, options), checksValues: true };
}

/** The seal of a row that grants something. @param uncovered what it doesn't cover. */
export function rowSeal({ ended = null, free = [] }: Partial<RowSeal> = {}): Column {
  return text({ hidden: true, seals: { ended, free } });
}

/** An integer. */
export function number(options: ColumnOptions = {}): Column {
  return { kind: "number", nullable: false, ...options };
}

/** A point in time, in milliseconds since the epoch. */
export function time(options: ColumnOptions = {}): Column {
  return { kind: "time", nullable: false, ...options };
}

/** A boolean, stored as 0 or 1. */
export function flag(options: ColumnOptions = {}): Column {
  return { kind: "flag", nullable: false, ...options };
}

/** A list or an object, stored as JSON. @param document its TypeScript type. */
export function json(document: string, options: ColumnOptions = {}): Column {
  return { kind: "json", nullable: false, document, ...options };
}

export function bytes(options: ColumnOptions = {}): Column {
  return { kind: "bytes", nullable: false, ...options };
}

/** The same column, which may also be NULL. */
export function orNull(column: Column): Column {
  return { ...column, nullable: true };
}
