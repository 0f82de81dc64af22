/** Executes actions in the order of contract §1.12 and §4: parse, replay, authorize, admit, claim, attempt, response. */
import { dropSensitive, ServiceError, type ErrorCode } from "@svc/contract";
import { byCaller, type CredentialUse } from "../audit/audit.ts";
import type { AuditEvent } from "../audit/port.ts";
import type { RecordRefusal } from "../audit/refusals.ts";
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { ProspectOf } from "../evidence/prospect.ts";
import { mayLook, shownTo } from "../evidence/shown.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import { claimOf } from "../idempotency/run-idempotently.ts";
import { notAcceptedDetail } from "../failover/describe.ts";
import type { Admission, Admit } from "../limits/admission.ts";
import { refuseWeakApproval } from "../proposals/plan.ts";
import type { ProposalRow } from "../proposals/port.ts";
import type { ProposedCall } from "../proposals/propose.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import { runAttempt } from "./attempt.ts";
import type { AttemptDeps } from "./attempt-deps.ts";
import type { ConnectionCache } from "./connection-cache.ts";
import type { ConnectionRef } from "./port.ts";
import type { ExecutionRow, NewExecution } from "./record.ts";
import { responseOfRecord, presentExecution } from "./record.ts";
import { answerForConcurrentCaller, replayOf, resultOf, type ExecuteResult, type ReplayDeps } from "./replay.ts";
import { authorize, parseRequest, refuseUncovered } from "./request.ts";
import type { AuthorizeDeps, AuthorizedAction, ExecuteRequest, ParsedRequest } from "./request.ts";
import type { AttemptEnd } from "./settle-attempt.ts";

/** Dependencies of {@link execute}. */
export type ExecuteDeps = AttemptDeps &
  ReplayDeps &
  AuthorizeDeps & {
    connectionCache: ConnectionCache;
    newExecutionId: () => string;
    /** Creates the audit event that is appended with the claim. */
    credentialUse: (use: CredentialUse) => AuditEvent;
    /** Creates the proposal for a call that a person must approve. */
    propose: (call: ProposedCall) => Promise<ProposalRow | null>;
    /** Records a call that is denied by a policy or exceeds a token's budget. */
    recordRefusal?: RecordRefusal;
    /** The last check before the claim. A refused request leaves no trace. */
    admit: Admit;
    /** Executions in flight. A graceful shutdown waits for them. */
    inFlight: Set<Promise<unknown>>;
    /** Whether svc will look for the effect of an unknown outcome; if omitted, the error doesn't say. */
    prospectOf?: ProspectOf;
    /** Telemetry around each attempt; none by default. */
    watch?: AttemptWatch;
  };

/** Observes an attempt. @param row its record, as claimed. @returns the result of `run`, unchanged. */
export type AttemptWatch = (row: ExecutionRow, run: () => Promise<AttemptEnd>) => Promise<AttemptEnd>;

/** A request, with the state that its passes share. */
type Call = {
  request: ExecuteRequest;
  ref: ConnectionRef;
  /** Deadline of the whole call on the monotonic clock. */
  deadlineMs: number;
  /** Null until the request is admitted. */
  admission: Admission | null;
  /** Whether a record was written. If so, the admission counts. */
  wasClaimed: boolean;
};

/** One pass through all steps. `cached`: null to look the connection up. `mayRefresh`: if the token is refused. */
type Pass = { cached: ConnectionWithCredential | null; mayRefresh: boolean };

/** `stale`: the cached connection may have changed. `refreshed`: the token was refused and refreshed; nothing took effect. */
type PassResult = ExecuteResult | "stale" | "refreshed";

/**
 * Executes an action.
 * @returns the response or refusal from the execution's record, or the proposal.
 * @throws ServiceError for a request that is refused before it has a record.
 */
export async function execute(deps: ExecuteDeps, request: ExecuteRequest): Promise<ExecuteResult> {
  const ref = { clientId: request.caller.client.id, tenantId: request.tenantId, connectionId: request.connectionId };
  const deadlineMs = deps.platform.monotonicMs() + deps.callTimeoutMs;
  const call: Call = { request, ref, deadlineMs, admission: null, wasClaimed: false };
  const running = runPasses(deps, call).then((result) => asShown(deps, call, result));
  deps.inFlight.add(running);
  try {
    return await running;
  } catch (error) {
    await recordRefused(deps, request, error);
    throw error;
  } finally {
    deps.inFlight.delete(running);
    call.admission?.end(call.wasClaimed);
  }
}

const recordedRefusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["POLICY_DENIED", "TOKEN_BUDGET_EXHAUSTED"]);

async function recordRefused({ recordRefusal }: ExecuteDeps, request: ExecuteRequest, error: unknown): Promise<void> {
  const { caller, tenantId, connectionId, actionId, approved } = request;
  // Refusing an approved call closes its proposal, which has its own event.
  if (approved !== undefined || !(error instanceof ServiceError) || !recordedRefusals.has(error.code)) return;
  const data = { action: actionId, reason: error.code };
  await recordRefusal?.("action.refused", { ...byCaller(caller), tenantId, subject: connectionId, data });
}

/** Leaves out what the caller couldn't read itself. Adds to an unknown outcome whether svc will look for the effect. */
async function asShown(deps: ExecuteDeps, { request, ref }: Call, result: ExecuteResult): Promise<ExecuteResult> {
  const { prospectOf, actions } = deps;
  if (result.kind === "answered") {
    const { execution, output } = result.response;
    return { ...result, response: { execution: shownTo({ actions }, request.caller, execution), output } };
  }
  if (result.kind !== "refused" || result.error.code !== "ACTION_OUTCOME_UNKNOWN") return result;
  const { code, detail, execution_id, connection_id } = result.error;
  if (prospectOf === undefined || execution_id === undefined) return result;
  try {
    const evidence = await prospectOf({ id: execution_id, clientId: ref.clientId });
    return { ...result, error: new ServiceError(code, { detail, execution_id, connection_id, evidence }) };
  } catch {
    // The database can't be read right now. The outcome is unknown either way.
    return result;
  }
}

async function runPasses(deps: ExecuteDeps, call: Call): Promise<ExecuteResult> {
  const { approved } = call.request;
  // An approved call is checked against the database, and gets no second attempt.
  let pass: Pass =
    approved === undefined
      ? { cached: deps.connectionCache.get(call.ref), mayRefresh: true }
      : { cached: null, mayRefresh: false };
  for (;;) {
    const result = await runPass(deps, call, pass);
    if (result === "stale") pass = { cached: null, mayRefresh: true };
    // As if the caller had resent the request: every check is repeated.
    else if (result === "refreshed") pass = { cached: null, mayRefresh: false };
    else return result;
  }
}

async function runPass(deps: ExecuteDeps, call: Call, { cached, mayRefresh }: Pass): Promise<PassResult> {
  const prepared = await prepare(deps, call, cached).catch((error: unknown) => {
    // A cached connection may have changed, so it never causes a refusal: the next pass looks it up.
    if (cached !== null && error instanceof ServiceError) return "stale" as const;
    throw error;
  });
  if (prepared === "stale" || "kind" in prepared) return prepared;
  const { parsed, authorized } = prepared;
  const { approved = null } = call.request;
  if (approved === null && needsApproval(call, prepared)) {
    return cached === null ? await proposeCall(deps, call, prepared) : "stale";
  }
  const row = newRow(deps, call, prepared);
  const key = keyOf(deps, call, parsed);
  deps.inHand.take(row.id);
  try {
    const use = useOf(deps, call, authorized, row);
    const budgets = budgetsOf(call.request.caller);
    const claimed = await deps.store.claim(row, key, use, cached?.connection.credentialVersion, budgets);
    if (claimed.kind === "stale") return "stale";
    if (claimed.kind === "exhausted") {
      throw new ServiceError("TOKEN_BUDGET_EXHAUSTED", { connection_id: row.connectionId });
    }
    if (claimed.kind === "closed") {
      deps.onDispatchRefused?.();
      // The key may be known: the next pass looks it up first.
      if (cached !== null) return "stale";
      throw new ServiceError("OVERLOADED", { detail: notAcceptedDetail });
    }
    if (claimed.kind === "taken") {
      if (approved !== null) throw new ServiceError("PROPOSAL_NOT_PENDING");
      return await answerForConcurrentCaller(deps, parsed);
    }
    call.wasClaimed = true;
    const { deadlineMs } = call;
    const attempt = {
      ...authorized,
      row: claimed.row,
      input: parsed.input,
      deadlineMs,
      mayRefresh,
      approved,
      looksInCall: mayLook(deps, call.request.caller, claimed.row),
    };
    const { watch = (_row, run) => run() } = deps;
    const end = await watch(claimed.row, () => runAttempt(deps, attempt));
    return end.mayRepeat ? "refreshed" : responseOf(end);
  } finally {
    deps.inHand.release(row.id);
  }
}

type Prepared = { parsed: ParsedRequest; authorized: AuthorizedAction };

/** Runs the steps before the claim. @returns a replay, or the claim's inputs. @throws ServiceError for a refusal. */
async function prepare(
  deps: ExecuteDeps,
  call: Call,
  cached: ConnectionWithCredential | null,
): Promise<Prepared | ExecuteResult> {
  const { request, ref } = call;
  const connection = cached ?? (await lookUp(deps, ref));
  const parsed = parseRequest(deps, request, connection);
  refuseUncovered(request, connection);
  // With a cached connection, the claim returns `stale` if the key was ever claimed. An approved call already has its
  // key.
  const replay = request.approved === undefined ? await replayOf(deps, parsed, cached === null) : null;
  if (replay !== null) return replay;
  const authorized = authorize(deps, request, parsed, connection);
  if (request.approved !== undefined) refuseWeakApproval(request.approved, authorized.policy);
  const { provider, action } = authorized;
  const effect = needsApproval(call, { parsed, authorized }) ? "read" : action.effect;
  call.admission ??= deps.admit({ ...ref, provider: provider.slug, effect });
  return { parsed, authorized };
}

/** Whether a person must approve the call first. @throws ServiceError INVALID_REQUEST if a read is to be proposed. */
function needsApproval({ request }: Call, { authorized }: Prepared): boolean {
  const { approved, proposes = false } = request;
  if (approved !== undefined) return false;
  if (proposes && authorized.action.effect === "read") {
    const detail = "A read changes nothing, so it needs no approval: execute it. Nothing was proposed.";
    throw new ServiceError("INVALID_REQUEST", { detail });
  }
  return proposes || authorized.policy.decision === "ask";
}

async function proposeCall(
  deps: ExecuteDeps,
  { request, ref, deadlineMs }: Call,
  { parsed, authorized }: Prepared,
): Promise<ExecuteResult> {
  const { caller, mcpGrant = "" } = request;
  // Only reads have no key, and reads are never proposed.
  if (parsed.scope === null) throw new ServiceError("IDEMPOTENCY_KEY_REQUIRED");
  const claim = claimOf(parsed.scope, parsed.identity, deps.keys);
  const { input } = parsed;
  const call = { ...ref, caller, mcpGrant, authorized, input, claim, policy: authorized.policy, deadlineMs };
  const proposal = await deps.propose(call);
  if (proposal === null) return await answerForConcurrentCaller(deps, parsed);
  return { kind: "proposed", proposal, replayed: false };
}

/** Returns the key's claim; null for a read. An approved call uses the fingerprint of the proposed call. */
function keyOf({ keys }: ExecuteDeps, { request }: Call, { scope, identity }: ParsedRequest): KeyClaim | null {
  if (scope === null) return null;
  if (request.approved === undefined) return claimOf(scope, identity, keys);
  const { fingerprint } = request.approved.proposal;
  return { ...scope, fingerprint, ownerId: keys.ownerId(), createdAt: keys.nowMs() };
}

/** Looks up the connection; null if the tenant has none with this id. @throws ServiceError TENANT_NOT_FOUND. */
async function lookUp(
  { store, connectionCache }: ExecuteDeps,
  ref: ConnectionRef,
): Promise<ConnectionWithCredential | null> {
  const found = await store.lookUp(ref);
  connectionCache.set(ref, found?.connection ?? null);
  if (found === null) throw new ServiceError("TENANT_NOT_FOUND");
  return found.connection;
}

/** The tokens whose budget counts this execution, oldest first. */
function budgetsOf({ token }: Caller): string[] {
  return (token?.chain ?? []).filter(({ maxExecutions }) => maxExecutions !== null).map(({ id }) => id);
}

function newRow(deps: ExecuteDeps, { ref, request }: Call, { parsed, authorized }: Prepared): NewExecution {
  const { provider, action } = authorized;
  return {
    ...ref,
    id: deps.newExecutionId(),
    provider: provider.slug,
    actionId: action.id,
    effect: action.effect,
    summaryInput: dropSensitive(action.input, parsed.input),
    idempotencyKey: parsed.scope?.key ?? "",
    mcpGrant: request.mcpGrant ?? "",
    tokenChain: (request.caller.token?.chain ?? []).map(({ id }) => id),
    subject: request.caller.token?.row.subject ?? "",
    agent: request.caller.token?.row.agent ?? "",
    proposalId: request.approved?.proposal.id ?? "",
    ownerId: deps.lease.ownerId(),
    createdAt: deps.platform.nowMs(),
  };
}

/** Creates the audit event for the credential's use. It commits with the record, before the credential is opened. */
function useOf(
  deps: ExecuteDeps,
  { request, ref }: Call,
  { credentialVersion }: AuthorizedAction,
  { id: executionId, provider, actionId, effect, subject, agent }: NewExecution,
): AuditEvent {
  const actor = actorOf(request.caller);
  const by = { actor, holder: { subject, agent } };
  return deps.credentialUse({ ...ref, credentialVersion, executionId, provider, actionId, effect, ...by });
}

/** The attempt's own caller gets the whole output; later replays get what the record keeps. */
function responseOf({ row, output }: AttemptEnd): ExecuteResult {
  if (row.status !== "succeeded") return resultOf(() => responseOfRecord(row), false);
  return { kind: "answered", response: { execution: presentExecution(row), output }, replayed: false };
}
