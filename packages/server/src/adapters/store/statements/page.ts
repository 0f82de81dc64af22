/**
 * Pages of lists, newest first by time and then id.
 *
 * A filter that no index has may match few rows, so it is applied to one window of rows after the other, each in a
 * statement of its own: no statement reads more than a window, and others' work gets its turn in between.
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
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Page, PageAfter } from "../../../domain/listings/page.ts";
import type { Tables } from "../tables.ts";
import type { Queries, Work } from "../work.ts";
import { statement, type Statement } from "./statement.ts";
import type { TenantReach } from "../../../domain/records/documents.ts";

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
type NumberedPage = { after: number | null; limit: number; direction: "newest first" | "oldest first" };

/** Runs one step of a listing; see `StoreContext.list`. */
export type ReadStep = <T>(step: Work<T>) => Promise<T>;

/** The rows in a window: about a millisecond of reading. */
const windowRows = 500;
/** The same for windows whose rows are all returned. */
const numberedWindowRows = 200;

/**
 * Collects a page from one window of rows after the other.
 * @param read returns the rows of a window that match, `rowsMax` at most, and the position of its last row; null if it
 * is the last window.
 */
async function fromWindows<Row, Position>(
  start: Position,
  rowsMax: number,
  read: (after: Position, rowsMax: number) => Promise<{ found: readonly Row[]; end: Position | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: Position | null = start; after !== null && rows.length < rowsMax;) {
    const { found, end }: { found: readonly Row[]; end: Position | null } = await read(after, rowsMax - rows.length);
    rows.push(...found);
    after = end;
  }
  return rows;
}

/** What {@link numberedPage} lists. */
type NumberedListing<Joined, Table extends keyof Joined, Column> = {
  /** The rows that one index has in order. */
  rows: (queries: Queries) => SelectQueryBuilder<Joined, Table, Column>;
  /** The column with the number. */
  seq: "seq" | "d.seq" | "public_seq";
  page: NumberedPage;
  /**
   * Whether a row matches the filters that the index doesn't have; none by default. Not in SQL, because with numbers
   * from and to, SQLite prefers the primary key to the index.
   */
  isListed?: ((row: Column) => boolean) | null;
};

/** A page of a log by number. @param map as in {@link pageOf}. */
export async function numberedPage<Joined, Table extends keyof Joined, Column extends { seq: number }, Row>(
  read: ReadStep,
  { rows, seq, page, isListed = null }: NumberedListing<Joined, Table, Column>,
  map: (row: Column) => Row,
): Promise<Page<Row>> {
  const { limit, direction } = page;
  const isNewestFirst = direction === "newest first";
  const number = sql.ref<number>(seq);
  const readAfter = (after: number | null, count: number): Promise<Column[]> =>
    read((queries) => {
      const begun = rows(queries);
      const later = after === null ? begun : begun.where(number, isNewestFirst ? "<" : ">", after);
      return later
        .orderBy(number, isNewestFirst ? "desc" : "asc")
        .limit(count)
        .execute();
    });
  if (isListed === null) return pageOf(await readAfter(page.after, limit + 1), limit, map);
  const start: { seq: number | null } = { seq: page.after };
  const found = await fromWindows<Column, typeof start>(start, limit + 1, async (after, rowsMax) => {
    const window = await readAfter(after.seq, numberedWindowRows);
    const end = window.length < numberedWindowRows ? null : (window.at(-1) ?? null);
    return { found: window.filter(isListed).slice(0, rowsMax), end };
  });
  return pageOf(found, limit, map);
}

type Position = { createdAt: number; id: string };

/** The parameters of {@link listPage} that say where a statement begins and ends, and how many rows it returns. */
type PageValues = Position & { endCreatedAt: number; endId: string; rows: number };

/** One statement for each set of conditions. */
const listings = new Map<string, Statement<object, unknown>>();

function listing(table: keyof Tables, text: string): Statement<object, unknown> {
  const known = listings.get(text) ?? statement(`${table}.list.${listings.size}`, text, { isPlannedOnce: true });
  listings.set(text, known);
  return known;
}

/** A page of a listing, newest first. @param map maps a row with these columns. */
export async function listPage<Row>(
  read: ReadStep,
  table: keyof Tables,
  { columns = "*", conditions = [], filters = [], values = {}, query, order = newestFirst }: ListedPage,
  map: (row: never) => Row,
): Promise<Page<Row>> {
  const { limit } = query;
  const inOrder = (what: string, where: readonly string[], count: string): Statement<object, unknown> =>
    listing(table, `select ${what} from ${table} where ${where.join(" and ")} order by ${order.by} limit ${count}`);
  const start = ({ after }: { after: PageAfter }): string[] => [
    ...conditions,
    after === null ? order.beginning : order.after,
  ];
  const valuesOf = (after: PageAfter, end: PageAfter, rows: number): object => {
    const place: PageValues = {
      createdAt: after?.createdAt ?? 0,
      id: after?.id ?? "",
      endCreatedAt: end?.createdAt ?? 0,
      endId: end?.id ?? "",
      rows,
    };
    return { ...values, ...place };
  };
  if (filters.length === 0) {
    const page = inOrder(columns, start(query), ":rows");
    return pageOf(
      (await read((queries) => page.all(queries, valuesOf(query.after, null, limit + 1)))) as never[],
      limit,
      map,
    );
  }
  const found = await fromWindows<unknown, { after: PageAfter }>(query, limit + 1, (from, rowsMax) =>
    read(async (queries) => {
      const ends = inOrder('created_at as "createdAt", id', start(from), `1 offset ${windowRows - 1}`);
      const end = ((await ends.first(queries, valuesOf(from.after, null, 0))) as Position | undefined) ?? null;
      const within = [...start(from), ...(end === null ? [] : [order.within]), ...filters];
      const rows = await inOrder(columns, within, ":rows").all(queries, valuesOf(from.after, end, rowsMax));
      return { found: rows, end: end === null ? null : { after: end } };
    }),
  );
  return pageOf(found as never[], limit, map);
}

const newestFirst: ListOrder = {
  beginning: "1 = 1",
  after: "(created_at, id) < (:createdAt, :id)",
  within: "(created_at, id) >= (:endCreatedAt, :endId)",
  by: "created_at desc, id desc",
};

/** An order, and the conditions of the first page, of later ones, and of the rows up to a window's end. */
export type ListOrder = { beginning: string; after: string; within: string; by: string };

/** What {@link listPage} lists. */
export type ListedPage = {
  /** The columns, as SQL; all of the table by default. */
  columns?: string;
  /** Conditions that one index has, as SQL with parameters as `:name`. Leave out one that isn't set. */
  conditions?: readonly string[];
  /** The same for conditions that this index doesn't have. */
  filters?: readonly string[];
  /** The parameters of the conditions. */
  values?: Readonly<Record<string, string | number | null>>;
  query: { after: PageAfter; limit: number };
  /** Newest first by default. */
  order?: ListOrder;
};

/** Whether the client's tenant exists and isn't deleted. It is checked once per statement, not per row. */
export const isLivingTenant =
  "exists (select 1 from tenants where id = :tenantId and client_id = :clientId and deleted_at is null)";

/** The conditions, and the values of their parameters. */
type ReachCondition = {
  conditions: readonly string[];
  values: { reachedIds: string; reachedLabel: string | null };
};

/** For a statement whose only table is `tenants`. */
export function reachedTenants(reach: TenantReach): ReachCondition {
  return condition(reach, "id", "label = :reachedLabel");
}

/** For a statement whose only table is this one, which has a `tenant_id`. */
export function reachedRows(reach: TenantReach, table: "delegated_tokens"): ReachCondition {
  const hasLabel = `exists (select 1 from tenants where tenants.id = ${table}.tenant_id and tenants.label = :reachedLabel)`;
  return condition(reach, "tenant_id", hasLabel);
}

function condition(reach: TenantReach, idColumn: string, hasLabel: string): ReachCondition {
  if (reach === null) return { conditions: [], values: { reachedIds: "", reachedLabel: null } };
  if ("label" in reach) return { conditions: [hasLabel], values: { reachedIds: "", reachedLabel: reach.label } };
  const values = { reachedIds: listedIds(reach.ids), reachedLabel: null };
  return { conditions: [isListed(idColumn, "reachedIds")], values };
}

/**
 * The condition. The parameter is a text in which each name stands between commas, so a replacement changes it only if
 * it contains the column's text.
 * @param column SQL. @param parameter the name of the parameter, whose value is from {@link listedIds}.
 */
export function isListed(column: string, parameter: string): string {
  return `replace(:${parameter}, ',' || ${column} || ',', '') <> :${parameter}`;
}

/** The parameter's value. @param names without commas; null for a list that no condition uses. */
export function listedIds(names: readonly string[] | null): string {
  return (names ?? []).map((name) => `,${name},`).join("");
}
