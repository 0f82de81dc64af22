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
import { auditEvent, byCaller } from "../audit/audit.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import type { CreateOutcome } from "../idempotency/run-idempotently.ts";
import type { Caller } from "../service-clients/caller.ts";
import type { PageQuery } from "../paging/page.ts";
import { confirm } from "./confirm.ts";
import { sessionLifetimeMs, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow, ConnectSessionStatus } from "./port.ts";
import { presentSession, statusAt, type SessionView } from "./present.ts";
import { checkSessionRequest } from "./request.ts";
import { sessionEnd } from "./session-end.ts";

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
export async function cancelSession(deps: ConnectDeps, session: ConnectSessionRow, actor: string): Promise<void> {
  if (session.status === "cancelled") return;
  const nowMs = deps.platform.nowMs();
  const expired = statusAt(session, nowMs) === "expired";
  const end = expired ? ({ status: "expired", actor: "system" } as const) : ({ status: "cancelled", actor } as const);
  const ended = await deps.store.end(session.id, end.status, "", nowMs, sessionEnd(deps, session, end));
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
  const event = auditEvent(deps, "connect_session.created", {
    ...byCaller(caller),
    tenantId,
    subject: session.id,
    data: { provider: session.provider, reconnect: session.reconnect, origin: session.allowedOrigin },
  });
  const made = await deps.store.create(session, claim, { status: 201, body }, event);
  if (made.kind === "key_taken") return { kind: "taken", row: made.row };
  const link = deps.givesLink ? { connectLink: `${body.connectUrl}#token=${token}` } : {};
  return { kind: "made", response: { status: 201, body: { ...body, token, ...link } } };
}
