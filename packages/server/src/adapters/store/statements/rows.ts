/** Queries of a single row. */
import type { UpdateResult } from "kysely";

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
