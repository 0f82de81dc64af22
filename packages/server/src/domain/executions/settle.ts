/** Settles an attempt, with retries, and never overwrites another writer's settlement. */
import { errorTable } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import type { InHand } from "./in-hand.ts";
import type { ExecutionStore } from "./port.ts";
import type { ExecutionRow, LateResponse, Settlement } from "../records/record.ts";

/** How long, and how often, a settlement is retried while the store doesn't respond, in milliseconds. */
export type SettleLimits = { retryForMs: number; retryEveryMs: number };

/** The caller is answered after ten seconds at most; the retries then continue in the background. */
export const settleDefaults: SettleLimits = { retryForMs: 10_000, retryEveryMs: 200 };

/** What this process knows about the record's dispatch. */
export type RecordState = {
  /** The record's fence, as last written by this process. */
  fence: number;
  dispatchedAt: number | null;
  /** The store's response to the dispatch was lost, so it may or may not be recorded. Nothing was sent. */
  dispatchMayBeRecorded: boolean;
};

type SettleDeps = LateResponseDeps & { platform: Platform; settle: SettleLimits; inHand: InHand };

type LateResponseDeps = {
  store: ExecutionStore;
  evidence: {
    /** Called if a late response contradicts a settlement by evidence. */
    onContradicted: (executionId: string) => void;
  };
};

/**
 * Settles the record.
 * @returns the current row: with this settlement or, if a sweep was faster, as the sweep settled it, with this
 *   attempt's verdict recorded as a late response.
 */
export async function settleWithRetry(
  deps: SettleDeps,
  row: ExecutionRow,
  state: RecordState,
  settlement: Settlement,
): Promise<ExecutionRow> {
  const from = state.dispatchedAt === null ? "accepted" : "dispatched";
  const expected = { from, ownerId: row.ownerId, fence: state.fence } as const;
  const dispatched = { from: "dispatched", ownerId: row.ownerId, fence: state.fence + 1 } as const;
  const giveUpAt = deps.platform.monotonicMs() + deps.settle.retryForMs;
  const write = async (): Promise<ExecutionRow> => {
    if (await deps.store.settle(row, expected, settlement)) return settledRow(row, state, settlement);
    // Nothing was sent, so the settlement is true even if the dispatch was recorded.
    if (state.dispatchMayBeRecorded) await deps.store.settle(row, dispatched, settlement);
    return await rereadRecord(deps, row, state, settlement);
  };
  for (;;) {
    try {
      return await write();
    } catch {
      if (deps.platform.monotonicMs() >= giveUpAt) {
        deps.inHand.keepUnwritten(row.id, write);
        return unrecorded(row, state, settlement);
      }
      await new Promise((resolve) => setTimeout(resolve, deps.settle.retryEveryMs));
    }
  }
}

function settledRow(row: ExecutionRow, state: RecordState, settlement: Settlement): ExecutionRow {
  const { releasesKey: _releasesKey, looks = [], evidence, ...written } = settlement;
  return {
    ...row,
    ...written,
    looks,
    settlement: evidence ?? null,
    fence: state.fence,
    dispatchedAt: state.dispatchedAt,
    settleAfter: 0,
  };
}

/**
 * Records a response that arrived after the settlement. If it contradicts evidence, reports it; never changes the
 * status.
 */
export async function keepLateResponse(
  { store, evidence }: LateResponseDeps,
  row: Pick<ExecutionRow, "id" | "clientId">,
  late: LateResponse,
): Promise<void> {
  const contradicted = await store.recordLateResponse(row, late);
  if (contradicted) evidence.onContradicted(row.id);
}

/** Rereads a record that was already settled: by an earlier try whose response was lost, or by a sweep. */
async function rereadRecord(
  deps: LateResponseDeps,
  row: ExecutionRow,
  state: RecordState,
  settlement: Settlement,
): Promise<ExecutionRow> {
  const now = await deps.store.find(row.clientId, row.tenantId, row.id);
  if (now === null) return unrecorded(row, state, settlement);
  const isOurs = now.status === settlement.status && now.completedAt === settlement.completedAt;
  // The result of a look isn't a response.
  const isResponse = state.dispatchedAt !== null && settlement.evidence === undefined;
  if (!isOurs && isResponse) await keepLateResponse(deps, row, lateResponseOf(settlement));
  return now;
}

function lateResponseOf(settlement: Settlement): LateResponse {
  const verdict = settlement.status === "outcome_unknown" ? "unknown" : settlement.status;
  return { verdict, providerStatus: settlement.providerStatus, receivedAt: settlement.completedAt };
}

/** Returns what the caller gets if the record couldn't be written: never more than the record will show later. */
function unrecorded(row: ExecutionRow, state: RecordState, settlement: Settlement): ExecutionRow {
  const mayBeDispatched = state.dispatchedAt !== null || state.dispatchMayBeRecorded;
  const errorCode = mayBeDispatched ? "ACTION_OUTCOME_UNKNOWN" : "ACTION_NOT_DISPATCHED";
  return {
    ...row,
    status: mayBeDispatched ? "outcome_unknown" : "failed",
    summaryOutput: null,
    errorCode,
    errorDetail: errorTable[errorCode].detail,
    fence: state.fence,
    dispatchedAt: state.dispatchedAt,
    completedAt: settlement.completedAt,
  };
}
