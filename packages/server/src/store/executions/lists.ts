/** Listings of executions. Each set of filters has a statement of its own, which reads its page from one index. */
import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder } from "kysely";
import type { ExecutionQuery, ExecutionRow, ExecutionStatus } from "../../executions/port.ts";
import type { Page } from "../../tenants/port.ts";
import type { Queries } from "../context.ts";
import { listingStatements, pageOf, pageSlots, pageWithin, type PageSlots } from "../statements/page.ts";
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

const listRows = listingStatements<Shape, Slots, ExecutionsTable>("executions.list", (queries, slot, shape) =>
  pageQuery(queries, slot, shape).selectAll(),
);

/** A page of records. */
export async function listExecutions(
  queries: Queries,
  clientId: string,
  tenantId: string,
  query: Query,
): Promise<Page<ExecutionRow>> {
  const rows = await listRows(shapeOf(query)).all(queries, slotsOf(clientId, tenantId, query));
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

function pageQuery(queries: Queries, slot: Slots, { connection, action, key, status, after }: Shape) {
  const within = (place: Readonly<Record<string, unknown>>) => pageWithin(place, slot, after);
  const tenant = { client_id: slot.clientId, tenant_id: slot.tenantId };
  const executions = queries.selectFrom("executions");
  const withAction = (rows: typeof executions) => (action ? rows.where("action_id", "=", slot.actionId) : rows);
  const withConnection = (rows: typeof executions) =>
    connection ? rows.where("connection_id", "=", slot.connectionId) : rows;
  if (key) {
    // A key has as many rows as it had attempts. The last condition is that of the partial index.
    const rows = withConnection(withAction(executions))
      .where(within({ ...tenant, idempotency_key: slot.idempotencyKey }))
      .where(sql<boolean>`idempotency_key <> ''`);
    return newestFirst(status === "" ? rows : rows.where("status", "=", status), slot);
  }
  if (status !== "" && status !== "succeeded") {
    const rows = withConnection(withAction(executions))
      .where(within({ ...tenant, status: sql.lit(status) }))
      .where(status === "failed" || status === "outcome_unknown" ? isTroubled : isRunning);
    return newestFirst(rows, slot);
  }
  const done = withAction(status === "" ? executions : executions.where("status", "=", sql.lit(status)));
  if (!connection) return newestFirst(done.where(within(tenant)), slot);
  return newestFirst(done.where(within({ connection_id: slot.connectionId })).where(isOfTenant(slot)), slot);
}

/** Whether the connection is this tenant's. Asked once a statement; on each row it would suggest the tenant's index. */
function isOfTenant({ clientId, tenantId, connectionId }: Slots): RawBuilder<boolean> {
  return sql`exists (select 1 from connections
    where id = ${connectionId} and client_id = ${clientId} and tenant_id = ${tenantId})`;
}

type Executions = SelectQueryBuilder<Tables, "executions", object>;

function newestFirst(rows: Executions, slot: Slots): Executions {
  return rows.orderBy("created_at", "desc").orderBy("id", "desc").limit(slot.rows);
}
