/** Dispatch: what is written, and durable, before the one changing request is sent. */
import type { ExecutionStore } from "../../../domain/executions/port.ts";
import { inBatches } from "../batches.ts";
import type { StoreContext } from "../context.ts";
import { fenceHolds, type HeldFence, type OpenFence } from "../postgres/fence.ts";
import { changedBy, statement } from "../statements/statement.ts";
import { flag } from "../text.ts";
import type { RecordsInHand } from "./records-in-hand.ts";

/** A dispatch: the record as it must be, and what is written. Times in milliseconds since the epoch. */
export type Dispatch = {
  id: string;
  ownerId: string;
  fence: number;
  newFence: number;
  at: number;
  settleAfter: number;
};

const write =
  "update executions set status = 'dispatched', fence = :newFence, dispatched_at = :at, settle_after = :settleAfter";
// A record is found by its id: `|| ''` keeps PostgreSQL from walking an index of statuses with all that recently left it.
const isAccepted = "status || '' = 'accepted' and fence = :fence";
const isConnected =
  "select 1 from connections where connections.id = executions.connection_id and connections.status = 'active'";

/**
 * On PostgreSQL the connection is locked until the commit: who disconnects it either comes first and is seen, or waits.
 * `repeated`: 1 if the answer to a first run was lost, which may have written it; on SQLite no answer is lost.
 */
const dispatch = statement<Dispatch & HeldFence & { repeated: 0 | 1 }>("executions.dispatch", {
  sqlite: `${write} where id = :id and owner_id = :ownerId and ${isAccepted} and exists (${isConnected})`,
  postgres: `${write} where id = :id and owner_id = :ownerId and (
      ${isAccepted} and exists (${isConnected} for share) and ${fenceHolds}
      or :repeated = 1 and status || '' = 'dispatched' and fence = :newFence and dispatched_at = :at)`,
});

/**
 * @param inHand the records of this process, which PostgreSQL may lose in a failover; null on SQLite.
 * @param fence what a dispatch requires of PostgreSQL; null on SQLite.
 */
export function dispatches(
  context: StoreContext,
  inHand: RecordsInHand | null,
  fence: Pick<OpenFence, "held"> | null,
): ExecutionStore["dispatch"] {
  const held = fence?.held ?? (() => ({ epoch: 0, needsSync: false }));
  const run = inBatches<{ clientId: string; values: Dispatch & HeldFence }, boolean>(context, {
    clientOf: ({ clientId }) => clientId,
    keyOf: () => "",
    callsOf: ({ values }, repeated) => [dispatch.with({ ...values, repeated: flag(repeated) })],
    resultOf: ([answer]) => changedBy(answer) === 1,
  });
  return async ({ id, clientId }, expect, { at, settleAfter }) => {
    const step = { id, ...expect, newFence: expect.fence + 1, at, settleAfter };
    const isDispatched = await run({ clientId, values: { ...step, ...held() } });
    if (isDispatched) inHand?.noteDispatch(step);
    return isDispatched;
  };
}
