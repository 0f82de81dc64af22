/** The two steps of a record after its claim, a statement each: the hand-over before anything is sent, and the end. */
import { sql } from "kysely";
import type { ExecutionStore } from "../executions/port.ts";
import type { StoreContext } from "./context.ts";
import { preparedText } from "./prepared-text.ts";
import { storableJson } from "./text.ts";

type HandOver = { id: string; ownerId: string; fence: number; at: number; settleAfter: number };

const writeHandOver = preparedText<HandOver, never>("executions.hand_over", (slot, { locksRows }) => {
  // Held until the commit: who ends the connection comes before and is seen, or waits and answers after the hand-over.
  const held = locksRows ? sql` for share` : sql``;
  return sql`update "executions" set
    status = 'dispatched', fence = fence + 1, dispatched_at = ${slot.at}, settle_after = ${slot.settleAfter}
    where id = ${slot.id} and status = 'accepted' and owner_id = ${slot.ownerId} and fence = ${slot.fence}
    and exists (select 1 from connections
      where connections.id = executions.connection_id and connections.status = 'active'${held})`;
});

const findHandOver = preparedText<Omit<HandOver, "settleAfter">, { id: string }>(
  "executions.handed_over",
  (slot) => sql`select id from executions
    where id = ${slot.id} and status = 'dispatched' and owner_id = ${slot.ownerId} and fence = ${slot.fence}
    and dispatched_at = ${slot.at}`,
);

/**
 * The hand-over (port). After a lost answer the update is tried again on another connection, where it waits for the lost
 * one to end. It finds either the old row, and changes it, or this very hand-over already written; anything else is
 * somebody else's work.
 */
export function handOver(context: StoreContext): ExecutionStore["dispatch"] {
  return ({ id, clientId }, { ownerId, fence }, { at, settleAfter }) =>
    context.change(
      { client: clientId },
      async (queries, repeated) => {
        if ((await writeHandOver.changed(queries, { id, ownerId, fence, at, settleAfter })) === 1) return true;
        if (!repeated) return false;
        return (await findHandOver.first(queries, { id, ownerId, fence: fence + 1, at })) !== undefined;
      },
      { repeatable: true },
    );
}

type End = {
  id: string;
  from: string;
  ownerId: string;
  fence: number;
  status: string;
  summaryOutput: string;
  errorCode: string;
  errorDetail: string;
  retryAfterSeconds: number | null;
  providerStatus: number | null;
  providerRequestId: string | null;
  completedAt: number;
  keyEnd: "done" | "freed";
};

// The key's end is the trigger's to carry out.
const writeEnd = preparedText<End, never>(
  "executions.settle",
  (slot) => sql`update "executions" set
    status = ${slot.status}, summary_output = ${slot.summaryOutput}, error_code = ${slot.errorCode},
      error_detail = ${slot.errorDetail}, retry_after_seconds = ${slot.retryAfterSeconds},
      provider_status = ${slot.providerStatus}, provider_request_id = ${slot.providerRequestId},
      completed_at = ${slot.completedAt}, settle_after = 0, key_end = ${slot.keyEnd}
    where id = ${slot.id} and status = ${slot.from} and owner_id = ${slot.ownerId} and fence = ${slot.fence}`,
);

// Only by a first run of the same settlement, whose answer was lost; a sweep would have fenced it.
const findEnd = preparedText<Pick<End, "id" | "status" | "ownerId" | "fence" | "completedAt">, { id: string }>(
  "executions.settled",
  (slot) => sql`select id from executions
    where id = ${slot.id} and status = ${slot.status} and owner_id = ${slot.ownerId} and fence = ${slot.fence}
    and completed_at = ${slot.completedAt}`,
);

/** The end of a record and of its key (port). */
export function settlements(context: StoreContext): ExecutionStore["settle"] {
  return (id, expect, { summaryOutput, freesKey, ...settlement }) => {
    const keyEnd = freesKey ? "freed" : "done";
    const end: End = { id, ...expect, ...settlement, summaryOutput: storableJson(summaryOutput), keyEnd };
    return context.change(
      { subject: id },
      async (queries, repeated) => {
        if ((await writeEnd.changed(queries, end)) === 1) return true;
        return repeated && (await findEnd.first(queries, end)) !== undefined;
      },
      { repeatable: true },
    );
  };
}
