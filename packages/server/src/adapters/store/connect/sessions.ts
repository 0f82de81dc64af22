/**
 * Connect sessions: exchange, verification, end and sweep. create-session.ts creates them, completion.ts completes
 * them.
 */
import { sql } from "kysely";
import {
  type ConnectSessionRow,
  type ConnectSessionStore,
  type Rejection,
} from "../../../domain/connect-sessions/port.ts";
import { connectSessionRow } from "../connections/rows.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append } from "../journal/append.ts";
import { rejectionEntry, sessionEntry, sessionEntryColumns, sessionRecord } from "../journal/entries.ts";
import { isLivingTenant, listPage, type ReadStep } from "../statements/page.ts";
import { awaitConfirmation, complete, pendingCompletion } from "./completion.ts";
import { sessionCreations } from "./create-session.ts";
import { firstRow, isUpdated } from "../rows.ts";
import { shownAs, openSession } from "./session-conditions.ts";

/** @param context the database. */
export function createConnectSessionStore(context: StoreContext): ConnectSessionStore {
  return {
    create: sessionCreations(context),
    find: (clientId, tenantId, sessionId) =>
      context.read({ client: clientId }, (queries) =>
        firstRow(
          queries
            .selectFrom("connect_sessions")
            .selectAll()
            .where("id", "=", sessionId)
            .where("client_id", "=", clientId)
            .where("tenant_id", "=", tenantId),
          connectSessionRow,
        ),
      ),
    findById: (sessionId) => context.read({ subject: sessionId }, (queries) => findBy(queries, "id", sessionId)),
    // The client is unknown until the secret is found.
    findByTokenHash: (tokenHash) => context.read("system", (queries) => findBy(queries, "token_hash", tokenHash)),
    // A session before its exchange has no secret, so an empty one must not match.
    findBySecretHash: (secretHash) =>
      secretHash === ""
        ? Promise.resolve(null)
        : context.read("system", (queries) => findBy(queries, "secret_hash", secretHash)),
    list: (clientId, tenantId, query) =>
      context.list({ client: clientId }, (read) => list(read, clientId, tenantId, query)),
    exchange: (sessionId, secretHash, at, origin) =>
      context.write({ subject: sessionId }, async (queries) => {
        const opened = await queries
          .updateTable("connect_sessions")
          .set({ status: "opened", token_used_at: at, secret_hash: secretHash })
          .where("id", "=", sessionId)
          .where("status", "=", "pending")
          .where("expires_at", ">", at)
          .returning(sessionEntryColumns)
          .executeTakeFirst();
        if (opened === undefined) return false;
        await append(context, queries, [sessionRecord("connect_session.exchanged", opened, "end_user", { origin })]);
        return true;
      }),
    ...verifications(context),
    complete: (sessionId, completion, by) => complete(context, sessionId, completion, by),
    awaitConfirmation: (sessionId, pending) => awaitConfirmation(context, sessionId, pending),
    pendingCompletion: (sessionId) => pendingCompletion(context, sessionId),
    end: (sessionId, status, errorCode, at, { actor, data = {} }) =>
      context.write({ subject: sessionId }, async (queries) => {
        const ended = await queries
          .updateTable("connect_sessions")
          .set({ status, error_code: errorCode, completion_code_hash: "", verifying_until: 0, completed_at: at })
          .where("id", "=", sessionId)
          .where(openSession)
          .returning(sessionEntryColumns)
          .executeTakeFirst();
        if (ended === undefined) return false;
        await queries.deleteFrom("pending_completions").where("session_id", "=", sessionId).execute();
        await append(context, queries, [sessionEntry(`connect_session.${status}`, ended, actor, data)]);
        return true;
      }),
    sweep: (nowMs, limit) => context.write("system", (queries) => sweep(context, queries, nowMs, limit)),
    prune: (beforeMs, limit) =>
      context.write("system", (queries) => prune(queries, beforeMs, limit), { oneRoundTrip: true }),
  };
}

function verifications(
  context: StoreContext,
): Pick<ConnectSessionStore, "beginVerification" | "endVerification" | "reject"> {
  return {
    beginVerification: (sessionId, at, until) =>
      context.write({ subject: sessionId }, (queries) =>
        isUpdated(
          queries
            .updateTable("connect_sessions")
            .set({ verifying_until: until })
            .where("id", "=", sessionId)
            .where("status", "in", ["opened", "authorizing"])
            .where("expires_at", ">", at)
            .where("verifying_until", "<=", at),
        ),
      ),
    endVerification: (sessionId) =>
      context.write({ subject: sessionId }, async (queries) => {
        await queries.updateTable("connect_sessions").set({ verifying_until: 0 }).where("id", "=", sessionId).execute();
      }),
    reject: (sessionId, limit, at, rejection) =>
      context.write({ subject: sessionId }, (queries) =>
        reject(context, queries, sessionId, { limit, at, ...rejection }),
      ),
  };
}

async function reject(
  context: StoreContext,
  queries: Queries,
  sessionId: string,
  { limit, at, by, failsWith, code }: Rejection & { limit: number; at: number },
): Promise<number> {
  const fails = sql<boolean>`rejections + 1 >= ${limit}`;
  const row = await queries
    .updateTable("connect_sessions")
    .set((eb) => ({
      rejections: eb("rejections", "+", 1),
      verifying_until: 0,
      status: sql<string>`case when ${fails} then 'failed' else status end`,
      completion_code_hash: sql<string>`case when ${fails} then '' else completion_code_hash end`,
      error_code: sql<string>`case when ${fails} then cast(${failsWith} as text) else error_code end`,
      completed_at: sql<number | null>`case when ${fails} then cast(${at} as bigint) else completed_at end`,
    }))
    .where("id", "=", sessionId)
    .where("status", "in", ["opened", "authorizing", "awaiting_confirmation"])
    .returning(sessionEntryColumns)
    .executeTakeFirst();
  if (row === undefined) return (await findBy(queries, "id", sessionId))?.rejections ?? 0;
  const entries = [rejectionEntry(row, by, code)];
  if (row.status === "failed") {
    await dropPending(queries, [sessionId]);
    entries.push(sessionEntry("connect_session.failed", row, by, { code: failsWith }));
  }
  await append(context, queries, entries);
  return row.rejections;
}

async function findBy(
  queries: Queries,
  column: "id" | "token_hash" | "secret_hash",
  value: string,
): Promise<ConnectSessionRow | null> {
  return await firstRow(
    queries.selectFrom("connect_sessions").selectAll().where(column, "=", value),
    connectSessionRow,
  );
}

async function list(
  read: ReadStep,
  clientId: string,
  tenantId: string,
  query: Parameters<ConnectSessionStore["list"]>[2],
): ReturnType<ConnectSessionStore["list"]> {
  const { status, nowMs } = query;
  const conditions = ["client_id = :clientId", "tenant_id = :tenantId", isLivingTenant];
  const filters = status === null ? [] : [shownAs(status)];
  const values = { clientId, tenantId, status, nowMs };
  return await listPage(read, "connect_sessions", { conditions, filters, values, query }, connectSessionRow);
}

async function sweep(context: StoreContext, queries: Queries, nowMs: number, limit: number): Promise<number> {
  const due = await queries
    .selectFrom("connect_sessions")
    .select("id")
    .where(openSession)
    .where("expires_at", "<=", nowMs)
    .limit(limit)
    .execute();
  if (due.length === 0) return 0;
  const ids = due.map((row) => row.id);
  const expired = await queries
    .updateTable("connect_sessions")
    .set({ status: "expired", completion_code_hash: "", verifying_until: 0, completed_at: nowMs })
    .where("id", "in", ids)
    .where((eb) => eb.and([openSession(eb), eb("expires_at", "<=", nowMs)]))
    .returning(sessionEntryColumns)
    .execute();
  await dropPending(
    queries,
    expired.map((row) => row.id),
  );
  await append(
    context,
    queries,
    expired.map((row) => sessionEntry("connect_session.expired", row, "system", {})),
  );
  return expired.length;
}

async function prune(queries: Queries, beforeMs: number, limit: number): Promise<number> {
  const result = await queries
    .deleteFrom("connect_sessions")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("connect_sessions")
        .select("id")
        .where("created_at", "<", beforeMs)
        .where((eb) => eb.not(openSession(eb)))
        .orderBy("created_at")
        .limit(limit),
    )
    .where((eb) => eb.not(openSession(eb)))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

async function dropPending(queries: Queries, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await queries.deleteFrom("pending_completions").where("session_id", "in", sessionIds).execute();
}
