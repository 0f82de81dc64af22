/** Settles an attempt's record with the judged result of its last call. */
import { errorTable, safeOutput } from "@svc/contract";
import { settledSeconds } from "../evidence/examine.ts";
import type { FoundInCall } from "../evidence/in-call.ts";
import type { CallReport } from "../provider-calls/call.ts";
import { echoesCall } from "../provider-calls/echoes.ts";
import type { Attempt, AttemptDeps } from "./attempt-deps.ts";
import { refreshedAfterRefusal, type Conclusion } from "./conclude.ts";
import type { ExecutionRow, Settlement } from "../records/record.ts";
import { settleWithRetry, type RecordState } from "./settle.ts";

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
