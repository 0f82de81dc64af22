/**
 * One attempt, from `accepted` to its end: open the credential, run the action through its port, make the record
 * `dispatched` before the change leaves, judge, settle. Nothing here answers a caller, and a caller that hangs up stops
 * nothing here.
 */
import { errorTable, safeOutput } from "@svc/contract";
import type { Action, ChangeVerdict, Provider, ProviderAuth } from "@svc/provider-kit";
import type { CredentialState, LiveCredentials, SealedCredential } from "../connections/live-credentials.ts";
import type { Platform } from "../platform.ts";
import {
  openProviderCall,
  type CallEvidence,
  type ProviderCall,
  type ReadRetryLimits,
} from "../provider-calls/call.ts";
import { echoesCall, withoutSecrets } from "../provider-calls/echoes.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import {
  conclude,
  notDispatched,
  renewedAfterRefusal,
  withoutCredential,
  withoutRenewal,
  type Conclusion,
  type RunEnd,
} from "./conclude.ts";
import type { InHand } from "./in-hand.ts";
import { leaseTimes, type Lease } from "./lease.ts";
import type { ExecutionRow, ExecutionStore, Settlement } from "./port.ts";
import { settleFirmly, type Held, type SettleLimits } from "./settle.ts";

/** What every attempt needs. */
export type AttemptDeps = {
  store: ExecutionStore;
  transport: ProviderTransport;
  platform: Platform;
  lease: Pick<Lease, "ownerId" | "holds">;
  credentials: LiveCredentials;
  /** Told when the provider refused the credential itself, and no other could be had. */
  condemn: (connectionId: string, credentialVersion: number, row: ExecutionRow) => Promise<void>;
  validOutput: (action: Action, output: unknown) => boolean;
  /** Told of a defect in an action, by class name only. */
  onDefect: (executionId: string, errorName: string) => void;
  retry: ReadRetryLimits;
  settle: SettleLimits;
  /** What this process works on. */
  inHand: InHand;
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
  grantedActions: readonly string[];
  /** End of the whole call on the monotonic clock; renewals and a second attempt are within it. */
  deadlineMs: number;
  /** Whether a credential that the provider refuses may be renewed; a second attempt's may not. */
  mayRenew: boolean;
};

/**
 * The settled record, and for a success the whole output, which only its caller sees. `mayRepeat`: the credential was
 * refused before anything was executed and has been renewed, and the key is free for one new attempt.
 */
export type AttemptEnd = { row: ExecutionRow; output: unknown; mayRepeat: boolean };

/** Runs an attempt to its end and settles its record. */
export async function runAttempt(deps: AttemptDeps, attempt: Attempt): Promise<AttemptEnd> {
  const held: Held = { fence: attempt.row.fence, dispatchedAt: attempt.row.dispatchedAt, isArmUnsure: false };
  const state = await credentialOf(deps, attempt);
  if (state.kind !== "ready") return await end(deps, attempt, held, withoutCall(withoutCredential(state.kind)));
  const first = await callOnce(deps, attempt, held, state);
  if (!isRefused(first) || !attempt.mayRenew || !state.isRenewable) {
    return await endLast(deps, attempt, held, { ended: first, version: state.version });
  }
  const renewed = await deps.credentials.renew(sealedOf(attempt), state.version, attempt.deadlineMs);
  if (renewed.kind !== "ready") {
    return await end(deps, attempt, held, { ...first, conclusion: withoutRenewal(attempt.row.effect, renewed.kind) });
  }
  if (attempt.row.effect !== "read") return await end(deps, attempt, held, { ...first, mayRepeat: true });
  // A read under a new credential is the same attempt: nothing of it can take effect.
  const second = await callOnce(deps, attempt, held, renewed);
  return await endLast(deps, attempt, held, { ended: second, version: renewed.version });
}

/** The end by a call whose token this attempt does not renew any more: a refusal of it condemns, unless somebody else does. */
async function endLast(
  deps: AttemptDeps,
  attempt: Attempt,
  held: Held,
  { ended, version }: { ended: Ended; version: number },
): Promise<AttemptEnd> {
  if (!isRefused(ended)) return await end(deps, attempt, held, ended);
  if (await deps.credentials.isSuperseded(sealedOf(attempt), version)) {
    return await end(deps, attempt, held, {
      ...ended,
      conclusion: withoutRenewal(attempt.row.effect, "unavailable"),
    });
  }
  const settled = await end(deps, attempt, held, ended);
  await condemn(deps, attempt, version);
  return settled;
}

/** How a call ended, as far as its record is concerned. */
type Ended = { conclusion: Conclusion; evidence: Readonly<CallEvidence>; output: unknown; mayRepeat: boolean };

type ReadyCredential = Extract<CredentialState, { kind: "ready" }>;

function sealedOf({ row, credentialVersion: version, ...attempt }: Attempt): SealedCredential {
  const { clientId, tenantId, connectionId } = row;
  const { record, provider, auth, grantedActions } = attempt;
  return { clientId, tenantId, connectionId, version, record, provider, auth, grantedActions };
}

async function credentialOf(deps: AttemptDeps, attempt: Attempt): Promise<CredentialState> {
  try {
    return await deps.credentials.open(sealedOf(attempt), attempt.deadlineMs);
  } catch {
    deps.onDefect(attempt.row.id, "CredentialNotOpened");
    return { kind: "unreadable" };
  }
}

function withoutCall(conclusion: Conclusion): Ended {
  return { conclusion, evidence: noEvidence, output: undefined, mayRepeat: false };
}

/** Whether the provider refused the credential; for a write the judgement says as well that nothing took effect. */
function isRefused({ conclusion }: Ended): boolean {
  return conclusion.status === "failed" && conclusion.code === "PROVIDER_UNAUTHORIZED";
}

/** One call under one credential. A credential that no request can carry sends nothing, and the record reaches its end. */
async function callOnce(deps: AttemptDeps, attempt: Attempt, held: Held, ready: ReadyCredential): Promise<Ended> {
  const { row, action, provider, auth, deadlineMs } = attempt;
  let call: ProviderCall;
  try {
    call = openProviderCall({
      transport: deps.transport,
      platform: deps.platform,
      provider,
      auth,
      credential: ready.credential,
      connectionId: row.connectionId,
      credentialVersion: ready.version,
      deadlineMs,
      retry: deps.retry,
      hooks: action.effect === "read" ? null : changeHooks(deps, row, held, deadlineMs),
    });
  } catch {
    deps.onDefect(row.id, "CallNotOpened");
    return withoutCall(notDispatched);
  }
  try {
    const { end: runEnd, output } = await run(deps, attempt, call.port);
    const { evidence } = call;
    const shown = withoutSecrets(action.output, output, call.secrets());
    return { conclusion: conclude(row.effect, runEnd, evidence), evidence, output: shown, mayRepeat: false };
  } finally {
    call.close();
  }
}

const noEvidence: CallEvidence = { change: null, providerStatus: null, providerRequestId: null };

function changeHooks(deps: AttemptDeps, row: ExecutionRow, held: Held, deadlineMs: number) {
  return {
    async arm(): Promise<boolean> {
      const remainingMs = deadlineMs - deps.platform.monotonicMs();
      if (remainingMs <= 0 || !deps.lease.holds(row.ownerId)) return false;
      const at = deps.platform.nowMs();
      const settleAfter = at + Math.max(Math.ceil(remainingMs), leaseTimes.leaseMs);
      const expect = { ownerId: row.ownerId, fence: held.fence };
      try {
        if (!(await deps.store.dispatch(row, expect, { at, settleAfter }))) return false;
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

/** Settles the record with what is known. */
async function end(deps: AttemptDeps, attempt: Attempt, held: Held, ended: Ended): Promise<AttemptEnd> {
  const { row, action, input } = attempt;
  const { conclusion, evidence, output, mayRepeat } = ended;
  if (conclusion.status === "failed" && conclusion.code === "INTERNAL") deps.onDefect(row.id, action.id);
  const settlement: Settlement = {
    ...settlementOf(mayRepeat ? renewedAfterRefusal : conclusion),
    summaryOutput: conclusion.status === "succeeded" ? safeOutput(action, output) : null,
    providerStatus: evidence.providerStatus,
    providerRequestId: echoesCall(evidence.providerRequestId, action, { input, output })
      ? null
      : evidence.providerRequestId,
    completedAt: deps.platform.nowMs(),
  };
  const settled = await settleFirmly(deps, row, held, mayRepeat ? { ...settlement, freesKey: true } : settlement);
  const isAsWritten = settled.status === "failed" && settled.errorCode === settlement.errorCode;
  return {
    row: settled,
    output: settled.status === "succeeded" ? output : null,
    mayRepeat: mayRepeat && isAsWritten,
  };
}

async function condemn(deps: AttemptDeps, { row }: Attempt, version: number): Promise<void> {
  try {
    await deps.condemn(row.connectionId, version, row);
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
