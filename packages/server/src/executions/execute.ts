/**
 * Execute: the look-up before every other check, the checks in the contract's order, the claim, the attempt, the answer
 * (contract §1 Idempotency, §4).
 */
import { dropSensitive, ServiceError, type InputError } from "@svc/contract";
import type { Action, Provider, ProviderAuth } from "@svc/provider-kit";
import type { CredentialUse } from "../audit/audit.ts";
import type { AuditEvent } from "../audit/port.ts";
import type { ConnectionWithCredential } from "../connections/port.ts";
import { answerOfKey, claimOf, keyExecution, type KeyDeps } from "../idempotency/run-once.ts";
import { canonicalRequest, type RequestIdentity } from "../idempotency/key.ts";
import type { KeyScope } from "../idempotency/port.ts";
import type { Admit } from "../limits/admission.ts";
import { authOfKind } from "../provider-calls/auth.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import { runAttempt, type AttemptDeps, type AttemptEnd } from "./attempt.ts";
import type { ExecutePlace, ExecutionRow, FoundPlace, NewExecution } from "./port.ts";
import { answerOfRecord, presentExecution, type ExecuteAnswer } from "./present.ts";

/** A caller's request, after authentication and the reading of its envelope. */
export type ExecuteRequest = {
  client: ServiceClientRow;
  /** The public id of the key that asks, for the audit trail. */
  keyId: string;
  tenantId: string;
  connectionId: string;
  actionId: string;
  input: unknown;
  /** The unquoted key, or null; asked only where a key counts. @throws ServiceError IDEMPOTENCY_KEY_INVALID. */
  idempotencyKey: () => string | null;
  /** Method, path and body, for the key's fingerprint. */
  identity: RequestIdentity;
};

/** The answer or the refusal that the record gives; `replayed` where the key had it already. */
export type ExecuteResult =
  | { kind: "answered"; answer: ExecuteAnswer; replayed: boolean }
  | { kind: "refused"; error: ServiceError; replayed: boolean };

/** Where actions are found. */
export type ActionLookup = {
  /** Everything the code knows. */
  find(provider: string, actionId: string): { provider: Provider; action: Action } | null;
  /** Whether the deployment enables it and the client's policy allows it. */
  isEffective(client: ServiceClientRow, provider: string, actionId: string): boolean;
};

/** What execute needs. */
export type ExecuteDeps = AttemptDeps & {
  keys: Omit<KeyDeps, "store">;
  actions: ActionLookup;
  inputErrors: (action: Action, input: unknown) => readonly InputError[];
  newExecutionId: () => string;
  /** Makes the audit event of a use, which is appended with the claim. */
  credentialUse: (use: CredentialUse) => AuditEvent;
  /** Asked last before the claim; what it refuses leaves no trace. */
  admit: Admit;
  /** Attempts in flight, for an orderly stop. */
  inFlight: Set<Promise<unknown>>;
  /** Who looks on at each attempt, from its claim to its end; it changes nothing. */
  watch?: AttemptWatch;
  /** Told of the record that answers in the place of an attempt, where the key has one. */
  onReplay?: (row: ExecutionRow) => void;
};

/** Runs an attempt and looks on. @param row its record, as claimed. @returns what `run` gives. */
export type AttemptWatch = (row: ExecutionRow, run: () => Promise<AttemptEnd>) => Promise<AttemptEnd>;

/**
 * Looks up the caller's tenant, and with it what {@link execute} asks next.
 * @param idempotencyKey as in the request. One that is malformed is refused later, and only where a key counts.
 * @throws ServiceError TENANT_NOT_FOUND.
 */
export async function lookUpPlace(
  { store }: Pick<ExecuteDeps, "store">,
  place: ExecutePlace,
  idempotencyKey: ExecuteRequest["idempotencyKey"],
): Promise<FoundPlace> {
  const found = await store.lookUp(place, wellFormed(idempotencyKey));
  if (found === null) throw new ServiceError("TENANT_NOT_FOUND");
  return found;
}

function wellFormed(idempotencyKey: ExecuteRequest["idempotencyKey"]): string | null {
  try {
    return idempotencyKey();
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/**
 * Executes an action.
 * @param place what was found of the request's place; looked up here where it is left out.
 * @returns what the record says, refusals included.
 * @throws ServiceError what is refused before there is a record.
 */
export async function execute(deps: ExecuteDeps, request: ExecuteRequest, place?: FoundPlace): Promise<ExecuteResult> {
  const { client, tenantId, connectionId, actionId } = request;
  const at = { clientId: client.id, tenantId, connectionId };
  const { connection: found, isKeyKnown } = place ?? (await lookUpPlace(deps, at, request.idempotencyKey));
  const known = found === null ? null : deps.actions.find(found.connection.provider, actionId);
  const keyed = known === null || known.action.effect !== "read";
  const key = keyed ? request.idempotencyKey() : null;
  const scope: KeyScope | null = key === null ? null : { clientId: client.id, tenantId, key };
  if (scope !== null) {
    const replay = await replayOf(deps, scope, request.identity, isKeyKnown);
    if (replay !== null) return replay;
  } else if (known !== null && keyed) {
    throw new ServiceError("IDEMPOTENCY_KEY_REQUIRED");
  }
  const checked = check(deps, request, found, known);
  const { provider, action } = checked;
  const release = deps.admit({ ...at, provider: provider.slug, effect: action.effect });
  try {
    return await tracked(deps.inFlight, attempts(deps, request, checked, scope));
  } finally {
    release();
  }
}

async function attempts(
  deps: ExecuteDeps,
  request: ExecuteRequest,
  checked: Checked,
  scope: KeyScope | null,
): Promise<ExecuteResult> {
  const deadlineMs = deps.platform.monotonicMs() + deps.callTimeoutMs;
  const first = await attemptOnce(deps, { request, checked, scope, deadlineMs, mayRenew: true });
  return first.mayRepeat ? await repeatOnce(deps, { request, scope, deadlineMs }) : first.result;
}

type Claiming = {
  request: ExecuteRequest;
  checked: Checked;
  scope: KeyScope | null;
  deadlineMs: number;
  mayRenew: boolean;
};

/** Claims the key, writes the record and runs it to its end. Where another caller has the key, it gives that one's answer. */
async function attemptOnce(
  deps: ExecuteDeps,
  { request, checked, scope, deadlineMs, mayRenew }: Claiming,
): Promise<{ mayRepeat: boolean; result: ExecuteResult }> {
  const { input, identity } = request;
  const row = newRow(deps, request, checked, scope?.key ?? null);
  const claim = scope === null ? null : claimOf(scope, identity, deps.keys);
  const claimed = await deps.store.claim(row, claim, useOf(deps, request, checked, row));
  if (claimed.kind === "taken") return { mayRepeat: false, result: await loserAnswer(deps, scope, identity) };
  const attempt = { ...checked, row: claimed.row, input, deadlineMs, mayRenew };
  const { watch = unwatched } = deps;
  const end = await watch(claimed.row, () => runAttempt(deps, attempt));
  return { mayRepeat: end.mayRepeat, result: answerOfAttempt(end) };
}

const unwatched: AttemptWatch = (_row, run) => run();

/** No credential is opened without this event: it is in the trail by the same commit as the record, or neither is. */
function useOf(
  deps: ExecuteDeps,
  { keyId }: ExecuteRequest,
  { credentialVersion }: Checked,
  row: NewExecution,
): AuditEvent {
  const { clientId, tenantId, connectionId, provider, actionId, effect } = row;
  const what = { connectionId, credentialVersion, executionId: row.id, provider, actionId, effect };
  return deps.credentialUse({ clientId, tenantId, ...what, actor: `key:${keyId}` });
}

/**
 * The one new attempt of a write whose credential was refused before anything was executed, and has been renewed. It is
 * what a caller's own repeat would be: every check anew, the freed key claimed by one caller, a record of its own.
 */
async function repeatOnce(
  deps: ExecuteDeps,
  { request, scope, deadlineMs }: Pick<Claiming, "request" | "scope" | "deadlineMs">,
): Promise<ExecuteResult> {
  const { client, tenantId, connectionId, actionId } = request;
  const found = (await deps.store.lookUp({ clientId: client.id, tenantId, connectionId }, null))?.connection ?? null;
  const known = found === null ? null : deps.actions.find(found.connection.provider, actionId);
  const checked = check(deps, request, found, known);
  return (await attemptOnce(deps, { request, checked, scope, deadlineMs, mayRenew: false })).result;
}

async function tracked<Result>(inFlight: Set<Promise<unknown>>, work: Promise<Result>): Promise<Result> {
  inFlight.add(work);
  try {
    return await work;
  } finally {
    inFlight.delete(work);
  }
}

/** What a key answers; null where the request may claim it. @param isKnown whether it was claimed before. */
async function replayOf(
  deps: ExecuteDeps,
  scope: KeyScope,
  identity: RequestIdentity,
  isKnown: boolean,
): Promise<ExecuteResult | null> {
  const found = isKnown ? await deps.store.findKey(scope) : null;
  if (found === null) {
    deps.keys.expiry.refuse(scope.key, null);
    return null;
  }
  // Throws for a reused, running or expired key; an execution's answer is its record, not a kept body.
  const kept = answerOfKey(found.key, canonicalRequest(identity), deps.keys.hash);
  if (found.key.state === "freed") {
    deps.keys.expiry.refuse(scope.key, found.key);
    return null;
  }
  const { execution } = found;
  if (execution === null) {
    // The key of another operation cannot have this request's fingerprint; a record pruned early is a tombstone.
    if (kept !== null) throw new ServiceError("IDEMPOTENCY_KEY_REUSED");
    throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED", keyExecution(found.key));
  }
  deps.onReplay?.(execution);
  return resultOf(() => answerOfRecord(execution), true);
}

function resultOf(answer: () => ExecuteAnswer, replayed: boolean): ExecuteResult {
  try {
    return { kind: "answered", answer: answer(), replayed };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: "refused", error, replayed };
    throw error;
  }
}

async function loserAnswer(
  deps: ExecuteDeps,
  scope: KeyScope | null,
  identity: RequestIdentity,
): Promise<ExecuteResult> {
  const replay = scope === null ? null : await replayOf(deps, scope, identity, true);
  if (replay === null) throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS");
  return replay;
}

type Checked = {
  provider: Provider;
  auth: ProviderAuth;
  action: Action;
  credentialVersion: number;
  record: Uint8Array;
};

/** The checks between look-up and claim, in the contract's order: connection, enabled, policy, granted, schema. */
function check(
  deps: ExecuteDeps,
  request: ExecuteRequest,
  found: ConnectionWithCredential | null,
  known: ReturnType<ActionLookup["find"]>,
): Checked {
  if (found === null) throw new ServiceError("CONNECTION_NOT_FOUND");
  const { connection, record } = found;
  const named = { connection_id: connection.id };
  if (connection.status !== "active" || record === null) {
    throw new ServiceError("CONNECTION_NOT_ACTIVE", { ...named, detail: notActiveDetail(connection.status) });
  }
  if (known === null || !deps.actions.isEffective(request.client, connection.provider, request.actionId)) {
    throw new ServiceError("ACTION_NOT_FOUND", named);
  }
  if (!connection.grantedActions.includes(request.actionId)) throw new ServiceError("ACTION_NOT_GRANTED", named);
  const auth = authOfKind(known.provider, connection.authKind);
  if (auth === null) throw new ServiceError("ACTION_NOT_FOUND", named);
  const errors = deps.inputErrors(known.action, request.input);
  if (errors.length > 0) throw new ServiceError("INPUT_INVALID", { ...named, errors });
  return { ...known, auth, credentialVersion: connection.credentialVersion, record };
}

function notActiveDetail(status: string): string {
  return status === "disconnected"
    ? "The connection was disconnected and its credential destroyed. The end user connects again in a new Connect session."
    : "The provider refused this connection's credential. The end user reconnects it in a Connect session made with this connection_id.";
}

function newRow(deps: ExecuteDeps, request: ExecuteRequest, checked: Checked, key: string | null): NewExecution {
  return {
    id: deps.newExecutionId(),
    clientId: request.client.id,
    tenantId: request.tenantId,
    connectionId: request.connectionId,
    provider: checked.provider.slug,
    actionId: checked.action.id,
    effect: checked.action.effect,
    summaryInput: dropSensitive(checked.action.input, request.input),
    idempotencyKey: key ?? "",
    ownerId: deps.lease.ownerId(),
    createdAt: deps.platform.nowMs(),
  };
}

function answerOfAttempt(end: AttemptEnd): ExecuteResult {
  const { row, output } = end;
  if (row.status !== "succeeded") return resultOf(() => answerOfRecord(row), false);
  return { kind: "answered", answer: { execution: presentExecution(row), output }, replayed: false };
}
