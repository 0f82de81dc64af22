/** Many rows as the arguments of one call on PostgreSQL: a list for each of their columns. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** The values of rows by the name of their column, each in the order of the rows. */
export type ColumnLists<Name extends string> = { readonly [Each in Name]: readonly unknown[] };

/** @param names the columns that are wanted. */
export function columnLists<Name extends string>(
  rows: readonly { readonly [Each in Name]: unknown }[],
  names: readonly Name[],
): ColumnLists<Name> {
  const lists = names.map((name): [string, readonly unknown[]] => [name, rows.map((row) => row[name])]);
  return Object.fromEntries(lists) as ColumnLists<Name>;
}

/** The slots of such lists as a function's arguments, in the order of the names. */
export function listArguments<Name extends string>(
  slot: ColumnLists<Name>,
  names: readonly Name[],
): RawBuilder<unknown> {
  return sql.join(names.map((name) => slot[name]));
}
