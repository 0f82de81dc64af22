/** Connect sessions for their backend: create, look up, cancel, confirm. */
import {
  evidenceGaps,
  idPrefixes,
  isId,
  ServiceError,
  type ConnectSession,
  type ConnectSessionList,
  type CreateConnectSession,
} from "@svc/contract";
import { byCaller } from "../journal/entry.ts";
import type { Actor } from "../journal/port.ts";
import type { ConnectionRow } from "../connections/port.ts";
import { vaultContext } from "../connections/sealed-credential.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import type { CreateOutcome } from "../idempotency/run-idempotently.ts";
import type { PageQuery } from "../listings/page.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import { isTenantKeyAbsent } from "../vault/port.ts";
import { checkOpen, checkStillAllowed, isCompletionCode, credentialChanged } from "./completion.ts";
import { sessionLifetimeMs, rejectionsMax, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow, ConnectSessionStatus, SessionCompletion } from "./port.ts";
import { presentSession, statusAt, type SessionView } from "./present.ts";
import { checkSessionRequest } from "./request.ts";

/** The filters and cursor of a listing. */
export type SessionQuery = PageQuery & { status?: ConnectSessionStatus | undefined };

/** The operations on Connect sessions of one of the caller's tenants. */
export type ConnectSessions = {
  /**
   * Claims the key and creates the session. The response contains the one-time token; the stored response does not.
   * @throws ServiceError PROVIDER_NOT_AVAILABLE, ORIGIN_NOT_REGISTERED, RETURN_URL_NOT_REGISTERED, ACTION_NOT_FOUND,
   * CONNECTION_NOT_FOUND, CONNECTION_NOT_ACTIVE, INVALID_REQUEST; all before anything is stored.
   */
  create(caller: Caller, tenantId: string, input: CreateConnectSession, claim: KeyClaim): Promise<CreateOutcome>;
  /** @throws ServiceError CONNECT_SESSION_NOT_FOUND. */
  get(caller: Caller, tenantId: string, sessionId: string): Promise<ConnectSession>;
  list(caller: Caller, tenantId: string, query: SessionQuery): Promise<ConnectSessionList>;
  /** Cancels an open session; repeatable. @throws ServiceError CONNECT_SESSION_NOT_FOUND, CONNECT_SESSION_NOT_OPEN. */
  cancel(caller: Caller, tenantId: string, sessionId: string): Promise<ConnectSession>;
  /**
   * Confirms a session that awaits confirmation. A retry after a lost response gets the same response.
   * @throws ServiceError CONNECT_SESSION_NOT_FOUND, CONNECT_SESSION_NOT_OPEN, CONNECT_SESSION_EXPIRED,
   * COMPLETION_CODE_INVALID, CONNECTION_NOT_ACTIVE, PROVIDER_NOT_AVAILABLE.
   */
  complete(caller: Caller, tenantId: string, sessionId: string, completionCode: string): Promise<ConnectSession>;
};

/** Creates the operations on Connect sessions. */
export function createConnectSessions(deps: ConnectDeps): ConnectSessions {
  const { store, cursors, platform } = deps;
  const view = (): SessionView => ({ nowMs: platform.nowMs(), publicUrl: deps.publicUrl() });
  const find = async (caller: Caller, tenantId: string, sessionId: string): Promise<ConnectSessionRow> => {
    const known = isId(idPrefixes.connectSession, sessionId);
    const row = known ? await store.find(caller.client.id, tenantId, sessionId) : null;
    if (row === null) throw new ServiceError("CONNECT_SESSION_NOT_FOUND");
    return row;
  };
  return {
    create: (caller, tenantId, input, claim) => create(deps, caller, tenantId, input, claim, view),
    get: async (caller, tenantId, sessionId) => presentSession(await find(caller, tenantId, sessionId), view()),
    async list(caller, tenantId, { limit, cursor, status = null }) {
      const clientId = caller.client.id;
      const scope = { listing: "connect-sessions", clientId, tenantId, filters: [status] };
      const query = { status, after: cursors.read(scope, cursor), limit, nowMs: platform.nowMs() };
      const page = await store.list(clientId, tenantId, query);
      const connectSessions = page.rows.map((row) => presentSession(row, view()));
      return { connectSessions, nextCursor: cursors.next(scope, page) };
    },
    async cancel(caller, tenantId, sessionId) {
      await cancelSession(deps, await find(caller, tenantId, sessionId), byCaller(caller).actor);
      return presentSession(await find(caller, tenantId, sessionId), view());
    },
    async complete(caller, tenantId, sessionId, completionCode) {
      await confirm(deps, caller, await find(caller, tenantId, sessionId), completionCode);
      return presentSession(await find(caller, tenantId, sessionId), view());
    },
  };
}

/**
 * Cancels an open session; one that is already cancelled is left unchanged.
 * @param actor the actor for the audit trail.
 * @throws ServiceError CONNECT_SESSION_NOT_OPEN if it ended in any other way.
 */
export async function cancelSession(deps: ConnectDeps, session: ConnectSessionRow, actor: Actor): Promise<void> {
  if (session.status === "cancelled") return;
  const nowMs = deps.platform.nowMs();
  const expired = statusAt(session, nowMs) === "expired";
  const end = expired ? ({ status: "expired", by: "system" } as const) : ({ status: "cancelled", by: actor } as const);
  const ended = await deps.store.end(session.id, end.status, "", nowMs, { actor: end.by });
  if (expired || !ended) {
    const now = await deps.store.findById(session.id);
    if (now?.status === "cancelled") return;
    throw new ServiceError("CONNECT_SESSION_NOT_OPEN", {
      detail: `The session is ${now === null ? "gone" : statusAt(now, nowMs)}; only an open session can be cancelled.`,
    });
  }
}

async function create(
  deps: ConnectDeps,
  caller: Caller,
  tenantId: string,
  input: CreateConnectSession,
  claim: KeyClaim,
  view: () => SessionView,
): Promise<CreateOutcome> {
  const checked = await checkSessionRequest(deps, caller, tenantId, input);
  const token = deps.makeToken("cst_");
  const createdAt = deps.platform.nowMs();
  const session: ConnectSessionRow = {
    id: deps.newId(idPrefixes.connectSession),
    clientId: caller.client.id,
    tenantId,
    provider: input.provider,
    authKind: input.authKind,
    status: "pending",
    allowedOrigin: input.allowedOrigin,
    returnUrl: input.returnUrl,
    requestedActions: checked.requestedActions,
    requestedEvents: checked.requestedEvents,
    completion: checked.completion,
    connectionId: checked.connectionId,
    reconnect: checked.connectionId !== "",
    tokenHash: deps.hashes.hash("connect-token", token),
    tokenUsedAt: null,
    secretHash: "",
    completionCodeHash: "",
    verifyingUntil: 0,
    rejections: 0,
    errorCode: "",
    createdAt,
    expiresAt: createdAt + sessionLifetimeMs,
    completedAt: null,
    seal: "",
  };
  const { actions } = deps.catalog.effectiveProvider(caller.client, input.provider);
  const gaps = evidenceGaps(actions, session.requestedActions);
  const body = { ...presentSession(session, view()), evidenceGaps: gaps };
  const made = await deps.store.create(session, claim, { status: 201, body }, actorOf(caller));
  if (made.kind === "key_taken") return { kind: "taken", row: made.row };
  const link = deps.givesLink ? { connectLink: `${body.connectUrl}#token=${token}` } : {};
  return { kind: "made", response: { status: 201, body: { ...body, token, ...link } } };
}

/**
 * Completes a session that awaits confirmation. A completed one is left unchanged if the code is correct.
 * @throws ServiceError CONNECT_SESSION_NOT_OPEN, CONNECT_SESSION_EXPIRED (destroys everything), COMPLETION_CODE_INVALID
 * (the fifth destroys everything), and the errors of `checkStillAllowed`.
 */
export async function confirm(
  deps: ConnectDeps,
  caller: Caller,
  session: ConnectSessionRow,
  completionCode: string,
): Promise<void> {
  const nowMs = deps.platform.nowMs();
  if (session.status === "awaiting_confirmation" && statusAt(session, nowMs) === "expired") {
    await deps.store.end(session.id, "expired", "", nowMs, { actor: "system" });
  }
  const genuine = isCompletionCode(deps.hashes, session.id, completionCode);
  if (session.status === "completed" && session.completion === "confirmed" && genuine) return;
  checkOpen(session, nowMs);
  if (session.status !== "awaiting_confirmation") {
    const detail = `The session is ${session.status}: the user has not finished, so there is nothing to confirm yet.`;
    throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
  }
  if (!genuine) throw await refuseCode(deps, caller, session);
  await completePending(deps, caller, session);
}

async function refuseCode(deps: ConnectDeps, caller: Caller, session: ConnectSessionRow): Promise<ServiceError> {
  const code = "COMPLETION_CODE_INVALID";
  const rejection = { by: actorOf(caller), failsWith: code, code } as const;
  const count = await deps.store.reject(session.id, rejectionsMax, deps.platform.nowMs(), rejection);
  if (count < rejectionsMax) return new ServiceError("COMPLETION_CODE_INVALID");
  const detail =
    "The completion code is wrong for the fifth time: the session has failed and its credential is destroyed.";
  return new ServiceError("COMPLETION_CODE_INVALID", { detail });
}

/** How often to retry a completion because the connection's credential was refreshed in between. */
const attemptsMax = 5;

async function completePending(deps: ConnectDeps, caller: Caller, session: ConnectSessionRow): Promise<void> {
  const pending = await deps.store.pendingCompletion(session.id);
  const detail =
    "The session or its connection changed in the meantime, so nothing was completed. Create a new session.";
  let failure: Error = new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
  try {
    if (pending !== null && (await completeFrom(deps, caller, session, pending))) return;
  } catch (error) {
    // Deleting a tenant ends its sessions and destroys its key. If only the key is missing, something is wrong.
    if (!isTenantKeyAbsent(error)) throw error;
    failure = error;
  }
  // Another request was faster: the same confirmation, or one that ended the session.
  const now = await deps.store.findById(session.id);
  if (now?.status === "completed") return;
  if (now !== null) await checkStillAllowed(deps, now);
  throw failure;
}

/** Returns false if one of the store's conditions no longer held. */
async function completeFrom(
  deps: ConnectDeps,
  caller: Caller,
  session: ConnectSessionRow,
  pending: SessionCompletion,
): Promise<boolean> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { reconnected } = await checkStillAllowed(deps, session);
    const at = deps.platform.nowMs();
    const context = vaultContext(pending.connection, "pending-credential");
    const credential = await deps.credentials.open(context, pending.record);
    const connection = { ...pending.connection, ...carryOver(reconnected), updatedAt: at };
    const record = await deps.credentials.seal(vaultContext(connection), credential);
    if (await deps.store.complete(session.id, { connection, record, at }, actorOf(caller))) return true;
    if (!(await credentialChanged(deps, reconnected))) return false;
  }
  return false;
}

/**
 * Carries over changes to a reconnected connection while its new credential was pending, from a refresh or a test.
 */
function carryOver(
  reconnected: ConnectionRow | null,
): Partial<Pick<ConnectionRow, "credentialVersion" | "grantGeneration" | "lastTestedAt">> {
  if (reconnected === null) return {};
  return {
    credentialVersion: reconnected.credentialVersion + 1,
    grantGeneration: reconnected.grantGeneration + 1,
    lastTestedAt: reconnected.lastTestedAt,
  };
}
