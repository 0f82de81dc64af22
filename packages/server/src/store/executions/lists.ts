/** Listings of executions. Each set of filters has a statement of its own, which reads its page from one index. */
import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder } from "kysely";
import type { ExecutionQuery, ExecutionRow, ExecutionStatus } from "../../executions/port.ts";
import type { Page } from "../../tenants/port.ts";
import type { Queries } from "../context.ts";
import { listingStatements, pageAfter, pageOf, pageSlots, pageWithin, type PageSlots } from "../statements/page.ts";
import type { PreparedEngine } from "../statements/prepared.ts";
import type { ExecutionsTable, Tables } from "../tables.ts";
import { executionRow } from "./rows.ts";

/** The conditions of partial indexes, which SQLite must read word for word. */
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

function pageQuery(queries: Queries, slot: Slots, shape: Shape, engine: PreparedEngine) {
  const { connection, action, key, status, after } = shape;
  const within = (place: Readonly<Record<string, unknown>>) => pageWithin(place, slot, { ...engine, isAfter: after });
  const executions = queries.selectFrom("executions");
  const ofTenant = executions.where("client_id", "=", slot.clientId).where("tenant_id", "=", slot.tenantId);
  if (key) {
    // A key has as many rows as it had attempts. The last is the condition of the partial index.
    let rows = ofTenant.where("idempotency_key", "=", slot.idempotencyKey).where(sql<boolean>`idempotency_key <> ''`);
    if (connection) rows = rows.where("connection_id", "=", slot.connectionId);
    if (action) rows = rows.where("action_id", "=", slot.actionId);
    if (status !== "") rows = rows.where("status", "=", status);
    return newestFirst(rows.where(pageAfter(after ? slot : null)), slot);
  }
  const withAction = (rows: typeof executions) => (action ? rows.where("action_id", "=", slot.actionId) : rows);
  if (status !== "" && status !== "succeeded") {
    const rows = withAction(executions)
      .where("client_id", "=", slot.clientId)
      .where(within({ tenant_id: slot.tenantId, status: sql.lit(status) }))
      .where(status === "failed" || status === "outcome_unknown" ? isTroubled : isRunning);
    const ofConnection = connection ? rows.where("connection_id", "=", slot.connectionId) : rows;
    return newestFirst(ofConnection.orderBy("tenant_id", "desc").orderBy("status", "desc"), slot);
  }
  const done = withAction(status === "" ? executions : executions.where("status", "=", sql.lit(status)));
  if (!connection) {
    const rows = done.where("client_id", "=", slot.clientId);
    return newestFirst(rows.where(within({ tenant_id: slot.tenantId })).orderBy("tenant_id", "desc"), slot);
  }
  const rows = done.where(isOfTenant(slot, engine)).where(within({ connection_id: slot.connectionId }));
  return newestFirst(rows.orderBy("connection_id", "desc"), slot);
}

/**
 * The tenant of a connection's rows. A connection is of one tenant, which no engine knows; so this is said in a way for
 * which the tenant's index is no use, and which PostgreSQL does not expect to leave a few rows only.
 */
function isOfTenant({ clientId, tenantId }: Slots, { locksRows }: PreparedEngine): RawBuilder<boolean> {
  if (!locksRows) return sql`(client_id || '') = ${clientId} and (tenant_id || '') = ${tenantId}`;
  const place = sql`(${tenantId}, ${clientId})`;
  return sql`(tenant_id || '', client_id) >= ${place} and (tenant_id || '', client_id) <= ${place}`;
}

type Executions = SelectQueryBuilder<Tables, "executions", object>;

function newestFirst(rows: Executions, slot: Slots): Executions {
  return rows.orderBy("created_at", "desc").orderBy("id", "desc").limit(slot.rows);
}
