/** Listings of executions. Each set of filters has a statement of its own, which reads its page from one index. */
import { sql } from "kysely";
import type { ExecutionQuery, ExecutionRow, ExecutionStatus, ListedExecution } from "../executions/port.ts";
import type { Page } from "../tenants/port.ts";
import type { Queries } from "./context.ts";
import { executionRow } from "./execution-rows.ts";
import { listingStatements, pageAfter, pageOf, pageSlots, type PageSlots } from "./page.ts";
import type { PreparedEngine } from "./prepared.ts";
import type { ExecutionsTable } from "./tables.ts";
import { parsedJsonOrNull } from "./text.ts";

/** The conditions of partial indexes (migration 10), which SQLite wants to read word for word. */
export const isTroubled = sql<boolean>`status IN ('failed', 'outcome_unknown')`;
export const isRunning = sql<boolean>`status IN ('accepted', 'dispatched')`;

type Query = ExecutionQuery;
type Slots = PageSlots & {
  clientId: string;
  tenantId: string;
  connectionId: string;
  actionId: string;
  idempotencyKey: string;
};
type Shape = {
  connection: boolean;
  action: boolean;
  key: boolean;
  /** "" for every status. */
  status: ExecutionStatus | "";
  after: boolean;
};

/** What a listing shows; a driver's price is for each column of each row. */
const shownColumns = [
  "id",
  "status",
  "action_id",
  "connection_id",
  "tenant_id",
  "provider",
  "effect",
  "summary_input",
  "summary_output",
  "error_code",
  "error_detail",
  "provider_status",
  "provider_request_id",
  "idempotency_key",
  "attempt",
  "created_at",
  "dispatched_at",
  "completed_at",
  "late_answer",
  "resolution",
] as const;
type ShownRow = Pick<ExecutionsTable, (typeof shownColumns)[number]>;

const shownRows = listingStatements<Shape, Slots, ShownRow>("executions.shown", (queries, slot, shape, engine) =>
  pageQuery(queries, slot, shape, engine).select(shownColumns),
);

const wholeRows = listingStatements<Shape, Slots, ExecutionsTable>("executions.list", (queries, slot, shape, engine) =>
  pageQuery(queries, slot, shape, engine).selectAll(),
);

/** A page of records. */
export async function listExecutions(
  queries: Queries,
  clientId: string,
  tenantId: string,
  query: Query,
): Promise<Page<ExecutionRow>> {
  const rows = await wholeRows(shapeOf(query)).all(queries, slotsOf(clientId, tenantId, query));
  return pageOf(rows, query.limit, executionRow);
}

/** A page of what a listing shows of records. */
export async function showExecutions(
  queries: Queries,
  clientId: string,
  tenantId: string,
  query: Query,
): Promise<Page<ListedExecution>> {
  const rows = await shownRows(shapeOf(query)).all(queries, slotsOf(clientId, tenantId, query));
  return pageOf(rows, query.limit, listedExecution);
}

function shapeOf({ connectionId, actionId, idempotencyKey, status, after }: Query): Shape {
  return {
    connection: connectionId !== null,
    action: actionId !== null,
    key: idempotencyKey !== null,
    status: status ?? "",
    after: after !== null,
  };
}

function slotsOf(clientId: string, tenantId: string, query: Query): Slots {
  const { connectionId, actionId, idempotencyKey } = query;
  return {
    ...pageSlots(query),
    clientId,
    tenantId,
    connectionId: connectionId ?? "",
    actionId: actionId ?? "",
    idempotencyKey: idempotencyKey ?? "",
  };
}

function pageQuery(queries: Queries, slot: Slots, shape: Shape, { locksRows }: PreparedEngine) {
  const { connection, action, key, status, after } = shape;
  // SQLite counts the columns that an index answers for and not the rows that they leave: what a connection's index shall
  // find is taken out of the tenant's. PostgreSQL goes by its statistics.
  const isConnections = connection && !key && (status === "" || status === "succeeded") && !locksRows;
  const column = (name: "client_id" | "tenant_id") => (isConnections ? sql<string>`+${sql.ref(name)}` : sql.ref(name));
  let rows = queries
    .selectFrom("executions")
    .where(column("client_id"), "=", slot.clientId)
    .where(column("tenant_id"), "=", slot.tenantId);
  if (connection) rows = rows.where("connection_id", "=", slot.connectionId);
  if (action) rows = rows.where("action_id", "=", slot.actionId);
  // The second is the condition of the partial index of keys.
  if (key) rows = rows.where("idempotency_key", "=", slot.idempotencyKey).where(sql<boolean>`idempotency_key <> ''`);
  if (status !== "") rows = rows.where("status", "=", sql.lit(status));
  if (status === "failed" || status === "outcome_unknown") rows = rows.where(isTroubled);
  if (status === "accepted" || status === "dispatched") rows = rows.where(isRunning);
  return rows
    .where(pageAfter(after ? slot : null))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(slot.rows);
}

function listedExecution(row: ShownRow): ListedExecution {
  return {
    id: row.id,
    status: row.status as ListedExecution["status"],
    actionId: row.action_id,
    connectionId: row.connection_id,
    tenantId: row.tenant_id,
    provider: row.provider,
    effect: row.effect as ListedExecution["effect"],
    summaryInputJson: row.summary_input,
    summaryOutputJson: row.summary_output,
    errorCode: row.error_code,
    errorDetail: row.error_detail,
    providerStatus: row.provider_status,
    providerRequestId: row.provider_request_id,
    idempotencyKey: row.idempotency_key,
    attempt: row.attempt,
    createdAt: row.created_at,
    dispatchedAt: row.dispatched_at,
    completedAt: row.completed_at,
    lateAnswer: parsedJsonOrNull(row.late_answer),
    resolution: parsedJsonOrNull(row.resolution),
  };
}
