/**
 * The two steps of a record after its claim, a statement each: the hand-over before anything is sent, and the end. On
 * PostgreSQL a statement is for all records of a client that came meanwhile (steps-postgres.ts).
 */
import { sql } from "kysely";
import type { ExecutionStore, Settlement } from "../../executions/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { preparedText } from "../statements/prepared-text.ts";
import { storableJson } from "../text.ts";
import { writeEnd, type End } from "./end.ts";
import { fenceHolds, type HeldFence, type OpenFence } from "../postgres/fence.ts";
import type { RecordsInHand } from "./records-in-hand.ts";
import { createSteps } from "./steps-postgres.ts";

/** A hand-over that is asked for: the record as it must be, and what is written. */
export type HandOver = { id: string; ownerId: string; fence: number; at: number; settleAfter: number };

// For several at once on PostgreSQL it is the function execution_hand_over; schema/postgres says why it asks for the status
// like this.
const writeHandOver = preparedText<HandOver & HeldFence, never>(
  "executions.hand_over",
  (slot, { locksRows }) => sql`update "executions" set
    status = 'dispatched', fence = fence + 1, dispatched_at = ${slot.at}, settle_after = ${slot.settleAfter}
    where id = ${slot.id} and status || '' = 'accepted' and owner_id = ${slot.ownerId} and fence = ${slot.fence}
    and exists (select 1 from connections
      where connections.id = executions.connection_id and connections.status = 'active'
      ${sql.raw(locksRows ? "for share" : "")})
    ${locksRows ? sql`and ${fenceHolds(slot)}` : sql``}`,
);

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
export function handOver(
  context: StoreContext,
  inHand: RecordsInHand | null,
  fence: Pick<OpenFence, "held"> | null,
): ExecutionStore["dispatch"] {
  const take =
    context.engine === "postgres"
      ? createSteps(context, "execution_hand_over", handOverNames, writeHandOver, isHandedOver, fenceHolds)
      : null;
  // SQLite's statement asks for no fence.
  const held = fence?.held ?? (() => ({ epoch: 0, needsSync: false }));
  const taken = async (answer: Promise<boolean>, { id, fence, at, settleAfter }: HandOver): Promise<boolean> => {
    const isTaken = await answer;
    if (isTaken) inHand?.noteDispatch(id, { fence: fence + 1, at, settleAfter });
    return isTaken;
  };
  return ({ id, clientId }, { ownerId, fence: recordFence }, { at, settleAfter }) => {
    const step = { id, ownerId, fence: recordFence, at, settleAfter, ...held() };
    if (take !== null) return taken(take(clientId, step), step);
    const write = async (queries: Queries): Promise<boolean> => (await writeHandOver.changed(queries, step)) === 1;
    return context.change({ client: clientId }, write, { alone: write });
  };
}

// The functions' arguments, in their order.
const handOverNames = ["id", "ownerId", "fence", "at", "settleAfter"] as const;
const endNames = [
  "id",
  "from",
  "ownerId",
  "fence",
  "status",
  "summaryOutput",
  "errorCode",
  "errorDetail",
  "retryAfterSeconds",
  "providerStatus",
  "providerRequestId",
  "completedAt",
  "keyEnd",
] as const satisfies readonly (keyof End)[];

async function isHandedOver(queries: Queries, { id, ownerId, fence, at }: HandOver): Promise<boolean> {
  return (await findHandOver.first(queries, { id, ownerId, fence: fence + 1, at })) !== undefined;
}

// Only by a first run of the same settlement, whose answer was lost; a sweep would have fenced it.
const findEnd = preparedText<Pick<End, "id" | "status" | "ownerId" | "fence" | "completedAt">, { id: string }>(
  "executions.settled",
  (slot) => sql`select id from executions
    where id = ${slot.id} and status = ${slot.status} and owner_id = ${slot.ownerId} and fence = ${slot.fence}
    and completed_at = ${slot.completedAt}`,
);

/**
 * The end of a record and of its key (port). After a lost answer as with the hand-over.
 * @param inHand the records that the database may lose; null if it loses none.
 */
export function settlements(context: StoreContext, inHand: RecordsInHand | null): ExecutionStore["settle"] {
  if (inHand !== null) return groupedSettlements(context, inHand);
  return (record, expect, settlement) => {
    const end = endOf(record, expect, settlement);
    const write = async (queries: Queries): Promise<boolean> => (await writeEnd.changed(queries, end)) === 1;
    return context.change({ client: record.clientId }, write, { alone: write });
  };
}

function groupedSettlements(context: StoreContext, inHand: RecordsInHand): ExecutionStore["settle"] {
  const take = createSteps(context, "execution_end", endNames, writeEnd, isEnded);
  return async (record, expect, settlement) => {
    const end = endOf(record, expect, settlement);
    if (!(await take(record.clientId, end))) return await inHand.restore(end);
    inHand.noteEnd(end);
    return true;
  };
}

function endOf(
  { id, idempotencyKey }: Parameters<ExecutionStore["settle"]>[0],
  expect: Parameters<ExecutionStore["settle"]>[1],
  { summaryOutput, releasesKey, ...settlement }: Settlement,
): End {
  const keyEnd = idempotencyKey === "" ? "" : releasesKey ? "freed" : "done";
  return { id, ...expect, ...settlement, summaryOutput: storableJson(summaryOutput), keyEnd };
}

async function isEnded(queries: Queries, end: End): Promise<boolean> {
  return (await findEnd.first(queries, end)) !== undefined;
}
