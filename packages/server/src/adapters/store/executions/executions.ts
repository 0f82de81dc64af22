/** Execution records. Every change of status is conditional on the one before it, and the key changes with the record. */
import type { ExecutionStore } from "../../../domain/executions/port.ts";
import type { ExecutionRow } from "../../../domain/executions/record.ts";
import type { KeyScope } from "../../../domain/idempotency/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { keyRow } from "../keys/key-rows.ts";
import { storableJson } from "../text.ts";
import type { OpenFence } from "../postgres/fence.ts";
import { appendOutboxEvents, executionEvent } from "../webhooks/outbox.ts";
import { claims } from "./claim.ts";
import { dispatches } from "./dispatch.ts";
import { listExecutions } from "./lists.ts";
import { connectionLookUp } from "./lookup.ts";
import { createRecordsInHand } from "./records-in-hand.ts";
import { executionRow } from "./rows.ts";
import { settlements } from "./settle.ts";
import { giveUpExecutions, openExecutionsOf, pruneExecutions, sweepExecutions } from "./sweep.ts";

/** @param context the database. @param fence what a dispatch asks on PostgreSQL; null on SQLite. */
export function createExecutionStore(context: StoreContext, fence: Pick<OpenFence, "held"> | null): ExecutionStore {
  const inHand = context.engine === "postgres" ? createRecordsInHand(context) : null;
  const claim = claims(context, inHand);
  return {
    lookUp: connectionLookUp(context),
    findKey: (scope) => context.read({ client: scope.clientId }, (queries) => findKey(queries, scope)),
    claim: (row, key, use, cachedVersion) =>
      claim({ row, key, use: use ?? null, cachedVersion: cachedVersion ?? null }),
    dispatch: dispatches(context, inHand, fence),
    settle: settlements(context, inHand),
    restoreLost: async () => (await inHand?.restoreAll()) ?? 0,
    recordLateAnswer: (id, late) =>
      context.write({ subject: id }, async (queries) => {
        await queries
          .updateTable("executions")
          .set({ late_answer: storableJson(late) })
          .where("id", "=", id)
          .where("late_answer", "is", null)
          .where("status", "not in", ["accepted", "dispatched"])
          .execute();
      }),
    find: (clientId, tenantId, id) =>
      context.read({ client: clientId }, (queries) => findExecution(queries, clientId, tenantId, id)),
    list: (clientId, tenantId, query) =>
      context.read({ client: clientId }, (queries) => listExecutions(queries, clientId, tenantId, query)),
    resolve: (clientId, tenantId, id, resolution) =>
      context.write({ client: clientId }, async (queries) => {
        const changed = await queries
          .updateTable("executions")
          .set({ status: resolution.outcome, resolution: storableJson(resolution) })
          .where("id", "=", id)
          .where("client_id", "=", clientId)
          .where("tenant_id", "=", tenantId)
          .where("status", "=", "outcome_unknown")
          .returningAll()
          .executeTakeFirst();
        if (changed !== undefined) {
          await appendOutboxEvents(context, queries, [executionEvent("action_execution.resolved", changed)]);
          return { row: executionRow(changed), changed: true };
        }
        const row = await findExecution(queries, clientId, tenantId, id);
        return row === null ? null : { row, changed: false };
      }),
    sweep: (scope) => sweepExecutions(context, scope),
    openOf: (ownerId) => openExecutionsOf(context, ownerId),
    giveUp: (ownerId, ids) => giveUpExecutions(context, ownerId, ids),
    prune: (before, limit, beyond) => pruneExecutions(context, before, limit, beyond),
  };
}

async function findKey(queries: Queries, scope: KeyScope): ReturnType<ExecutionStore["findKey"]> {
  const rows = await queries
    .selectFrom("idempotency_keys as k")
    .leftJoin("executions as e", "e.id", "k.execution_id")
    .selectAll("e")
    .select(["k.client_id as key_client_id", "k.tenant_id as key_tenant_id", "k.key", "k.state", "k.fingerprint"])
    .select(["k.execution_id", "k.answer", "k.attempt as key_attempt", "k.owner_id as key_owner_id"])
    .select("k.created_at as key_created_at")
    .where("k.client_id", "=", scope.clientId)
    .where("k.tenant_id", "=", scope.tenantId)
    .where("k.key", "=", scope.key)
    .executeTakeFirst();
  if (rows === undefined) return null;
  const key = keyRow({
    client_id: rows.key_client_id,
    tenant_id: rows.key_tenant_id,
    key: rows.key,
    state: rows.state,
    fingerprint: rows.fingerprint,
    execution_id: rows.execution_id,
    answer: rows.answer,
    attempt: rows.key_attempt,
    owner_id: rows.key_owner_id,
    created_at: rows.key_created_at,
  });
  // A left join gives either every column of the record or none.
  const execution = rows.id === null ? null : executionRow(rows as Parameters<typeof executionRow>[0]);
  return { key, execution };
}

async function findExecution(
  queries: Queries,
  clientId: string,
  tenantId: string,
  id: string,
): Promise<ExecutionRow | null> {
  const row = await queries
    .selectFrom("executions")
    .selectAll()
    .where("id", "=", id)
    .where("client_id", "=", clientId)
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  return row === undefined ? null : executionRow(row);
}
