/** Execution records. Every change of status is one conditional update; the key follows in the same transaction. */
import { sql } from "kysely";
import type { ExecutionStore } from "../executions/port.ts";
import type { KeyScope } from "../idempotency/port.ts";
import type { Queries, StoreContext } from "./context.ts";
import { listExecutions, showExecutions } from "./execution-lists.ts";
import { executionRow } from "./execution-rows.ts";
import { findExecution, groupedClaims } from "./executions-claim.ts";
import { placeLookUp } from "./executions-lookup.ts";
import { endKeysOf, pruneExecutions, sweepExecutions } from "./executions-sweep.ts";
import { keyRow } from "./key-rows.ts";
import { storableJson } from "./text.ts";

/** @param context the database. */
export function createExecutionStore(context: StoreContext): ExecutionStore {
  const claim = groupedClaims(context);
  return {
    lookUp: placeLookUp(context),
    findKey: (scope) => context.once({ client: scope.clientId }, (queries) => findKey(queries, scope)),
    claim: (row, key, use) => claim({ row, claim: key, use: use ?? null }),
    dispatch: ({ id, clientId }, expect, write) =>
      context.change(
        { client: clientId },
        (queries, repeated) => dispatch(context, queries, id, { expect, write }, repeated),
        { repeatable: true },
      ),
    settle: (id, expect, settlement) =>
      context.transaction({ subject: id }, (queries, repeated) => settle(queries, id, expect, settlement, repeated), {
        repeatable: true,
      }),
    recordLateAnswer: (id, late) =>
      context.once({ subject: id }, async (queries) => {
        await queries
          .updateTable("executions")
          .set({ late_answer: storableJson(late) })
          .where("id", "=", id)
          .where("late_answer", "is", null)
          .where("status", "not in", ["accepted", "dispatched"])
          .execute();
      }),
    find: (clientId, tenantId, id) =>
      context.once({ client: clientId }, (queries) => findExecution(queries, clientId, tenantId, id)),
    list: (clientId, tenantId, query) =>
      context.once({ client: clientId }, (queries) => listExecutions(queries, clientId, tenantId, query)),
    show: (clientId, tenantId, query) =>
      context.once({ client: clientId }, (queries) => showExecutions(queries, clientId, tenantId, query)),
    resolve: (clientId, tenantId, id, resolution) =>
      context.once({ client: clientId }, async (queries) => {
        const changed = await queries
          .updateTable("executions")
          .set({ status: resolution.outcome, resolution: storableJson(resolution) })
          .where("id", "=", id)
          .where("client_id", "=", clientId)
          .where("tenant_id", "=", tenantId)
          .where("status", "=", "outcome_unknown")
          .returningAll()
          .executeTakeFirst();
        if (changed !== undefined) return { row: executionRow(changed), changed: true };
        const row = await findExecution(queries, clientId, tenantId, id);
        return row === null ? null : { row, changed: false };
      }),
    sweep: (scope) => sweepExecutions(context, scope),
    prune: (before, limit) => pruneExecutions(context, before, limit),
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

type HandOver = Parameters<ExecutionStore["dispatch"]>;

/**
 * After a lost answer the update is tried again on another connection, where it waits for the lost one to end. It finds
 * either the old row, and changes it, or this very hand-over already written; anything else is somebody else's work.
 */
async function dispatch(
  context: StoreContext,
  queries: Queries,
  id: string,
  { expect, write }: { expect: HandOver[1]; write: HandOver[2] },
  repeated: boolean,
): Promise<boolean> {
  // Held until the commit: who ends the connection comes before and is seen, or waits and answers after the hand-over.
  const held = context.locksRows ? sql` for share` : sql``;
  const changed = await queries
    .updateTable("executions")
    .set({ status: "dispatched", fence: expect.fence + 1, dispatched_at: write.at, settle_after: write.settleAfter })
    .where("id", "=", id)
    .where("status", "=", "accepted")
    .where("owner_id", "=", expect.ownerId)
    .where("fence", "=", expect.fence)
    .where(
      sql<boolean>`exists (select 1 from connections
        where connections.id = executions.connection_id and connections.status = 'active'${held})`,
    )
    .executeTakeFirst();
  if (changed.numUpdatedRows === 1n || !repeated) return changed.numUpdatedRows === 1n;
  const mine = await queries
    .selectFrom("executions")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "dispatched")
    .where("owner_id", "=", expect.ownerId)
    .where("fence", "=", expect.fence + 1)
    .where("dispatched_at", "=", write.at)
    .executeTakeFirst();
  return mine !== undefined;
}

async function settle(
  queries: Queries,
  id: string,
  expect: Parameters<ExecutionStore["settle"]>[1],
  settlement: Parameters<ExecutionStore["settle"]>[2],
  repeated: boolean,
): Promise<boolean> {
  const changed = await queries
    .updateTable("executions")
    .set({
      status: settlement.status,
      summary_output: storableJson(settlement.summaryOutput),
      error_code: settlement.errorCode,
      error_detail: settlement.errorDetail,
      retry_after_seconds: settlement.retryAfterSeconds,
      provider_status: settlement.providerStatus,
      provider_request_id: settlement.providerRequestId,
      completed_at: settlement.completedAt,
      settle_after: 0,
    })
    .where("id", "=", id)
    .where("status", "=", expect.from)
    .where("owner_id", "=", expect.ownerId)
    .where("fence", "=", expect.fence)
    .returning(["id", "client_id", "tenant_id", "idempotency_key"])
    .execute();
  if (changed.length === 0) return repeated && (await isSettledSo(queries, id, expect, settlement));
  await endKeysOf(queries, changed, settlement.freesKey ? "freed" : "done");
  return true;
}

/** Whether a first run of the same settlement was written and only its answer was lost; a sweep would have fenced it. */
async function isSettledSo(
  queries: Queries,
  id: string,
  expect: Parameters<ExecutionStore["settle"]>[1],
  settlement: Parameters<ExecutionStore["settle"]>[2],
): Promise<boolean> {
  const row = await queries
    .selectFrom("executions")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", settlement.status)
    .where("owner_id", "=", expect.ownerId)
    .where("fence", "=", expect.fence)
    .where("completed_at", "=", settlement.completedAt)
    .executeTakeFirst();
  return row !== undefined;
}
