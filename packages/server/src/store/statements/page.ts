/** Pages of listings, newest first by time and then id. */
import { sql } from "kysely";
import type { Compilable, RawBuilder, SelectQueryBuilder } from "kysely";
import type { Page, PageAfter } from "../../tenants/port.ts";
import type { Tables } from "../tables.ts";
import type { Queries } from "../work.ts";
import { prepared, type Prepared, type PreparedEngine } from "./prepared.ts";

/** The rows after this place; every row where there is none. The statement's only table has `created_at` and `id`. */
export function pageAfter(after: PageAfter): RawBuilder<boolean> {
  if (after === null) return sql`1 = 1`;
  return sql`(created_at, id) < (${after.createdAt}, ${after.id})`;
}

/** The page of a query that asked for one row more than `limit`: there is more where that row came. */
export function pageOf<Column, Row>(rows: readonly Column[], limit: number, map: (row: Column) => Row): Page<Row> {
  return { rows: rows.slice(0, limit).map((row) => map(row)), more: rows.length > limit };
}

/** A page of these rows, newest first, by a statement that is built for it. @param map as {@link pageOf} takes it. */
export async function newestPage<Table extends keyof Tables, Column, Row>(
  rows: SelectQueryBuilder<Tables, Table, Column>,
  { after, limit }: { after: PageAfter; limit: number },
  map: (row: Column) => Row,
): Promise<Page<Row>> {
  const found = await rows
    .where(pageAfter(after))
    .orderBy(sql.ref("created_at"), "desc")
    .orderBy(sql.ref("id"), "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(found, limit, map);
}

/** A page by number: the rows behind `after` in this direction; every row where it is null. */
export type NumberedPage = { after: number | null; limit: number; direction: "newest first" | "oldest first" };

/** A page of a log's rows by their numbers. @param seq the column that holds them. @param map as {@link pageOf} takes it. */
export async function numberedPage<Joined, Table extends keyof Joined, Column, Row>(
  rows: SelectQueryBuilder<Joined, Table, Column>,
  seq: "seq" | "d.seq",
  { after, limit, direction }: NumberedPage,
  map: (row: Column) => Row,
): Promise<Page<Row>> {
  const isNewestFirst = direction === "newest first";
  const number = sql.ref<number>(seq);
  const begun = after === null ? rows : rows.where(number, isNewestFirst ? "<" : ">", after);
  const found = await begun
    .orderBy(number, isNewestFirst ? "desc" : "asc")
    .limit(limit + 1)
    .execute();
  return pageOf(found, limit, map);
}

/**
 * The rows of one place, such as a tenant, by the index that begins with these columns; order by them too. PostgreSQL, which
 * plans once for all places, would expect a few rows of a place that it is to equal, and sort them; some have millions. So
 * it is asked for a stretch of the index.
 * @param place columns with the values that the place has. @param isAfter whether it goes on after the slots' row.
 */
export function pageWithin(
  place: Readonly<Record<string, unknown>>,
  slot: PageSlots,
  { isAfter, locksRows }: PreparedEngine & { isAfter: boolean },
): RawBuilder<boolean> {
  const columns = sql.join(Object.keys(place).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(place));
  if (!locksRows) return sql`(${columns}) = (${values}) and ${pageAfter(isAfter ? slot : null)}`;
  // Of rows that are compared it expects a third, and so keeps to the order of the index.
  const from = sql`(${columns}, created_at) >= (${values}, 0)`;
  if (!isAfter) return sql`${from} and (${columns}, created_at) <= (${values}, ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
  return sql`${from} and (${columns}, created_at, id) < (${values}, ${slot.createdAt}, ${slot.id})`;
}

/** Whether the client has this tenant and has not deleted it; asked once a statement, not once a row. */
export function isLivingTenant(slot: { clientId: string; tenantId: string }): RawBuilder<boolean> {
  return sql`exists (select 1 from tenants
    where id = ${slot.tenantId} and client_id = ${slot.clientId} and deleted_at is null)`;
}

/** The slots that every listing has: where its page begins, and for how many rows it asks. */
export type PageSlots = { createdAt: number; id: string; rows: number };

/** What goes into them. `rows` is one more than the page holds, which tells whether there is another. */
export function pageSlots(query: { after: PageAfter; limit: number }): PageSlots {
  const { createdAt, id } = query.after ?? { createdAt: 0, id: "" };
  return { createdAt, id, rows: query.limit + 1 };
}

/** Which conditions a listing's statement has: each of its filters, and whether it goes on after a row. */
export type ListingShape = Readonly<Record<string, string | boolean>>;

/**
 * The statements of one listing: one for each shape that is asked for, made at its first asking.
 * @param name its own among all, as for {@link prepared}. @param build gives the statement of a shape.
 */
export function listingStatements<Shape extends ListingShape, Slots extends object, Row>(
  name: string,
  build: (queries: Queries, slot: Slots, shape: Shape, engine: PreparedEngine) => Compilable<Row>,
): (shape: Shape) => Prepared<Slots, Row> {
  const statements = new Map<string, Prepared<Slots, Row>>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const known = statements.get(key);
    if (known !== undefined) return known;
    const made = prepared<Slots, Row>(
      `${name}.${statements.size}`,
      (queries, slot, engine) => build(queries, slot, shape, engine),
      { plannedOnce: true },
    );
    statements.set(key, made);
    return made;
  };
}
