/**
 * Settles an attempt with the judged result of its last call, with retries, and never overwrites another writer's
 * settlement.
 */
import { errorTable, safeOutput } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import type { InHand } from "./sweeper.ts";
import type { ExecutionStore } from "./port.ts";
import type { ExecutionRow, Settlement } from "../records/record.ts";
import { settledSeconds } from "../evidence/examine.ts";
import type { FoundInCall } from "../evidence/looks.ts";
import type { CallReport } from "../provider-calls/call.ts";
import { echoesCall } from "../provider-calls/echoes.ts";
import type { Attempt, AttemptDeps, SettleLimits } from "./attempt-deps.ts";
import { type Conclusion, refreshedAfterRefusal } from "./conclude.ts";
import type { LateResponse } from "../records/documents.ts";

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
async function settleWithRetry(
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

/** The judged result of one call. `found`: the result of the look after a lost response, if there was one. */
export type CallResult = {
  conclusion: Conclusion;
  report: Readonly<CallReport>;
  output: unknown;
  mayRepeat: boolean;
  found?: FoundInCall;
};

/**
 * The settled record and, for a success, the whole output, which only the attempt's own caller gets. `mayRepeat`: the
 * token was refused before anything was executed and has been refreshed, and the key is free for one new attempt.
 */
export type AttemptEnd = { row: ExecutionRow; output: unknown; mayRepeat: boolean };

/** Settles the record of an attempt with the result of its last call. */
export async function settleAttempt(
  deps: AttemptDeps,
  { row, action, input }: Attempt,
  state: RecordState,
  { conclusion, report, output, mayRepeat, found }: CallResult,
): Promise<AttemptEnd> {
  if (conclusion.status === "failed" && conclusion.code === "INTERNAL") deps.onDefect(row.id, action.id);
  const { providerStatus, providerRequestId } = report;
  const settlement: Settlement = {
    ...(mayRepeat ? { ...columnsOf(refreshedAfterRefusal), releasesKey: true } : columnsOf(conclusion)),
    summaryOutput: conclusion.status === "succeeded" && output !== null ? safeOutput(action, output) : null,
    providerStatus,
    providerRequestId: echoesCall(providerRequestId, action, { input, output }) ? null : providerRequestId,
    completedAt: deps.platform.nowMs(),
    ...evidenceOf(deps, found),
  };
  const settled = await settleWithRetry(deps, row, state, settlement);
  noteSettled(deps, settled, settlement);
  const isAsWritten = settled.status === "failed" && settled.errorCode === settlement.errorCode;
  return {
    row: settled,
    output: settled.status === "succeeded" ? output : null,
    mayRepeat: mayRepeat && isAsWritten,
  };
}

/** Returns what the look within the call adds to the settlement. */
function evidenceOf(deps: AttemptDeps, found: FoundInCall | undefined) {
  if (found === undefined) return {};
  const looks = [found.look];
  if (found.proved === null) return { looks };
  return { looks, evidence: { basis: found.proved.basis, at: deps.platform.nowMs() } };
}

function noteSettled({ evidence }: AttemptDeps, settled: ExecutionRow, { evidence: proof }: Settlement): void {
  if (proof === undefined || settled.settlement?.at !== proof.at) return;
  const { basis, at } = proof;
  evidence.onSettled({ basis, provider: settled.provider, seconds: settledSeconds(settled, at) });
}

function columnsOf(conclusion: Conclusion) {
  if (conclusion.status === "succeeded") {
    return {
      status: "succeeded",
      errorCode: "",
      errorDetail: "",
      retryAfterSeconds: null,
      releasesKey: false,
    } as const;
  }
  const { status, code: errorCode, detail: errorDetail } = conclusion;
  const retryAfterSeconds = status === "failed" ? conclusion.retryAfterSeconds : null;
  return { status, errorCode, errorDetail, retryAfterSeconds, releasesKey: errorTable[errorCode].releasesKey };
}
