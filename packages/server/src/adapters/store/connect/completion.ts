/** Completes Connect sessions: all conditions and all writes in one transaction. */
import type { Actor } from "../../../domain/journal/port.ts";
import type { ConnectSessionStore, SessionCompletion } from "../../../domain/connect-sessions/port.ts";
import type { ConnectionRow } from "../../../domain/connections/port.ts";
import { columnsOf } from "../rows.ts";
import { Abandoned } from "../context.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append } from "../journal/append.ts";
import { connectionEntry, sessionEntry, sessionEntryColumns, sessionRecord } from "../journal/entries.ts";
import type { ConnectionsTable } from "../tables.ts";
import { parsedJson, storableJson } from "../text.ts";
import { openSessionAt } from "./session-conditions.ts";

/** `ConnectSessionStore.complete`. */
export function complete(
  context: StoreContext,
  sessionId: string,
  completion: SessionCompletion,
  by: Actor,
): Promise<boolean> {
  const { connection, record: sealed, at } = completion;
  return context.write({ client: connection.clientId }, async (queries) => {
    const session = await completableSession(context, queries, sessionId, connection);
    if (session === undefined) return false;
    const ended = await queries
      .updateTable("connect_sessions")
      .set({
        status: "completed",
        connection_id: connection.id,
        completion_code_hash: "",
        verifying_until: 0,
        completed_at: at,
      })
      .where("id", "=", sessionId)
      .where(openSessionAt(at))
      // A session that needs confirmation is completed only by its backend.
      .where((eb) => eb.or([eb("completion", "=", "automatic"), eb("status", "=", "awaiting_confirmation")]))
      .returning(sessionEntryColumns)
      .executeTakeFirst();
    if (ended === undefined) return false;
    await queries.deleteFrom("pending_completions").where("session_id", "=", sessionId).execute();
    const written = await writeConnection(queries, session, connection);
    await queries
      .insertInto("credentials")
      .values({ connection_id: connection.id, record: sealed })
      .onConflict((conflict) => conflict.column("connection_id").doUpdateSet({ record: sealed }))
      .execute();
    const type = session.reconnect ? "connection.updated" : "connection.created";
    const data = { account: connection.accountSlug, session: sessionId };
    await append(context, queries, [
      sessionEntry("connect_session.completed", ended, by, { connection: connection.id }),
      connectionEntry(type, written, by, data),
    ]);
    return true;
  });
}

/** `ConnectSessionStore.awaitConfirmation`. The session now lasts until `confirmBy`. */
export function awaitConfirmation(
  context: StoreContext,
  sessionId: string,
  pending: Parameters<ConnectSessionStore["awaitConfirmation"]>[1],
): Promise<boolean> {
  const { connection, record: sealed, at, completionCodeHash, confirmBy } = pending;
  return context.write({ client: connection.clientId }, async (queries) => {
    const session = await completableSession(context, queries, sessionId, connection);
    if (session === undefined) return false;
    if (session.reconnect && !(await isReplaceable(queries, session.connection_id, connection))) return false;
    const waits = await queries
      .updateTable("connect_sessions")
      .set({
        status: "awaiting_confirmation",
        completion_code_hash: completionCodeHash,
        verifying_until: 0,
        rejections: 0,
        expires_at: confirmBy,
      })
      .where("id", "=", sessionId)
      .where(openSessionAt(at))
      .where("status", "<>", "awaiting_confirmation")
      .returning(sessionEntryColumns)
      .executeTakeFirst();
    if (waits === undefined) return false;
    await queries
      .insertInto("pending_completions")
      .values({ session_id: sessionId, connection: storableJson(connection), record: sealed, at })
      .execute();
    const data = { account: connection.accountSlug };
    await append(context, queries, [sessionRecord("connect_session.awaits_confirmation", waits, "end_user", data)]);
    return true;
  });
}

/** `ConnectSessionStore.pendingCompletion`. */
export function pendingCompletion(context: StoreContext, sessionId: string): Promise<SessionCompletion | null> {
  return context.read({ subject: sessionId }, async (queries) => {
    const row = await queries
      .selectFrom("pending_completions")
      .selectAll()
      .where("session_id", "=", sessionId)
      .executeTakeFirst();
    if (row === undefined) return null;
    return { connection: parsedJson<ConnectionRow>(row.connection), record: row.record, at: row.at };
  });
}

type CompletableSession = { reconnect: boolean; connection_id: string };

/**
 * Finds the session, if its tenant exists, its client isn't revoked, and the connection matches. Tenant and client stay
 * locked until the transaction ends: a deletion or revocation either commits first and is seen here, or waits and sees
 * these writes.
 */
async function completableSession(
  context: StoreContext,
  queries: Queries,
  sessionId: string,
  connection: ConnectionRow,
): Promise<CompletableSession | undefined> {
  const row = await queries
    .selectFrom("connect_sessions as s")
    .innerJoin("tenants as t", "t.id", "s.tenant_id")
    .innerJoin("service_clients as c", "c.id", "s.client_id")
    .select(["s.reconnect", "s.connection_id"])
    .where("s.id", "=", sessionId)
    .where("s.client_id", "=", connection.clientId)
    .where("s.tenant_id", "=", connection.tenantId)
    .where("s.provider", "=", connection.provider)
    .where("t.deleted_at", "is", null)
    .where("c.revoked_at", "is", null)
    .$if(context.locksRows, (query) => query.forShare(["t", "c"]))
    .executeTakeFirst();
  return row === undefined ? undefined : { reconnect: row.reconnect === 1, connection_id: row.connection_id };
}

/** Creates the connection, or replaces it in place. @throws Abandoned if the connection isn't the expected one. */
async function writeConnection(
  queries: Queries,
  session: CompletableSession,
  connection: ConnectionRow,
): Promise<ConnectionsTable> {
  const columns = columnsOf("connections", connection);
  if (!session.reconnect) {
    await queries.insertInto("connections").values(columns).execute();
    return columns;
  }
  const { account_slug, account_name, granted_actions, granted_scopes, credential_version, grant_generation } = columns;
  const { auth_kind, granted_events, app_id, events_account } = columns;
  const { last_tested_at, listed_origin, status, credential_expires_at, expiry_due_at, updated_at } = columns;
  const replaced = await queries
    .updateTable("connections")
    .set({ account_slug, account_name, granted_actions, granted_scopes, credential_version, grant_generation })
    .set({ last_tested_at, listed_origin, status, credential_expires_at, expiry_due_at, updated_at })
    .set({ auth_kind, granted_events, app_id, events_account })
    .where("id", "=", connection.id)
    .where("id", "=", session.connection_id)
    .where("status", "<>", "disconnected")
    .where("account_slug", "=", account_slug)
    .where("credential_version", "=", credential_version - 1)
    .executeTakeFirst();
  if (replaced.numUpdatedRows === 0n) throw new Abandoned(false);
  return columns;
}

async function isReplaceable(queries: Queries, connectionId: string, next: ConnectionRow): Promise<boolean> {
  const row = await queries
    .selectFrom("connections")
    .select("id")
    .where("id", "=", connectionId)
    .where("id", "=", next.id)
    .where("status", "<>", "disconnected")
    .where("account_slug", "=", next.accountSlug)
    .where("credential_version", "=", next.credentialVersion - 1)
    .executeTakeFirst();
  return row !== undefined;
}
