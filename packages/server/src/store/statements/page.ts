/**
 * Pages of listings, newest first by time and then id.
 *
 * The query planners need help in a few places. `bench/growth.test.ts` holds each of them: no plan reads a big table from end
 * to end, and no page is sorted.
 *
 * - `plannedOnce` ({@link listingStatements}; `executions/lookup.ts`): PostgreSQL keeps one plan for all values and may not
 *   sort or scan (the settings are in `postgres/scoped-sender.ts`). Otherwise it plans each page again, at 320 to 430 µs of
 *   its processor time per page instead of 150.
 * - `column || ''` (`executions/steps.ts`, `end.ts`, `overview.ts`; `overview.ts`): the expression keeps the planner from an
 *   index on that column when another index is the right one.
 * - `living_mark <= ''` (`tenants.ts`): with `=`, PostgreSQL may walk the tenants of all clients by their age.
 * - `created_at + 0` (`executions/sweep.ts`): the same, so that pruning walks the primary key.
 * - `offset 0` (`executions/lookup.ts`): PostgreSQL looks each place up by its keys and does not join the tables first.
 */
import { sql } from "kysely";
import type { Compilable, RawBuilder, SelectQueryBuilder } from "kysely";
import type { Page, PageAfter } from "../../tenants/port.ts";
import type { Tables } from "../tables.ts";
import type { Queries } from "../work.ts";
import { prepared, type Prepared } from "./prepared.ts";

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
 * The rows whose leading index columns have these values, such as those of one tenant.
 * @param place columns with their values, in the order of the index.
 * @param isAfter whether the page starts after the slots' row.
 */
export function pageWithin(
  place: Readonly<Record<string, unknown>>,
  slot: PageSlots,
  isAfter: boolean,
): RawBuilder<boolean> {
  const columns = sql.join(Object.keys(place).map((column) => sql.ref(column)));
  return sql`(${columns}) = (${sql.join(Object.values(place))}) and ${pageAfter(isAfter ? slot : null)}`;
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
  build: (queries: Queries, slot: Slots, shape: Shape) => Compilable<Row>,
): (shape: Shape) => Prepared<Slots, Row> {
  const statements = new Map<string, Prepared<Slots, Row>>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const known = statements.get(key);
    if (known !== undefined) return known;
    const made = prepared<Slots, Row>(`${name}.${statements.size}`, (queries, slot) => build(queries, slot, shape), {
      plannedOnce: true,
    });
    statements.set(key, made);
    return made;
  };
}
