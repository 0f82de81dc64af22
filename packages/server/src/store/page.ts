/** Pages of listings, newest first by time and then id. */
import type { Page } from "../tenants/port.ts";

/** The page of a query that asked for one row more than `limit`: there is more where that row came. */
export function pageOf<Column, Row>(rows: readonly Column[], limit: number, map: (row: Column) => Row): Page<Row> {
  return { rows: rows.slice(0, limit).map(map), more: rows.length > limit };
}
