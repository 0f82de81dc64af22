/** Creates Connect sessions: the key with its answer, the session and its audit event, as a claim does (executions/claim.ts). */
import type { AuditEvent } from "../../../domain/audit/port.ts";
import type { ConnectSessionRow, ConnectSessionStore } from "../../../domain/connect-sessions/port.ts";
import type { KeptAnswer, KeyClaim } from "../../../domain/idempotency/port.ts";
import { appendEvent, appendInClaim, eventValues, lockChain, type EventValues } from "../audit.ts";
import { inBatches } from "../batches.ts";
import { connectSessionColumns, sessionColumns } from "../connections/rows.ts";
import type { Queries, StoreContext } from "../context.ts";
import { claimKey, insertKey, keyHolder, takeReleasedKey, type KeyValues } from "../keys/keys.ts";
import { statement } from "../statements/statement.ts";
import type { ConnectSessionsTable } from "../tables.ts";
import { storableJson } from "../text.ts";

type Creation = { session: ConnectSessionRow; claim: KeyClaim; answer: KeptAnswer; event: AuditEvent | undefined };

const numbers: ReadonlySet<string> = new Set([
  "reconnect",
  "token_used_at",
  "verifying_until",
  "rejections",
  "created_at",
  "expires_at",
  "completed_at",
]);
const columns = sessionColumns.join(", ");
const values = sessionColumns.map((name) => (numbers.has(name) ? `cast(:${name} as bigint)` : `:${name}`)).join(", ");

/** SQLite: after the key, in one transaction. */
const insertSession = statement<ConnectSessionsTable>(
  "connect_sessions.insert",
  `insert into connect_sessions (${columns}) values (${values})`,
);

type Values = ConnectSessionsTable & KeyValues & EventValues;

/**
 * PostgreSQL: everything in one statement, after {@link lockChain} in the same transaction. No row comes back if the key is
 * taken; a creation that is sent again after a lost answer finds its own session.
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

/** Creates sessions (port). */
export function sessionCreations(context: StoreContext): ConnectSessionStore["create"] {
  const create = context.engine === "sqlite" ? singly(context) : inGroups(context);
  return async (session, claim, answer, event) => {
    if (await create({ session, claim, answer, event })) return { kind: "created" };
    const row = await context.read({ client: session.clientId }, (queries) => keyHolder(queries, claim));
    return { kind: "key_taken", row };
  };
}

type Create = (creation: Creation) => Promise<boolean>;

function singly(context: StoreContext): Create {
  const create = async (queries: Queries, creation: Creation): Promise<boolean> => {
    if ((await claimKey.first(queries, keyValues(creation))) === undefined) return false;
    await insertSession.changed(queries, connectSessionColumns(creation.session));
    if (creation.event !== undefined) await appendEvent(queries, creation.event);
    return true;
  };
  return (creation) => context.write({ client: creation.session.clientId }, (queries) => create(queries, creation));
}

function inGroups(context: StoreContext): Create {
  return inBatches<Creation, boolean>(context, {
    clientOf: ({ session }) => session.clientId,
    keyOf: ({ claim }) => claim.key,
    first: (clientId) => [lockChain.with({ clientId })],
    callsOf: (creation) => [
      createOnPostgres.with({
        ...connectSessionColumns(creation.session),
        ...keyValues(creation),
        ...eventValues(creation.event ?? null),
      }),
    ],
    resultOf: ([answer]) => answer?.rows.length === 1,
  });
}

function keyValues({ claim, answer }: Creation): KeyValues {
  return { ...claim, state: "done", answer: storableJson(answer) };
}
