/**
 * One attempt, from `accepted` to its end: open the credential, run the action through its port, make the record
 * `dispatched` before the change leaves, judge, settle. Nothing here answers a caller, and a caller that hangs up stops
 * nothing here.
 */
import { errorTable, safeOutput } from "@svc/contract";
import type { Action, ChangeVerdict, Provider, ProviderAuth } from "@svc/provider-kit";
import type { Platform } from "../platform.ts";
import {
  openProviderCall,
  type CallEvidence,
  type ProviderCall,
  type ReadRetryLimits,
} from "../provider-calls/call.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import { conclude, notDispatched, type Conclusion, type RunEnd } from "./conclude.ts";
import type { Lease } from "./lease.ts";
import type { ExecutionRow, ExecutionStore, Settlement } from "./port.ts";
import { settleFirmly, type Held, type SettleLimits } from "./settle.ts";

/** Opens a connection's credential for one call; gives null where it cannot be opened. */
export type OpenCredential = (row: ExecutionRow, version: number, record: Uint8Array) => Promise<unknown>;

/** What every attempt needs. */
export type AttemptDeps = {
  store: ExecutionStore;
  transport: ProviderTransport;
  platform: Platform;
  lease: Lease;
  openCredential: OpenCredential;
  /** Told when the provider refused the credential itself. */
  condemn: (connectionId: string, credentialVersion: number) => Promise<void>;
  validOutput: (action: Action, output: unknown) => boolean;
  /** Told of a defect in an action, by class name only. */
  onDefect: (executionId: string, errorName: string) => void;
  retry: ReadRetryLimits;
  settle: SettleLimits;
  /** The whole call, in milliseconds. */
  callTimeoutMs: number;
};

/** What one attempt is about. */
export type Attempt = {
  row: ExecutionRow;
  provider: Provider;
  auth: ProviderAuth;
  action: Action;
  input: unknown;
  credentialVersion: number;
  record: Uint8Array;
};

/** The settled record, and for a success the whole output, which only its caller sees. */
export type AttemptEnd = { row: ExecutionRow; output: unknown };

/** Runs an attempt to its end and settles its record. */
export async function runAttempt(deps: AttemptDeps, attempt: Attempt): Promise<AttemptEnd> {
  const { row } = attempt;
  const held: Held = { fence: row.fence, dispatchedAt: row.dispatchedAt, isArmUnsure: false };
  const call = await openCall(deps, attempt, held);
  if (call === null) return await settle(deps, attempt, held, notDispatched, noEvidence, undefined);
  try {
    const { end, output } = await run(deps, attempt, call.port);
    return await settle(deps, attempt, held, conclude(row.effect, end, call.evidence), call.evidence, output);
  } finally {
    call.close();
  }
}

/** @returns null where the credential cannot be opened or carried: nothing is sent then, and the record reaches its end. */
async function openCall(deps: AttemptDeps, attempt: Attempt, held: Held): Promise<ProviderCall | null> {
  const { row, action, provider, auth } = attempt;
  const deadlineMs = deps.platform.monotonicMs() + deps.callTimeoutMs;
  try {
    const credential = await deps.openCredential(row, attempt.credentialVersion, attempt.record);
    if (credential === null) return null;
    return openProviderCall({
      transport: deps.transport,
      platform: deps.platform,
      provider,
      auth,
      credential,
      deadlineMs,
      retry: deps.retry,
      hooks: action.effect === "read" ? null : changeHooks(deps, row, held, deadlineMs),
    });
  } catch {
    deps.onDefect(row.id, "CallNotOpened");
    return null;
  }
}

const noEvidence: CallEvidence = { change: null, providerStatus: null, providerRequestId: null };

function changeHooks(deps: AttemptDeps, row: ExecutionRow, held: Held, deadlineMs: number) {
  return {
    async arm(): Promise<boolean> {
      const remainingMs = deadlineMs - deps.platform.monotonicMs();
      if (remainingMs <= 0 || !deps.lease.holds(row.ownerId)) return false;
      const at = deps.platform.nowMs();
      const settleAfter = at + Math.max(Math.ceil(remainingMs), deps.settle.leaseMs);
      const expect = { ownerId: row.ownerId, fence: held.fence };
      try {
        if (!(await deps.store.dispatch(row.id, expect, { at, settleAfter }))) return false;
      } catch {
        // Whether the record was written is not known, so nothing is sent; the settlement fits either.
        held.isArmUnsure = true;
        return false;
      }
      held.fence += 1;
      held.dispatchedAt = at;
      return true;
    },
    mayStillSend: (): boolean => deps.lease.holds(row.ownerId) && deps.platform.monotonicMs() < deadlineMs,
    onLate(verdict: ChangeVerdict): void {
      void recordLate(deps, row.id, verdict);
    },
  };
}

async function recordLate(deps: AttemptDeps, executionId: string, verdict: ChangeVerdict): Promise<void> {
  if (verdict.kind === "not_sent") return;
  const providerStatus = verdict.kind === "unknown" ? verdict.providerStatus : verdict.answer.status;
  const verdictName = verdict.kind === "accepted" ? "succeeded" : verdict.kind === "refused" ? "failed" : "unknown";
  try {
    await deps.store.recordLateAnswer(executionId, {
      verdict: verdictName,
      providerStatus,
      receivedAt: deps.platform.nowMs(),
    });
  } catch {
    // The record already says `outcome_unknown`, which stays true without this evidence.
    deps.onDefect(executionId, "LateAnswerNotKept");
  }
}

async function run(deps: AttemptDeps, attempt: Attempt, port: Parameters<Action["run"]>[1]) {
  try {
    const output = await attempt.action.run(attempt.input, port);
    const end: RunEnd = { kind: "returned", valid: deps.validOutput(attempt.action, output) };
    return { end, output };
  } catch (error) {
    return { end: { kind: "threw", error } satisfies RunEnd, output: undefined };
  }
}

async function settle(
  deps: AttemptDeps,
  attempt: Attempt,
  held: Held,
  conclusion: Conclusion,
  evidence: Readonly<CallEvidence>,
  output: unknown,
): Promise<AttemptEnd> {
  const { row, action } = attempt;
  if (conclusion.status === "failed" && conclusion.code === "INTERNAL") deps.onDefect(row.id, action.id);
  const settlement: Settlement = {
    ...settlementOf(conclusion),
    summaryOutput: conclusion.status === "succeeded" ? safeOutput(action, output) : null,
    providerStatus: evidence.providerStatus,
    providerRequestId: echoesCall(evidence.providerRequestId, attempt.input, output)
      ? null
      : evidence.providerRequestId,
    completedAt: deps.platform.nowMs(),
  };
  const settled = await settleFirmly(deps, row, held, settlement);
  if (settlement.errorCode === "PROVIDER_UNAUTHORIZED") await condemn(deps, attempt);
  return { row: settled, output: settled.status === "succeeded" ? output : null };
}

/** Whether a provider's request id is text of the call itself, which may be secret; such an id is not kept. */
function echoesCall(requestId: string | null, input: unknown, output: unknown): boolean {
  return requestId !== null && JSON.stringify([input, output]).includes(requestId);
}

async function condemn(deps: AttemptDeps, { row, credentialVersion }: Attempt): Promise<void> {
  try {
    await deps.condemn(row.connectionId, credentialVersion);
  } catch {
    // The answer is recorded and stays true; the next use of the credential is refused as well and tries this again.
    deps.onDefect(row.id, "CredentialNotCondemned");
  }
}

function settlementOf(conclusion: Conclusion) {
  if (conclusion.status === "succeeded") {
    return {
      status: conclusion.status,
      errorCode: "",
      errorDetail: "",
      retryAfterSeconds: null,
      freesKey: false,
    } as const;
  }
  const { status, code, detail } = conclusion;
  const retryAfterSeconds = status === "failed" ? conclusion.retryAfterSeconds : null;
  return { status, errorCode: code, errorDetail: detail, retryAfterSeconds, freesKey: errorTable[code].freesKey };
}
