/**
 * Figures about the whole database, for restores. Rows are counted in batches along the primary key, so that no
 * statement reads more at once in a larger table.
 */
import { sql } from "kysely";
import type { DatabaseContents, OnCounted } from "../../domain/idempotency/port.ts";
import type { Queries, StoreContext } from "./context.ts";
import { statement } from "./statements/statement.ts";

/** The tables that are counted, with their primary keys. */
const countedTables = {
  service_clients: ["id"],
  service_keys: ["id"],
  tenants: ["id"],
  connections: ["id"],
  credentials: ["connection_id"],
  connect_sessions: ["id"],
  idempotency_keys: ["client_id", "tenant_id", "key"],
  executions: ["id"],
  journal: ["client_id", "seq"],
} as const;

type CountedTable = keyof typeof countedTables;

const batchRows = 10_000;

/** The key of the last row of a batch, and the number of rows in a batch that may not be whole. */
function countingOf(table: CountedTable) {
  const key: readonly string[] = countedTables[table];
  const columns = key.join(", ");
  const after = `(${columns}) > (${key.map((column) => `:${column}`).join(", ")})`;
  const boundary = (where: string, name: string) =>
    statement<Record<string, unknown>, Record<string, unknown>>(
      `${table}.${name}`,
      `select ${columns} from ${table} where ${where} order by ${columns} limit 1 offset ${batchRows - 1}`,
      { isPlannedOnce: true },
    );
  const count = (where: string, name: string) =>
    statement<Record<string, unknown>, { count: number }>(
      `${table}.${name}`,
      `select count(*) as count from (select 1 from ${table} where ${where} order by ${columns} limit ${batchRows}) as rest`,
      { isPlannedOnce: true },
    );
  return {
    first: { boundary: boundary("1 = 1", "count_boundary"), count: count("1 = 1", "count") },
    next: { boundary: boundary(after, "count_next_boundary"), count: count(after, "count_next") },
  };
}

const counting = new Map(
  (Object.keys(countedTables) as CountedTable[]).map((table) => [table, countingOf(table)] as const),
);

async function countRows(context: StoreContext, table: CountedTable, onCounted: OnCounted): Promise<number> {
  const statements = counting.get(table) ?? countingOf(table);
  let rows = 0;
  let after: Record<string, unknown> | null = null;
  for (;;) {
    const { boundary, count }: (typeof statements)["first"] = after === null ? statements.first : statements.next;
    const values: Record<string, unknown> = after ?? {};
    const last: Record<string, unknown> | undefined = await context.read("system", (queries) =>
      boundary.first(queries, values),
    );
    if (last === undefined) {
      const rest = await context.read("system", (queries) => count.first(queries, values));
      return rows + (rest?.count ?? 0);
    }
    rows += batchRows;
    after = last;
    onCounted(table, rows);
  }
}

/** `RestoreStore.contents`. */
export async function readContents(context: StoreContext, onCounted: OnCounted): Promise<DatabaseContents> {
  const rows: Record<string, number> = {};
  for (const table of counting.keys()) rows[table] = await countRows(context, table, onCounted);
  const heads = await context.read("system", readHeads, { confirmed: true });
  return { ...heads, rows, newestExecutionAt: await newestExecutionAt(context) };
}

// An id begins with the time, but a clock may have been set back since, so the newest ids are compared.
const newestExecution = statement<object, { at: number | null }>(
  "executions.newest_at",
  "select max(created_at) as at from (select created_at from executions order by id desc limit 1000) as newest",
  { isPlannedOnce: true },
);

/** `RestoreStore.newestExecutionAt`. */
export async function newestExecutionAt(context: StoreContext): Promise<number> {
  const row = await context.read("system", (queries) => newestExecution.first(queries, {}));
  return row?.at ?? 0;
}

const newestEvent = statement<object, { at: number | null }>(
  "journal.newest_at",
  `select max(at) as at from (
     select (select e.at from journal as e where e.client_id = c.client_id order by e.seq desc limit 1) as at
     from journal_heads as c) as newest`,
);

/** The heads, which are compared later, so they must be durable when they are shown. */
async function readHeads(
  queries: Queries,
): Promise<Pick<DatabaseContents, "schema" | "newestAuditEventAt" | "auditHeads">> {
  const schema = await sql<{ number: number | null }>`select max(number) as number from schema_migrations`.execute(
    queries,
  );
  const newest = await newestEvent.first(queries, {});
  const auditHeads = await queries
    .selectFrom("journal_heads")
    .select(["client_id as clientId", "seq", "hash"])
    .where("seq", ">", 0)
    .orderBy("client_id")
    .execute();
  return { schema: schema.rows[0]?.number ?? 0, newestAuditEventAt: newest?.at ?? 0, auditHeads };
}
