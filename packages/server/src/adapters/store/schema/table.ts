/** What a declared table (tables/*.ts) says: its columns, its indexes, and who may see its rows. */
import type { Column, RowSeal } from "./column.ts";

/**
 * The transactions that see a row on PostgreSQL, by the scopes of work.ts. Work in the scope `system` sees every row.
 * - `none`: everyone. The table has no data of service clients.
 * - `system`: no other transactions.
 * - `client`: those of the service client in this column. `subject`: also those of the subject in this column.
 * - `through`: those of the subjects in these columns, and those that see the row of the table that `through`
 *   references.
 */
export type TableScope<Name extends string = string> =
  | "none"
  | "system"
  | { readonly client: Name; readonly subject?: Name }
  | { readonly subjects: readonly Name[]; readonly through: Name };

export type Index<Name extends string = string> = {
  readonly on: readonly Name[];
  readonly unique?: true;
  /** The rows in it, as a condition in SQL. Statements that want it repeat the condition word for word. */
  readonly where?: string;
  readonly note?: string;
};

/** A condition on the whole row, in SQL. */
export type Check = { readonly sql: string; readonly note?: string };

export type Table<Name extends string = string> = {
  readonly name: string;
  /** The name of its rows' type (domain/generated/rows.ts), if the domain sees whole rows. */
  readonly row?: string;
  readonly note?: string;
  readonly scope: TableScope<NoInfer<Name>>;
  readonly columns: Readonly<Record<Name, Column>>;
  /** The primary key, if it has several columns. */
  readonly key?: readonly NoInfer<Name>[];
  readonly checks?: readonly (string | Check)[];
  readonly indexes?: Readonly<Record<string, Index<NoInfer<Name>>>>;
  /** The row that a new database has. */
  readonly firstRow?: Readonly<Partial<Record<NoInfer<Name>, string | number>>>;
};

/**
 * Declares a table.
 * @throws Error if an index, the key, the scope, the seal or the first row names a column that doesn't exist, if a
 * unique index has a nullable column (the engines differ in what that means), if rows of service clients are open to
 * everyone, or if the database would keep the seal of a row that has ended.
 */
export function table<Name extends string>(declared: Table<Name>): Table {
  const { name, columns, scope, key = [], checks = [], indexes = {}, firstRow = {} } = declared;
  const { ended, free } = sealOf(declared) ?? { ended: null, free: [] };
  const used: readonly (readonly [where: string, columns: readonly string[]])[] = [
    ["its scope", columnsOf(scope)],
    ["its key", key],
    ["its seal", ended === null ? free : [...free, ended]],
    ["its first row", Object.keys(firstRow)],
    ...Object.entries<Index>(indexes).map(([index, { on }]) => [index, on] as const),
  ];
  for (const [where, names] of used) {
    const absent = names.find((one) => !(one in columns));
    if (absent !== undefined) throw new Error(`${name}: ${where} names ${absent}, which isn't a column.`);
  }
  for (const [index, { on, unique }] of Object.entries<Index<Name>>(indexes)) {
    const nullable = on.find((one) => columns[one].nullable);
    if (unique && nullable !== undefined) throw new Error(`${name}: ${index} is unique, but ${nullable} may be NULL.`);
  }
  if (scope === "none" && "client_id" in columns) {
    throw new Error(`${name}: rows with a client_id need a scope.`);
  }
  if (ended !== null && !checks.includes(`${ended} IS NULL OR seal = ''`)) {
    throw new Error(`${name}: a check must destroy the seal of a row with ${ended}.`);
  }
  return declared;
}

/** Returns what the seal of a table's rows doesn't cover; null for rows without a seal. */
export function sealOf({ columns }: Pick<Table, "columns">): RowSeal | null {
  return columns["seal"]?.seals ?? null;
}

function columnsOf(scope: TableScope): readonly string[] {
  if (typeof scope === "string") return [];
  if ("client" in scope) return [scope.client, ...(scope.subject === undefined ? [] : [scope.subject])];
  return [...scope.subjects, scope.through];
}
