/**
 * Pages of lists, newest first by time and then id.
 *
 * The query planners need help in a few places. `bench/growth.test.ts` checks each of them: no plan scans a large
 * table, and no page is sorted.
 *
 * - `isPlannedOnce` ({@link listPage}): PostgreSQL keeps one plan for all values and may not sort or scan (the settings
 *   are in `postgres/dialect.ts`). Otherwise it plans each page again, which takes 320 to 430 µs of processor time per
 *   page rather than 150.
 * - `column || ''` (`executions/dispatch.ts`, `settle.ts`, `overview.ts`; `overview.ts`): the expression keeps the
 *   planner from using an index on that column when another one is right.
 * - `deletion_marker <= ''` (`tenants.ts`): with `=`, PostgreSQL may walk the tenants of all clients by age.
 * - `created_at + 0` (`executions/sweep.ts`): likewise, so that pruning walks the primary key.
 */
import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder } from "kysely";
import type { Page, PageAfter } from "../../../domain/paging/page.ts";
import type { Tables } from "../tables.ts";
import type { Queries } from "../work.ts";
import { statement, type Statement } from "./statement.ts";

/**
 * The condition for rows after this position; all rows if null. The statement's only table has `created_at` and `id`.
 */
export function pageAfter(after: PageAfter): RawBuilder<boolean> {
  if (after === null) return sql`1 = 1`;
  return sql`(created_at, id) < (${after.createdAt}, ${after.id})`;
}

/** The page of a query for `limit + 1` rows. The extra row shows that there are more. */
export function pageOf<Column, Row>(rows: readonly Column[], limit: number, map: (row: Column) => Row): Page<Row> {
  return { rows: rows.slice(0, limit).map((row) => map(row)), more: rows.length > limit };
}

/** A page by number: the rows beyond `after` in this direction; from the beginning if null. */
export type NumberedPage = { after: number | null; limit: number; direction: "newest first" | "oldest first" };

/** A page of a log by number. @param seq the column with the number. @param map as in {@link pageOf}. */
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

/** The parameters of {@link listPage} that say where the page begins and how long it is. */
type PageValues = { createdAt: number; id: string; rows: number };

/** One statement for each set of conditions. */
const listings = new Map<string, Statement<object, unknown>>();

/** A page of a listing, newest first. @param map maps a row with these columns. */
export async function listPage<Row>(
  queries: Queries,
  table: keyof Tables,
  { columns = "*", conditions = [], values = {}, query, order = newestFirst }: ListedPage,
  map: (row: never) => Row,
): Promise<Page<Row>> {
  const { after, limit } = query;
  const where = [...conditions, after === null ? order.beginning : order.after].join(" and ");
  const text = `select ${columns} from ${table} where ${where} order by ${order.by} limit :rows`;
  const known = listings.get(text) ?? statement(`${table}.list.${listings.size}`, text, { isPlannedOnce: true });
  listings.set(text, known);
  const place: PageValues = { createdAt: after?.createdAt ?? 0, id: after?.id ?? "", rows: limit + 1 };
  return pageOf((await known.all(queries, { ...values, ...place })) as never[], limit, map);
}

const newestFirst = {
  beginning: "1 = 1",
  after: "(created_at, id) < (:createdAt, :id)",
  by: "created_at desc, id desc",
};

/** What {@link listPage} lists. */
export type ListedPage = {
  /** The columns, as SQL; all of the table by default. */
  columns?: string;
  /** SQL with parameters as `:name`. Leave out a filter that isn't set. */
  conditions?: readonly string[];
  /** The parameters of the conditions. */
  values?: Readonly<Record<string, string | number | null>>;
  query: { after: PageAfter; limit: number };
  /** The order of the rows, and the conditions of the first page and of later ones; newest first by default. */
  order?: { beginning: string; after: string; by: string };
};

/** Whether the client's tenant exists and isn't deleted. It is checked once per statement, not per row. */
export const isLivingTenant =
  "exists (select 1 from tenants where id = :tenantId and client_id = :clientId and deleted_at is null)";
