/** Pages of listings, newest first by time and then id. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Page, PageAfter } from "../tenants/port.ts";

/** The rows after this place; every row where there is none. The statement's only table has `created_at` and `id`. */
export function pageAfter(after: PageAfter): RawBuilder<boolean> {
  if (after === null) return sql`1 = 1`;
  return sql`(created_at, id) < (${after.createdAt}, ${after.id})`;
}

/** The page of a query that asked for one row more than `limit`: there is more where that row came. */
export function pageOf<Column, Row>(rows: readonly Column[], limit: number, map: (row: Column) => Row): Page<Row> {
  return { rows: rows.slice(0, limit).map((row) => map(row)), more: rows.length > limit };
}
