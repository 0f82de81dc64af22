/**
 * Settlements: the writes when a record's outcome is known, no matter who settles it. The record and its idempotency
 * key change together, and only if the record is in the expected state.
 */
import { sql } from "kysely";
import type { ExecutionStore } from "../../../domain/executions/port.ts";
import type { ExecutionRow, Settlement } from "../../../domain/records/record.ts";
import type { NewEntry } from "../../../domain/journal/port.ts";
import { inBatches, inLockOrder } from "../client-batches.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append, lockHead } from "../journal/append.ts";
import { executionEntry } from "../journal/entries.ts";
import { changedBy, runGroups, statement, type Call } from "../statements/statement.ts";
import type { ExecutionsTable } from "../tables.ts";
import { flag, parsedJson, storableJson } from "../text.ts";
import { isRunning, settledColumns } from "./lists.ts";
import { beginLooks } from "./look-schedule.ts";
import type { EvidenceSettlement } from "../../../domain/records/documents.ts";

/** The expected record, and what to write: columns of the record, and the state of its key ("" without a key). */
export type SettleValues = Omit<Settlement, "summaryOutput" | "releasesKey" | "looks" | "evidence"> & {
  id: string;
  clientId: string;
  tenantId: string;
  idempotencyKey: string;
  from: string;
  ownerId: string;
  fence: number;
  newFence: number;
  summaryOutput: string;
  settleAfter: number;
  keyState: "done" | "freed" | "";
  looks: string;
  /** As JSON; null unless evidence settles it. */
  settlement: string | null;
};

type Written = SettleValues & { repeated: 0 | 1 };

/**
 * `repeated` is 1 if the response to a first run, which may have settled the record, was lost. `|| ''` as in
 * dispatch.ts.
 */
const settleRecord = statement<Written>(
  "executions.settle",
  `update executions set ${settledColumns}, fence = :newFence, settle_after = :settleAfter
   where id = :id and owner_id = :ownerId and (
     status || '' = :from and fence = :fence
     or :repeated = 1 and status || '' = :status and fence = :newFence and completed_at = :completedAt)`,
);

const settleKey = statement<Written>(
  "executions.settle_key",
  `update idempotency_keys set state = :keyState
   where client_id = :clientId and tenant_id = :tenantId and key = :idempotencyKey
   and execution_id = :id and state = 'running'
   and exists (select 1 from executions where id = :id and owner_id = :ownerId and status || '' = :status
     and fence = :newFence and completed_at = :completedAt)`,
);

/** Where a settlement comes in the order of locks. */
const place = {
  clientOf: ({ clientId }: SettleValues): string => clientId,
  keyOf: ({ idempotencyKey }: SettleValues): string => idempotencyKey,
};

/** The statements of a settlement. The first one changes a row only if it settles the record. */
function callsOf(settlement: SettleValues, repeated: boolean): Call[] {
  const values = { ...settlement, repeated: flag(repeated) };
  return values.keyState === "" ? [settleRecord.with(values)] : [settleRecord.with(values), settleKey.with(values)];
}

/**
 * Settles records within a transaction. An unknown outcome also gets its looks and an event, and an outcome settled by
 * evidence gets its events.
 * @param repeated whether the response to a first run was lost.
 * @returns the settlements whose records were in the expected state.
 */
export async function settleIn(
  context: StoreContext,
  queries: Queries,
  settlements: readonly SettleValues[],
  repeated = false,
): Promise<SettleValues[]> {
  const reported = settlements.filter(isReported).map(({ id }) => id);
  const open =
    reported.length === 0 ? [] : await openRecords(context, queries, "wait").where("id", "in", reported).execute();
  // In the order of a claim, the journals before the keys, so that the two don't deadlock.
  if (context.locksRows) {
    for (const clientId of [...new Set(open.map((row) => row.client_id))].sort()) {
      await lockHead.first(queries, { clientId });
    }
  }
  const order = inLockOrder(settlements, place);
  const responses = await runGroups(
    queries,
    order.map((values) => callsOf(values, repeated)),
  );
  const settled = order.filter((_values, index) => changedBy(responses[index]?.[0]) === 1);
  const byId = new Map(settled.map((values) => [values.id, values]));
  const rows = open.flatMap((row) => {
    const values = byId.get(row.id);
    return values === undefined ? [] : [{ ...row, status: values.status, completed_at: values.completedAt }];
  });
  await beginLooks(
    queries,
    rows.filter(({ status }) => status === "outcome_unknown"),
  );
  // Only for records that were open. If the response to a first run was lost, that run has appended these already.
  await append(
    context,
    queries,
    rows.map((row) => outcomeEntry(row, byId.get(row.id)?.settlement ?? null)),
  );
  return settled;
}

function outcomeEntry(row: ExecutionsTable, settlement: string | null): NewEntry {
  const { action_id: action, provider, status: outcome } = row;
  if (settlement === null) {
    return executionEntry("action_execution.outcome_unknown", row, "system", { action, provider });
  }
  const { basis } = parsedJson<EvidenceSettlement>(settlement);
  return executionEntry("action_execution.settled", row, "system", { basis, outcome });
}

/** Whether a settlement appends an entry. Most don't. */
function isReported({ status, settlement }: SettleValues): boolean {
  return status === "outcome_unknown" || settlement !== null;
}

/**
 * Open records, locked until the commit. @param locked whether to wait for rows that others have locked, or skip them.
 */
export function openRecords({ locksRows }: StoreContext, queries: Queries, locked: "wait" | "skip") {
  return queries
    .selectFrom("executions")
    .selectAll()
    .where(sql<boolean>`${sql.raw(isRunning)}`)
    .$if(locksRows, (rows) => rows.forUpdate())
    .$if(locksRows && locked === "skip", (rows) => rows.skipLocked());
}

/**
 * Creates the function that settles.
 * @param inHand this process's records, which PostgreSQL may lose in a failover; null on SQLite.
 */
export function settlements(
  context: StoreContext,
  inHand: { restore(settlement: SettleValues): Promise<boolean>; noteSettled(settlement: SettleValues): void } | null,
): ExecutionStore["settle"] {
  const run = inBatches<SettleValues, boolean>(context, {
    ...place,
    callsOf,
    resultOf: ([response]) => changedBy(response) === 1,
  });
  return async (record, expect, settlement) => {
    const values = settleValues(record, { ...expect, settleAfter: 0 }, settlement);
    const isSettled = isReported(values) ? await settleReported(context, values) : await run(values);
    if (inHand === null) return isSettled;
    if (!isSettled) return await inHand.restore(values);
    inHand.noteSettled(values);
    return true;
  };
}

/** Not batched, because it appends events. It is rare. */
async function settleReported(context: StoreContext, values: SettleValues): Promise<boolean> {
  const settled = await context.write(
    { client: values.clientId },
    (queries, repeated) => settleIn(context, queries, [values], repeated),
    { repeatable: true },
  );
  return settled.length === 1;
}

/** @param expect the expected record; `newFence` if the settlement changes the fence. */
export function settleValues(
  { id, clientId, tenantId, idempotencyKey }: Pick<ExecutionRow, "id" | "clientId" | "tenantId" | "idempotencyKey">,
  expect: Pick<SettleValues, "from" | "ownerId" | "fence" | "settleAfter"> & { newFence?: number },
  { releasesKey, summaryOutput, looks = [], evidence, ...settlement }: Settlement,
): SettleValues {
  const keyState = idempotencyKey === "" ? "" : releasesKey ? "freed" : "done";
  const record = { id, clientId, tenantId, idempotencyKey, newFence: expect.fence, ...expect };
  return {
    ...record,
    ...settlement,
    summaryOutput: storableJson(summaryOutput),
    keyState,
    looks: storableJson(looks),
    settlement: evidence === undefined ? null : storableJson(evidence),
  };
}
