/**
 * Creates Connect sessions. Like a claim (executions/claim.ts), it writes the key with its answer, the session and its
 * audit event.
 */
import type { ConnectSessionStore } from "../../../domain/connect-sessions/port.ts";
import { appendInClaim, eventValues, extendChain, lockChain, type EventValues } from "../audit.ts";
import { inBatches } from "../batches.ts";
import { columnsOf } from "../columns.ts";
import type { StoreContext } from "../context.ts";
import { claimKey, insertKey, keyHolder, takeReleasedKey, type KeyValues } from "../keys/keys.ts";
import { statement } from "../statements/statement.ts";
import type { ConnectSessionsTable } from "../tables.ts";
import { storableJson } from "../text.ts";

const columns = `id, client_id, tenant_id, provider, auth_kind, status, allowed_origin, return_url, requested_actions,
  completion, connection_id, reconnect, token_hash, token_used_at, secret_hash, completion_code_hash, verifying_until,
  rejections, error_code, created_at, expires_at, completed_at, seal`;
// PostgreSQL needs the casts, because it takes the type of a selected parameter for text.
const values = `:id, :client_id, :tenant_id, :provider, :auth_kind, :status, :allowed_origin, :return_url,
  :requested_actions, :completion, :connection_id, cast(:reconnect as bigint), :token_hash,
  cast(:token_used_at as bigint), :secret_hash, :completion_code_hash, cast(:verifying_until as bigint),
  cast(:rejections as bigint), :error_code, cast(:created_at as bigint), cast(:expires_at as bigint),
  cast(:completed_at as bigint), :seal`;

/** SQLite: in a transaction, after the key. */
const insertSession = statement<ConnectSessionsTable>(
  "connect_sessions.insert",
  `insert into connect_sessions (${columns}) values (${values})`,
);

type Values = ConnectSessionsTable & KeyValues & EventValues;

/**
 * PostgreSQL: one statement, after {@link lockChain} in the same transaction. It returns no row if the key is taken. A
 * creation that is sent again after a lost answer finds its own session.
 */
const createOnPostgres = statement<Values, { id: string }>("connect_sessions.create", {
  postgres: `with claimed as (
      ${insertKey}
      select :clientId, :tenantId, :key, :state, :fingerprint, '', :answer, 1, :ownerId, :createdAt::bigint
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
  return async (session, claim, answer, event) => {
    const values = {
      ...columnsOf(session),
      ...claim,
      ...eventValues(event ?? null),
      state: "done",
      answer: storableJson(answer),
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
      if ((await claimKey.first(queries, values)) === undefined) return false;
      await insertSession.changed(queries, values);
      if (values.eventId !== "") await extendChain(queries, values.clientId, [values]);
      return true;
    });
}

function writeOnPostgres(context: StoreContext): Write {
  return inBatches<Values, boolean>(context, {
    clientOf: ({ clientId }) => clientId,
    keyOf: ({ key }) => key,
    first: (clientId) => [lockChain.with({ clientId })],
    callsOf: (values) => [createOnPostgres.with(values)],
    resultOf: ([answer]) => answer?.rows.length === 1,
  });
}
