/**
 * One attempt, from `accepted` to its settlement: open the credential, run the action, record `dispatched` before the
 * changing request is sent, judge the result, settle. An attempt continues even if its caller hangs up.
 */
import type { Action } from "@svc/provider-kit";
import type { CredentialState } from "../connections/credential-provider.ts";
import type { RefusedCredentialState } from "../connections/refused-credential.ts";
import { openedFor } from "../connections/sealed-credential.ts";
import { openProviderCall, type CallReport, type ProviderCall } from "../provider-calls/call.ts";
import { withoutSecrets } from "../provider-calls/echoes.ts";
import type { Attempt, AttemptDeps } from "./attempt-deps.ts";
import { changeHooks } from "./change-hooks.ts";
import {
  conclude,
  concludeRefused,
  notApplied,
  notDispatched,
  refusedByCheck,
  withoutCredential,
  withoutRefresh,
  type Conclusion,
  type RunEnd,
} from "./conclude.ts";
import { type AttemptEnd, type CallResult, type RecordState, settleAttempt } from "./settle.ts";

/** Runs an attempt and settles its record. */
export async function runAttempt(deps: AttemptDeps, attempt: Attempt): Promise<AttemptEnd> {
  const { row } = attempt;
  const state: RecordState = { fence: row.fence, dispatchedAt: row.dispatchedAt, dispatchMayBeRecorded: false };
  const { fault, version } = (await attempt.check?.(attempt)) ?? { fault: null, version: attempt.sealed.version };
  if (fault !== null) return await settleAttempt(deps, attempt, state, withoutCall(refusedByCheck(fault)));
  const credential = await openCredential(deps, attempt, version);
  if (credential.kind !== "ready") {
    return await settleAttempt(deps, attempt, state, withoutCall(withoutCredential(credential.kind)));
  }
  const first = await withLook(deps, attempt, state, await callOnce(deps, attempt, state, credential));
  if (!isUnauthorized(first)) return await settleAttempt(deps, attempt, state, first);
  if (!attempt.mayRefresh || !credential.isRefreshable) {
    return await settleRefused(deps, attempt, state, first, await checkRefused(deps, attempt, credential));
  }
  if (await deps.refusedCredentials.stillWorks(attempt.sealed, credential, attempt.deadlineMs)) {
    return await settleRefused(deps, attempt, state, first, { version: credential.version, found: "works" });
  }
  const refreshed = await deps.credentials.refresh(attempt.sealed, credential.version, attempt.deadlineMs);
  if (refreshed.kind !== "ready") {
    return await settleAttempt(deps, attempt, state, {
      ...first,
      conclusion: withoutRefresh(row.effect, refreshed.kind),
    });
  }
  if (row.effect !== "read") return await settleAttempt(deps, attempt, state, { ...first, mayRepeat: true });
  // A read changes nothing, so it runs again in the same attempt.
  const second = await callOnce(deps, attempt, state, refreshed);
  if (!isUnauthorized(second)) return await settleAttempt(deps, attempt, state, second);
  return await settleRefused(deps, attempt, state, second, await checkRefused(deps, attempt, refreshed));
}

/** What a check found of the credential version that the provider refused. */
type CheckedCredential = { version: number; found: RefusedCredentialState };

async function checkRefused(deps: AttemptDeps, attempt: Attempt, used: ReadyCredential): Promise<CheckedCredential> {
  const found = await deps.refusedCredentials.check(attempt.sealed, used, attempt.deadlineMs);
  return { version: used.version, found };
}

/**
 * Settles with a final 401, after which nothing is refreshed. Only a confirmed one means that the user must reconnect.
 */
async function settleRefused(
  deps: AttemptDeps,
  attempt: Attempt,
  state: RecordState,
  result: CallResult,
  { version, found }: CheckedCredential,
): Promise<AttemptEnd> {
  const conclusion = concludeRefused(attempt.row.effect, result.conclusion, found);
  const settled = await settleAttempt(deps, attempt, state, { ...result, conclusion });
  if (found === "refused") await markNeedsReconnect(deps, attempt, version);
  return settled;
}

/** Looks for the effect if the response was lost. A proof counts only while this process still holds the record. */
async function withLook(
  deps: AttemptDeps,
  { row, action, deadlineMs, looksInCall = true }: Attempt,
  state: RecordState,
  result: CallResult,
): Promise<CallResult> {
  const isLost = result.conclusion.status === "outcome_unknown" && state.dispatchedAt !== null;
  if (!isLost || action.evidence === null || !looksInCall) return result;
  const found = await deps.evidence.lookInCall(row, deadlineMs);
  if (found === null) return result;
  const isInTime = deps.lease.holds(row.ownerId) && deps.platform.monotonicMs() < deadlineMs;
  if (found.proved === null || !isInTime) return { ...result, found: { ...found, proved: null } };
  const { outcome, output } = found.proved;
  return { ...result, found, output, conclusion: outcome === "succeeded" ? { status: "succeeded" } : notApplied };
}

type ReadyCredential = Extract<CredentialState, { kind: "ready" }>;

/** @param version the credential's current version. If the attempt's is older, gets the current credential instead. */
async function openCredential(deps: AttemptDeps, attempt: Attempt, version: number): Promise<CredentialState> {
  const { sealed, deadlineMs } = attempt;
  try {
    if (version === sealed.version) return await deps.credentials.open(sealed, deadlineMs);
    return await deps.credentials.refresh(sealed, sealed.version, deadlineMs);
  } catch {
    deps.onDefect(attempt.row.id, "CredentialNotOpened");
    return { kind: "unreadable" };
  }
}

const noCall: CallReport = { change: null, providerStatus: null, providerRequestId: null };

function withoutCall(conclusion: Conclusion): CallResult {
  return { conclusion, report: noCall, output: undefined, mayRepeat: false };
}

/** Whether the provider refused the credential. A write refused for this reason had no effect. */
function isUnauthorized({ conclusion }: CallResult): boolean {
  return conclusion.status === "failed" && conclusion.code === "PROVIDER_UNAUTHORIZED";
}

/** Runs the action once, with one credential. */
async function callOnce(
  deps: AttemptDeps,
  attempt: Attempt,
  state: RecordState,
  ready: ReadyCredential,
): Promise<CallResult> {
  const { row, action, sealed, deadlineMs } = attempt;
  let call: ProviderCall;
  try {
    call = openProviderCall({
      transport: deps.transport,
      platform: deps.platform,
      ...openedFor(sealed, ready),
      deadlineMs,
      retry: deps.retry,
      bearerTokens: deps.bearerTokens,
      hooks: action.effect === "read" ? null : changeHooks(deps, attempt, state),
      marker: () => deps.evidence.markerOf(row),
    });
  } catch {
    // For example, the credential isn't valid in a header. Nothing was sent.
    deps.onDefect(row.id, "CallNotOpened");
    return withoutCall(notDispatched);
  }
  try {
    const { end, output } = await runAction(deps, attempt, call.port);
    const { report } = call;
    const shown = withoutSecrets(action.output, output, call.secrets());
    return { conclusion: conclude(row.effect, end, report), report, output: shown, mayRepeat: false };
  } finally {
    call.close();
  }
}

async function runAction(
  deps: AttemptDeps,
  { action, input }: Attempt,
  port: Parameters<Action["run"]>[1],
): Promise<{ end: RunEnd; output: unknown }> {
  try {
    const output = await action.run(input, port);
    return { end: { kind: "returned", valid: deps.validOutput(action, output) }, output };
  } catch (error) {
    return { end: { kind: "threw", error }, output: undefined };
  }
}

async function markNeedsReconnect(deps: AttemptDeps, { row }: Attempt, version: number): Promise<void> {
  try {
    await deps.markNeedsReconnect(row.connectionId, version, row);
  } catch {
    // The settlement is still true. The next use of the credential will be refused too, and will try this again.
    deps.onDefect(row.id, "NeedsReconnectNotRecorded");
  }
}
