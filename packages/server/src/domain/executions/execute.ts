/** Execute: parse → replay → authorize → admit → claim → attempt → answer, in the contract's order (contract §1.12 and §4). */
import { dropSensitive, ServiceError } from "@svc/contract";
import type { CredentialUse } from "../audit/audit.ts";
import type { AuditEvent } from "../audit/port.ts";
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { ProspectOf } from "../evidence/prospect.ts";
import { claimOf } from "../idempotency/run-idempotently.ts";
import type { Admission, Admit } from "../limits/admission.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import { runAttempt, type AttemptDeps, type AttemptEnd } from "./attempt.ts";
import type { ConnectionCache } from "./connection-cache.ts";
import type { ConnectionRef } from "./port.ts";
import type { ExecutionRow, NewExecution } from "./record.ts";
import { answerOfRecord, presentExecution } from "./record.ts";
import { answerForConcurrentCaller, replayOf, resultOf, type ExecuteResult, type ReplayDeps } from "./replay.ts";
import { authorize, parseRequest, refuseUncovered } from "./request.ts";
import type { AuthorizeDeps, AuthorizedAction, ExecuteRequest, ParsedRequest } from "./request.ts";

/** Dependencies of {@link execute}. */
export type ExecuteDeps = AttemptDeps &
  ReplayDeps &
  AuthorizeDeps & {
    connectionCache: ConnectionCache;
    newExecutionId: () => string;
    /** Creates the audit event that is appended with the claim. */
    credentialUse: (use: CredentialUse) => AuditEvent;
    /** The last check before the claim; a request that it refuses leaves no trace. */
    admit: Admit;
    /** Executions in flight; an orderly stop waits for them. */
    inFlight: Set<Promise<unknown>>;
    /** Whether svc will look for the effect of an unknown outcome; if omitted, the error doesn't say. */
    prospectOf?: ProspectOf;
    /** Telemetry around each attempt; none by default. */
    watch?: AttemptWatch;
  };

/** Observes an attempt. @param row its record, as claimed. @returns the result of `run`, unchanged. */
export type AttemptWatch = (row: ExecutionRow, run: () => Promise<AttemptEnd>) => Promise<AttemptEnd>;

/** A request, and what its passes share. */
type Call = {
  request: ExecuteRequest;
  ref: ConnectionRef;
  /** End of the whole call on the monotonic clock. */
  deadlineMs: number;
  /** Null until it is granted. */
  admission: Admission | null;
  /** Whether a record was written; the admission then counts. */
  wasClaimed: boolean;
};

/** One run through all steps. `cached`: null to look the connection up. `mayRefresh`: whether a refused token may be refreshed. */
type Pass = { cached: ConnectionWithCredential | null; mayRefresh: boolean };

/** `stale`: the cached connection may have changed. `refreshed`: the token was refused and refreshed; nothing took effect. */
type PassResult = ExecuteResult | "stale" | "refreshed";

/**
 * Executes an action.
 * @returns the answer or the refusal that the execution's record gives.
 * @throws ServiceError for a request that is refused before it has a record.
 */
export async function execute(deps: ExecuteDeps, request: ExecuteRequest): Promise<ExecuteResult> {
  const ref = { clientId: request.caller.client.id, tenantId: request.tenantId, connectionId: request.connectionId };
  const deadlineMs = deps.platform.monotonicMs() + deps.callTimeoutMs;
  const call: Call = { request, ref, deadlineMs, admission: null, wasClaimed: false };
  const running = runPasses(deps, call).then((result) => withProspect(deps, call, result));
  deps.inFlight.add(running);
  try {
    return await running;
  } finally {
    deps.inFlight.delete(running);
    call.admission?.end(call.wasClaimed);
  }
}

/** Tells the caller of an unknown outcome whether svc will look for the effect. */
async function withProspect({ prospectOf }: ExecuteDeps, { ref }: Call, result: ExecuteResult): Promise<ExecuteResult> {
  if (result.kind !== "refused" || result.error.code !== "ACTION_OUTCOME_UNKNOWN") return result;
  const { code, detail, execution_id, connection_id } = result.error;
  if (prospectOf === undefined || execution_id === undefined) return result;
  try {
    const evidence = await prospectOf({ id: execution_id, clientId: ref.clientId });
    return { ...result, error: new ServiceError(code, { detail, execution_id, connection_id, evidence }) };
  } catch {
    // The database can't say at the moment. The outcome is unknown all the same.
    return result;
  }
}

async function runPasses(deps: ExecuteDeps, call: Call): Promise<ExecuteResult> {
  let pass: Pass = { cached: deps.connectionCache.get(call.ref), mayRefresh: true };
  for (;;) {
    const result = await runPass(deps, call, pass);
    if (result === "stale") pass = { cached: null, mayRefresh: true };
    // As if the caller itself had sent the request again: every check is made again.
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
  const row = newRow(deps, call, prepared);
  const key = parsed.scope === null ? null : claimOf(parsed.scope, parsed.identity, deps.keys);
  deps.inHand.take(row.id);
  try {
    const use = useOf(deps, call, authorized, row);
    const budgets = budgetsOf(call.request.caller);
    const claimed = await deps.store.claim(row, key, use, cached?.connection.credentialVersion, budgets);
    if (claimed.kind === "stale") return "stale";
    if (claimed.kind === "exhausted") {
      throw new ServiceError("TOKEN_BUDGET_EXHAUSTED", { connection_id: row.connectionId });
    }
    if (claimed.kind === "taken") return await answerForConcurrentCaller(deps, parsed);
    call.wasClaimed = true;
    const attempt = { ...authorized, row: claimed.row, input: parsed.input, deadlineMs: call.deadlineMs, mayRefresh };
    const { watch = (_row, run) => run() } = deps;
    const end = await watch(claimed.row, () => runAttempt(deps, attempt));
    return end.mayRepeat ? "refreshed" : answerOf(end);
  } finally {
    deps.inHand.release(row.id);
  }
}

type Prepared = { parsed: ParsedRequest; authorized: AuthorizedAction };

/** Everything before the claim. @returns a replay, or what the claim needs. @throws ServiceError for a refused request. */
async function prepare(
  deps: ExecuteDeps,
  call: Call,
  cached: ConnectionWithCredential | null,
): Promise<Prepared | ExecuteResult> {
  const { request, ref } = call;
  const connection = cached ?? (await lookUp(deps, ref));
  const parsed = parseRequest(deps, request, connection);
  refuseUncovered(request, connection);
  // With a cached connection, the claim is stale if the key was ever claimed.
  const replay = await replayOf(deps, parsed, cached === null);
  if (replay !== null) return replay;
  const authorized = authorize(deps, request, parsed, connection);
  const { provider, action } = authorized;
  call.admission ??= deps.admit({ ...ref, provider: provider.slug, effect: action.effect });
  return { parsed, authorized };
}

/** @returns the connection, null if the tenant has no such connection. @throws ServiceError TENANT_NOT_FOUND. */
async function lookUp(
  { store, connectionCache }: ExecuteDeps,
  ref: ConnectionRef,
): Promise<ConnectionWithCredential | null> {
  const found = await store.lookUp(ref);
  connectionCache.set(ref, found?.connection ?? null);
  if (found === null) throw new ServiceError("TENANT_NOT_FOUND");
  return found.connection;
}

/** The tokens that count this execution, the oldest first. */
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
    ownerId: deps.lease.ownerId(),
    createdAt: deps.platform.nowMs(),
  };
}

/** The audit event of the credential's use. It is committed with the record, so no credential is opened without it. */
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
function answerOf({ row, output }: AttemptEnd): ExecuteResult {
  if (row.status !== "succeeded") return resultOf(() => answerOfRecord(row), false);
  return { kind: "answered", answer: { execution: presentExecution(row), output }, replayed: false };
}
