/** Pages of listings whose rows are few, so that they are always read together. */
import type { Cursors, PageQuery } from "../listings/page.ts";

/** What a page is of: the listing's name, all rows, and the key that orders and identifies each. */
export type KeyedRows<Row> = { listing: string; rows: readonly Row[]; keyOf: (row: Row) => string };

/**
 * Returns one page of the rows in the order of their keys. A row that is added meanwhile moves no other.
 * @throws ServiceError INVALID_REQUEST for a cursor that this listing didn't issue.
 */
export function keyedPage<Row>(
  cursors: Cursors,
  { listing, rows, keyOf }: KeyedRows<Row>,
  { limit = 20, cursor }: Partial<PageQuery>,
): { rows: Row[]; nextCursor: string | null } {
  const scope = { listing, clientId: "", tenantId: "", filters: [] };
  const after = cursors.read(scope, cursor)?.id;
  const keyed = rows.map((row) => ({ row, createdAt: 0, id: keyOf(row) }));
  const left = keyed
    .filter(({ id }) => after === undefined || id > after)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const page = { rows: left.slice(0, limit), more: left.length > limit };
  return { rows: page.rows.map(({ row }) => row), nextCursor: cursors.next(scope, page) };
}
