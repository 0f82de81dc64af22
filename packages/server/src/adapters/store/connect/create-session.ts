/**
 * Creates Connect sessions. Like a claim (executions/claim.ts), it writes the key with its response, the session and
 * its audit event.
 */
import type { ConnectSessionRow, ConnectSessionStore } from "../../../domain/connect-sessions/port.ts";
import { appendInClaim, dated, eventValues, extendJournal, lockHead, type EventValues } from "../journal/append.ts";
import { inBatches } from "../client-batches.ts";
import type { StoreContext } from "../context.ts";
import { claimKey, insertKey, keyHolder, takeReleasedKey, type KeyValues } from "../keys.ts";
import { statement } from "../statements/statement.ts";
import { flag, storableJson } from "../text.ts";

const columns = `id, client_id, tenant_id, provider, auth_kind, status, allowed_origin, return_url, requested_actions,
  requested_events, completion, connection_id, reconnect, token_hash, token_used_at, secret_hash, completion_code_hash, verifying_until,
  rejections, error_code, created_at, expires_at, completed_at, seal`;
// PostgreSQL needs the casts, because it assumes that a selected parameter is text.
const values = `:id, :clientId, :tenantId, :provider, :authKind, :status, :allowedOrigin, :returnUrl,
  :requestedActions, :requestedEvents, :completion, :connectionId, cast(:reconnect as bigint), :tokenHash,
  cast(:tokenUsedAt as bigint), :secretHash, :completionCodeHash, cast(:verifyingUntil as bigint),
  cast(:rejections as bigint), :errorCode, cast(:createdAt as bigint), cast(:expiresAt as bigint),
  cast(:completedAt as bigint), :seal`;

/** The session, with its lists as JSON, its key and its event. */
type Values = Omit<ConnectSessionRow, "requestedActions" | "requestedEvents" | "reconnect"> &
  Omit<KeyValues, "createdAt"> &
  EventValues & { requestedActions: string; requestedEvents: string; reconnect: number; keyCreatedAt: number };

/** SQLite: in a transaction, after the key. */
const insertSession = statement<Values>(
  "connect_sessions.insert",
  `insert into connect_sessions (${columns}) values (${values})`,
);

/**
 * PostgreSQL: one statement, after {@link lockHead} in the same transaction. It returns no row if the key is taken. A
 * creation that is sent again after a lost response finds its own session.
 */
const createOnPostgres = statement<Values, { id: string }>("connect_sessions.create", {
  postgres: `with claimed as (
      ${insertKey}
      select :clientId, :tenantId, :key, :state, :fingerprint, '', :response, 1, :ownerId, :keyCreatedAt::bigint
      where not exists (select 1 from connect_sessions where id = :id)
      ${takeReleasedKey}
      returning k.key),
    ${appendInClaim},
    session as (
      insert into connect_sessions (${columns}) select ${values} from claimed returning id)
    select id from session union all select id from connect_sessions where id = :id`,
});

/** `ConnectSessionStore.create`. */
export function sessionCreations(context: StoreContext): ConnectSessionStore["create"] {
  const write = context.engine === "sqlite" ? writeOnSqlite(context) : writeOnPostgres(context);
  return async (session, claim, response, by) => {
    const { id: subject, clientId, tenantId, provider, reconnect, allowedOrigin: origin } = session;
    const about = { clientId, tenantId, subject, actor: by, data: { provider, reconnect, origin } };
    const values = {
      ...claim,
      ...eventValues(dated(context, { type: "connect_session.created", ...about })),
      ...session,
      requestedActions: storableJson(session.requestedActions),
      requestedEvents: storableJson(session.requestedEvents),
      reconnect: flag(session.reconnect),
      keyCreatedAt: claim.createdAt,
      state: "done",
      response: storableJson(response),
    } as const;
    if (await write(values)) return { kind: "created" };
    const row = await context.read({ client: session.clientId }, (queries) => keyHolder(queries, claim));
    return { kind: "key_taken", row };
  };
}

type Write = (values: Values) => Promise<boolean>;

function writeOnSqlite(context: StoreContext): Write {
  return (values) =>
    context.write({ client: values.clientId }, async (queries) => {
      const key = { ...values, createdAt: values.keyCreatedAt };
      if ((await claimKey.first(queries, key)) === undefined) return false;
      await insertSession.changed(queries, values);
      await extendJournal(queries, values.clientId, [values]);
      return true;
    });
}

function writeOnPostgres(context: StoreContext): Write {
  return inBatches<Values, boolean>(context, {
    clientOf: ({ clientId }) => clientId,
    keyOf: ({ key }) => key,
    first: (clientId) => [lockHead.with({ clientId })],
    callsOf: (values) => [createOnPostgres.with(values)],
    resultOf: ([response]) => response?.rows.length === 1,
  });
}
