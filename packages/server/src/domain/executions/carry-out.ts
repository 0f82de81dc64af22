/** Carries out an admitted call: claims its key and its record, makes one attempt, and returns what the record says. */
import { dropUnrecorded, ServiceError } from "@svc/contract";
import type { CredentialUse } from "../journal/entry.ts";
import type { AuditEvent } from "../journal/port.ts";
import { mayLook } from "../evidence/needs.ts";
import { notAcceptedDetail } from "../failover/describe.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import type { AdmittedCall } from "./admit.ts";
import { runAttempt } from "./attempt.ts";
import type { AttemptDeps, LastCheck } from "./attempt-deps.ts";
import type { ExecutionRow, NewExecution } from "../records/record.ts";
import { presentExecution, responseOfRecord } from "../records/record.ts";
import { resultOf, type RecordedResult } from "./replay.ts";
import type { AuthorizeDeps } from "./request.ts";
import type { AttemptEnd } from "./settle.ts";

/** Dependencies of {@link carryOut}. */
export type CarryOutDeps = AttemptDeps &
  Pick<AuthorizeDeps, "actions"> & {
    newExecutionId: () => string;
    /** Creates the entry that is appended with the claim. */
    credentialUse: (use: CredentialUse) => AuditEvent;
    /** Telemetry around each attempt; none by default. */
    watch?: AttemptWatch;
  };

/** Observes an attempt. @param row its record, as claimed. @returns the result of `run`, unchanged. */
export type AttemptWatch = (row: ExecutionRow, run: () => Promise<AttemptEnd>) => Promise<AttemptEnd>;

/** What a call is carried out under. */
export type Terms = {
  /** Null for a read. */
  claim: KeyClaim | null;
  /** Whether the connection comes from the cache, so that it may have changed. */
  isCached: boolean;
  /** Whether the key may get another attempt if the provider refuses the token and it can be refreshed. */
  mayRefresh: boolean;
  /** The proposal whose approval the claim uses up; none by default. */
  proposalId?: string;
  /** A last check, after the record is written; none by default. */
  check?: LastCheck;
};

/**
 * Carries out a call, at most once. `taken`: another caller has the key. `stale`: the cached connection may have
 * changed. `refreshed`: the provider refused the token, which was refreshed, and nothing took effect.
 */
export async function carryOut(
  deps: CarryOutDeps,
  admitted: AdmittedCall,
  terms: Terms,
): Promise<RecordedResult | "taken" | "stale" | "refreshed"> {
  const { call, parsed, authorized } = admitted;
  const { caller } = call.request;
  const { claim, isCached, mayRefresh, check } = terms;
  const row = newRow(deps, admitted, terms);
  deps.inHand.take(row.id);
  try {
    const cachedVersion = isCached ? authorized.sealed.version : undefined;
    const claimed = await deps.store.claim(row, claim, useOf(deps, admitted, row), cachedVersion, budgetsOf(caller));
    if (claimed.kind === "stale" || claimed.kind === "taken") return claimed.kind;
    if (claimed.kind === "exhausted") {
      throw new ServiceError("TOKEN_BUDGET_EXHAUSTED", { connection_id: row.connectionId });
    }
    if (claimed.kind === "closed") {
      deps.onDispatchRefused?.();
      // The key may be known: the next pass looks it up first.
      if (isCached) return "stale";
      throw new ServiceError("OVERLOADED", { detail: notAcceptedDetail });
    }
    call.wasClaimed = true;
    const attempt = {
      ...authorized,
      row: claimed.row,
      input: parsed.input,
      deadlineMs: call.deadlineMs,
      mayRefresh,
      check,
      looksInCall: mayLook(deps, caller, claimed.row),
    };
    const { watch = (_row, run) => run() } = deps;
    const end = await watch(claimed.row, () => runAttempt(deps, attempt));
    return end.mayRepeat ? "refreshed" : responseOf(end);
  } finally {
    deps.inHand.release(row.id);
  }
}

/** The tokens whose budget counts this execution, oldest first. */
function budgetsOf({ token }: Caller): string[] {
  return (token?.chain ?? []).filter(({ maxExecutions }) => maxExecutions !== null).map(({ id }) => id);
}

function newRow(
  deps: CarryOutDeps,
  { call: { ref, request }, parsed, authorized }: AdmittedCall,
  { proposalId = "" }: Terms,
): NewExecution {
  const { action, sealed } = authorized;
  const { token } = request.caller;
  return {
    ...ref,
    id: deps.newExecutionId(),
    provider: sealed.provider.slug,
    actionId: action.id,
    effect: action.effect,
    summaryInput: dropUnrecorded(action.input, parsed.input),
    idempotencyKey: parsed.scope?.key ?? "",
    mcpGrant: request.mcpGrant ?? "",
    tokenChain: (token?.chain ?? []).map(({ id }) => id),
    subject: token?.row.subject ?? "",
    agent: token?.row.agent ?? "",
    proposalId,
    toolDigest: action.toolDigest ?? "",
    ownerId: deps.lease.ownerId(),
    createdAt: deps.platform.nowMs(),
  };
}

/** Creates the entry of the credential's use. It commits with the record, before the credential is opened. */
function useOf(
  deps: CarryOutDeps,
  { call: { request, ref }, authorized }: AdmittedCall,
  { id: executionId, provider, actionId, effect, subject, agent, toolDigest }: NewExecution,
): AuditEvent {
  const { version: credentialVersion } = authorized.sealed;
  const by = { actor: actorOf(request.caller), holder: { subject, agent } };
  return deps.credentialUse({ ...ref, credentialVersion, executionId, provider, actionId, effect, toolDigest, ...by });
}

/** The attempt's own caller gets the whole output; later replays get what the record keeps. */
function responseOf({ row, output }: AttemptEnd): RecordedResult {
  if (row.status !== "succeeded") return resultOf(() => responseOfRecord(row), false);
  return { kind: "answered", response: { execution: presentExecution(row), output }, replayed: false };
}
