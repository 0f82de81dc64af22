/** Dispatch: the durable write before the one changing request is sent. */
import type { ExecutionStore } from "../../../domain/executions/port.ts";
import { inBatches } from "../client-batches.ts";
import type { StoreContext } from "../context.ts";
import { fenceHolds, type HeldFence, type OpenFence } from "../postgres/fence.ts";
import { changedBy, statement } from "../statements/statement.ts";
import type { Sent } from "../../../domain/evidence/port.ts";
import { flag, storableJson } from "../text.ts";

/** A dispatch: the expected record, and what to write. Times are in milliseconds since the epoch. */
export type Dispatch = {
  id: string;
  ownerId: string;
  fence: number;
  newFence: number;
  at: number;
  settleAfter: number;
} & SentColumns;

/** Columns that the dispatch stores for later looks; null without evidence. */
export type SentColumns = { actionVersion: string | null; facts: string | null; digests: string | null };

const write = `update executions set status = 'dispatched', fence = :newFence, dispatched_at = :at,
  settle_after = :settleAfter, action_version = :actionVersion, facts = :facts, digests = :digests`;
// `|| ''` makes PostgreSQL find the record by id. An index on status would lead through every row that just left the
// status.
const isAccepted = "status || '' = 'accepted' and fence = :fence";
const isConnected =
  "select 1 from connections where connections.id = executions.connection_id and connections.status = 'active'";

/**
 * On PostgreSQL the connection stays locked until the commit, so a disconnect either commits first and is seen here, or
 * waits. `repeated` is 1 if the response to a first run, which may have dispatched the record, was lost. On SQLite no
 * response gets lost.
 */
const dispatchOf = (name: string, readsTimeline: boolean) =>
  statement<Dispatch & HeldFence & { repeated: 0 | 1 }>(name, {
    sqlite: `${write} where id = :id and owner_id = :ownerId and ${isAccepted} and exists (${isConnected})`,
    postgres: `${write} where id = :id and owner_id = :ownerId and (
      ${isAccepted} and exists (${isConnected} for share) and ${fenceHolds(readsTimeline)}
      or :repeated = 1 and status || '' = 'dispatched' and fence = :newFence and dispatched_at = :at)`,
  });
const dispatch = dispatchOf("executions.dispatch", true);
/** For a role that may not read the timeline. */
const dispatchWithout = dispatchOf("executions.dispatch_hidden", false);

/**
 * Creates the function that dispatches.
 * @param inHand this process's records, which PostgreSQL may lose in a failover; null on SQLite.
 * @param fence the fence that a dispatch must pass on PostgreSQL; null on SQLite.
 */
export function dispatches(
  context: StoreContext,
  inHand: { noteDispatch(dispatch: Dispatch): void } | null,
  fence: Pick<OpenFence, "held"> | null,
): ExecutionStore["dispatch"] {
  const held = fence?.held ?? (() => ({ epoch: 0, needsSync: false, readsTimeline: true }));
  const run = inBatches<{ clientId: string; values: Dispatch & HeldFence }, boolean>(context, {
    clientOf: ({ clientId }) => clientId,
    keyOf: () => "",
    callsOf: ({ values }, repeated) => [
      (values.readsTimeline ? dispatch : dispatchWithout).with({ ...values, repeated: flag(repeated) }),
    ],
    resultOf: ([response]) => changedBy(response) === 1,
  });
  return async ({ id, clientId }, expect, { at, settleAfter, sent }) => {
    const step = { id, ...expect, newFence: expect.fence + 1, at, settleAfter, ...sentColumns(sent) };
    const isDispatched = await run({ clientId, values: { ...step, ...held() } });
    if (isDispatched) inHand?.noteDispatch(step);
    return isDispatched;
  };
}

function sentColumns(sent: Sent | undefined): SentColumns {
  if (sent === undefined) return { actionVersion: null, facts: null, digests: null };
  const { actionVersion, facts, digests } = sent;
  const isEmpty = Object.keys(digests).length === 0;
  return {
    actionVersion,
    facts: facts === null ? null : storableJson(facts),
    digests: isEmpty ? null : storableJson(digests),
  };
}
