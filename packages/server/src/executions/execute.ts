/**
 * Execute: the look-up before every other check, the checks in the contract's order, the claim, the attempt, the answer
 * (contract §1.12 and §4). Where a place was looked up lately, the claim asks whether it is still so instead.
 */
import { dropSensitive, ServiceError } from "@svc/contract";
import type { CredentialUse } from "../audit/audit.ts";
import type { AuditEvent } from "../audit/port.ts";
import type { ConnectionWithCredential } from "../connections/port.ts";
import { claimOf } from "../idempotency/run-once.ts";
import type { Admission, Admit } from "../limits/admission.ts";
import { runAttempt, type AttemptDeps, type AttemptEnd } from "./attempt.ts";
import type { PlaceMemory } from "./places.ts";
import type { ExecutePlace, ExecutionRow, FoundPlace, NewExecution, RecalledPlace } from "./port.ts";
import { answerOfRecord, presentExecution } from "./present.ts";
import { loserAnswer, replayOf, resultOf, type ExecuteResult, type ReplayDeps } from "./replay.ts";
import { askedOf, check, type Asked, type Checked, type CheckDeps, type ExecuteRequest } from "./request.ts";

/** What execute needs. */
export type ExecuteDeps = AttemptDeps &
  ReplayDeps &
  CheckDeps & {
    places: PlaceMemory;
    newExecutionId: () => string;
    /** Makes the audit event of a use, which is appended with the claim. */
    credentialUse: (use: CredentialUse) => AuditEvent;
    /** Asked last before the claim; what it refuses leaves no trace. */
    admit: Admit;
    /** Attempts in flight, for an orderly stop. */
    inFlight: Set<Promise<unknown>>;
    /** Who looks on at each attempt, from its claim to its end; it changes nothing. */
    watch?: AttemptWatch;
  };

/** Runs an attempt and looks on. @param row its record, as claimed. @returns what `run` gives. */
export type AttemptWatch = (row: ExecutionRow, run: () => Promise<AttemptEnd>) => Promise<AttemptEnd>;

/**
 * Executes an action.
 * @returns what the record says, refusals included.
 * @throws ServiceError what is refused before there is a record.
 */
export async function execute(deps: ExecuteDeps, request: ExecuteRequest): Promise<ExecuteResult> {
  const { client, tenantId, connectionId } = request;
  const at = { clientId: client.id, tenantId, connectionId };
  const recalled = deps.places.recall(at);
  const early = recalled === null ? null : await executeRecalled(deps, request, recalled);
  if (early !== null) return early;
  const { connection: found, isKeyKnown } = await lookUpPlace(deps, at, request.idempotencyKey);
  const asked = askedOf(deps, request, found);
  const replay = asked.scope === null ? null : await replayOf(deps, asked.scope, asked.identity, isKeyKnown);
  if (replay !== null) return replay;
  const checked = check(deps, request, asked, found);
  const result = await attempts(deps, { request, asked, checked }, admissionOf(deps, request, checked));
  if (result === null) throw new TypeError("A place that has just been looked up cannot be outdated.");
  return result;
}

/**
 * Executes at a place that was looked up before. What it was then refuses nobody.
 * @returns null, and nothing is written, where anything stands against it; all is then asked from the look-up on.
 */
async function executeRecalled(
  deps: ExecuteDeps,
  request: ExecuteRequest,
  found: ConnectionWithCredential,
): Promise<ExecuteResult | null> {
  let work: Work;
  let admission: Admission;
  try {
    const asked = askedOf(deps, request, found);
    const checked = check(deps, request, asked, found);
    if (asked.scope !== null) deps.keys.expiry.refuse(asked.scope.key, null);
    work = { request, asked, checked, recalled: checked };
    admission = admissionOf(deps, request, checked);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
  return await attempts(deps, work, admission);
}

/** Looks up, and notes it for later requests. @throws ServiceError TENANT_NOT_FOUND. */
async function lookUpPlace(
  { store, places }: Pick<ExecuteDeps, "store" | "places">,
  place: ExecutePlace,
  idempotencyKey: ExecuteRequest["idempotencyKey"],
): Promise<FoundPlace> {
  const found = await store.lookUp(place, wellFormed(idempotencyKey));
  places.note(place, found?.connection ?? null);
  if (found === null) throw new ServiceError("TENANT_NOT_FOUND");
  return found;
}

/** A key that is malformed is refused later, and only where a key counts. */
function wellFormed(idempotencyKey: ExecuteRequest["idempotencyKey"]): string | null {
  try {
    return idempotencyKey();
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

function admissionOf(
  { admit }: Pick<ExecuteDeps, "admit">,
  { client, tenantId, connectionId }: ExecuteRequest,
  { provider, action }: Checked,
): Admission {
  return admit({ clientId: client.id, tenantId, connectionId, provider: provider.slug, effect: action.effect });
}

/** A request that passed every check. @param recalled its place, where that was recalled. */
type Work = { request: ExecuteRequest; asked: Asked; checked: Checked; recalled?: RecalledPlace };

/** Attempts it while it is admitted. Null where the place is not as it was recalled. */
async function attempts(deps: ExecuteDeps, work: Work, admission: Admission): Promise<ExecuteResult | null> {
  let leave = admission.end;
  const running = attempt(deps, work);
  deps.inFlight.add(running);
  try {
    const result = await running;
    if (result === null) leave = admission.withdraw;
    return result;
  } finally {
    deps.inFlight.delete(running);
    leave();
  }
}

async function attempt(deps: ExecuteDeps, work: Work): Promise<ExecuteResult | null> {
  const deadlineMs = deps.platform.monotonicMs() + deps.callTimeoutMs;
  const first = await attemptOnce(deps, { ...work, deadlineMs, mayRenew: true });
  return first.mayRepeat ? await repeatOnce(deps, work, deadlineMs) : first.result;
}

type Claiming = Work & { deadlineMs: number; mayRenew: boolean };

/** Claims the key, writes the record and runs it to its end. Where another caller has the key, it gives that one's answer. */
async function attemptOnce(
  deps: ExecuteDeps,
  { request, asked, checked, recalled, deadlineMs, mayRenew }: Claiming,
): Promise<{ mayRepeat: boolean; result: ExecuteResult | null }> {
  const { input, identity, scope } = asked;
  const row = newRow(deps, request, { asked, checked });
  const claim = scope === null ? null : claimOf(scope, identity, deps.keys);
  deps.inHand.take(row.id);
  try {
    const claimed = await deps.store.claim(row, claim, useOf(deps, request, checked, row), recalled);
    if (claimed.kind === "outdated") return { mayRepeat: false, result: null };
    if (claimed.kind === "taken") return { mayRepeat: false, result: await loserAnswer(deps, scope, identity) };
    const { watch = unwatched } = deps;
    const end = await watch(claimed.row, () =>
      runAttempt(deps, { ...checked, row: claimed.row, input, deadlineMs, mayRenew }),
    );
    return { mayRepeat: end.mayRepeat, result: answerOfAttempt(end) };
  } finally {
    deps.inHand.release(row.id);
  }
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
  { request }: Pick<Work, "request">,
  deadlineMs: number,
): Promise<ExecuteResult | null> {
  const { client, tenantId, connectionId } = request;
  const found = (await deps.store.lookUp({ clientId: client.id, tenantId, connectionId }, null))?.connection ?? null;
  const asked = askedOf(deps, request, found);
  const checked = check(deps, request, asked, found);
  return (await attemptOnce(deps, { request, asked, checked, deadlineMs, mayRenew: false })).result;
}

function newRow(
  deps: ExecuteDeps,
  request: ExecuteRequest,
  { asked, checked }: Pick<Work, "asked" | "checked">,
): NewExecution {
  return {
    id: deps.newExecutionId(),
    clientId: request.client.id,
    tenantId: request.tenantId,
    connectionId: request.connectionId,
    provider: checked.provider.slug,
    actionId: checked.action.id,
    effect: checked.action.effect,
    summaryInput: dropSensitive(checked.action.input, asked.input),
    idempotencyKey: asked.scope?.key ?? "",
    ownerId: deps.lease.ownerId(),
    createdAt: deps.platform.nowMs(),
  };
}

function answerOfAttempt(end: AttemptEnd): ExecuteResult {
  const { row, output } = end;
  if (row.status !== "succeeded") return resultOf(() => answerOfRecord(row), false);
  return { kind: "answered", answer: { execution: presentExecution(row), output }, replayed: false };
}
