/**
 * Execution records. Every change of status is conditional on the one before it, and the key changes with the record.
 */
import type { ExecutionStore } from "../../../domain/executions/port.ts";
import { isContradicted, type ExecutionRow } from "../../../domain/records/record.ts";
import type { KeyScope } from "../../../domain/idempotency/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append } from "../journal/append.ts";
import { executionEntry } from "../journal/entries.ts";
import type { ExecutionsTable, ConnectionsTable } from "../tables.ts";
import { storableJson } from "../text.ts";
import type { OpenFence } from "../postgres/fence.ts";
import { claims } from "./claiming.ts";
import { dispatches } from "./dispatch.ts";
import { executionRow, listExecutions, summarizeExecutions } from "./lists.ts";
import { endLooks } from "./look-schedule.ts";
import { createRecordsInHand } from "./records-in-hand.ts";
import { keyRow } from "../keys.ts";
import { firstRow } from "../rows.ts";
import { settlements } from "./settle.ts";
import { giveUpExecutions, openExecutionsOf, pruneExecutions, sweepExecutions } from "./sweep.ts";
import { connectionRow } from "../connections/rows.ts";
import { statement } from "../statements/statement.ts";

/**
 * @param context the database.
 * @param fence the fence that a dispatch must pass on PostgreSQL, and a sweep of a record that wasn't sent; null on
 *   SQLite.
 */
export function createExecutionStore(context: StoreContext, fence: Pick<OpenFence, "held"> | null): ExecutionStore {
  const inHand = context.engine === "postgres" ? createRecordsInHand(context) : null;
  const claim = claims(context, inHand, fence);
  return {
    lookUp: connectionLookUp(context),
    findKey: (scope) => context.read({ client: scope.clientId }, (queries) => findKey(queries, scope)),
    claim: (row, key, use, cachedVersion, budgets) =>
      claim({ row, key, use: use ?? null, cachedVersion: cachedVersion ?? null, budgets: budgets ?? [] }),
    dispatch: dispatches(context, inHand, fence),
    settle: settlements(context, inHand),
    restoreLost: async () => (await inHand?.restoreAll()) ?? 0,
    recordLateResponse: ({ id, clientId }, late) =>
      context.write({ client: clientId }, async (queries) => {
        const recorded = await queries
          .updateTable("executions")
          .set({ late_response: storableJson(late) })
          .where("id", "=", id)
          .where("late_response", "is", null)
          .where("status", "not in", ["accepted", "dispatched"])
          .returningAll()
          .executeTakeFirst();
        if (recorded === undefined || !isContradicted(executionRow(recorded), late)) return false;
        const data = { response: late.verdict, outcome: recorded.status };
        await append(context, queries, [executionEntry("action_execution.contradicted", recorded, "system", data)]);
        return true;
      }),
    find: (clientId, tenantId, id) =>
      context.read({ client: clientId }, (queries) => findExecution(queries, clientId, tenantId, id)),
    list: (clientId, tenantId, query) =>
      context.list({ client: clientId }, (read) => listExecutions(read, clientId, tenantId, query)),
    summarize: (clientId, tenantId, query) =>
      context.list({ client: clientId }, (read) => summarizeExecutions(read, clientId, tenantId, query)),
    resolve: (clientId, tenantId, id, resolution, by) =>
      context.write({ client: clientId }, async (queries) => {
        const changed = await queries
          .updateTable("executions")
          .set({ status: resolution.outcome, resolution: storableJson(resolution), digests: null })
          .where("id", "=", id)
          .where("client_id", "=", clientId)
          .where("tenant_id", "=", tenantId)
          .where("status", "=", "outcome_unknown")
          .returningAll()
          .executeTakeFirst();
        if (changed !== undefined) {
          await endLooks(queries, id);
          // The note is free text, so it is kept only in the execution.
          const data = { outcome: resolution.outcome };
          await append(context, queries, [executionEntry("action_execution.resolved", changed, by, data)]);
          return { row: executionRow(changed), changed: true };
        }
        const row = await findExecution(queries, clientId, tenantId, id);
        return row === null ? null : { row, changed: false };
      }),
    sweep: (scope) => sweepExecutions(context, fence, scope),
    openOf: (ownerId) => openExecutionsOf(context, fence, ownerId),
    giveUp: (ownerId, ids) => giveUpExecutions(context, fence, ownerId, ids),
    prune: (before, limit, beyond) => pruneExecutions(context, before, limit, beyond),
  };
}

async function findKey(queries: Queries, scope: KeyScope): ReturnType<ExecutionStore["findKey"]> {
  const row = await queries
    .selectFrom("idempotency_keys as k")
    .leftJoin("executions as e", "e.id", "k.execution_id")
    .selectAll("e")
    .select(["k.key", "k.state", "k.fingerprint", "k.execution_id", "k.response"])
    .select(["k.attempt as key_attempt", "k.owner_id as key_owner_id", "k.created_at as key_created_at"])
    .where("k.client_id", "=", scope.clientId)
    .where("k.tenant_id", "=", scope.tenantId)
    .where("k.key", "=", scope.key)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { clientId: client_id, tenantId: tenant_id } = scope;
  const { key_attempt: attempt, key_owner_id: owner_id, key_created_at: created_at } = row;
  const key = keyRow({ ...row, client_id, tenant_id, attempt, owner_id, created_at });
  // A left join returns either every column of the record or none.
  return { key, execution: row.id === null ? null : executionRow(row as ExecutionsTable) };
}

async function findExecution(
  queries: Queries,
  clientId: string,
  tenantId: string,
  id: string,
): Promise<ExecutionRow | null> {
  return await firstRow(
    queries
      .selectFrom("executions")
      .selectAll()
      .where("id", "=", id)
      .where("client_id", "=", clientId)
      .where("tenant_id", "=", tenantId),
    executionRow,
  );
}

// A left join returns either every column of the connection or none.
type FoundRow = (ConnectionsTable | { [Column in keyof ConnectionsTable]: null }) & { record: Uint8Array | null };

const find = statement<{ clientId: string; tenantId: string; connectionId: string }, FoundRow>(
  "executions.look_up",
  `select c.*, s.record from tenants t
   left join connections c on c.id = :connectionId and c.tenant_id = t.id and c.client_id = t.client_id
   left join credentials s on s.connection_id = c.id
   where t.id = :tenantId and t.client_id = :clientId and t.deleted_at is null`,
);

/** @param context the database. */
export function connectionLookUp(context: StoreContext): ExecutionStore["lookUp"] {
  return async (ref) => {
    const row = await context.read({ client: ref.clientId }, (queries) => find.first(queries, ref), {
      repeatable: true,
    });
    if (row === undefined) return null;
    return { connection: row.id === null ? null : { connection: connectionRow(row), record: row.record } };
  };
}
