/** Connect sessions: exchanged, verified, ended and swept. They are made in sessions-made.ts, completed in completion.ts. */
import { sql } from "kysely";
import type { AuditEvent } from "../../audit/port.ts";
import type { ConnectSessionRow, ConnectSessionStore } from "../../connect/port.ts";
import { appendEvent, appendEvents } from "../audit.ts";
import { connectSessionRow } from "../connections/rows.ts";
import type { Queries, StoreContext } from "../context.ts";
import type { Scope } from "../scope.ts";
import {
  isLivingTenant,
  listingStatements,
  pageOf,
  pageSlots,
  pageWithin,
  type PageSlots,
} from "../statements/page.ts";
import type { ConnectSessionsTable } from "../tables.ts";
import { awaitConfirmation, complete, pendingCompletion } from "./completion.ts";
import { openSession, shownAs } from "./session-conditions.ts";
import { sessionCreations } from "./sessions-made.ts";

/** @param context the database. */
export function createConnectSessionStore(context: StoreContext): ConnectSessionStore {
  return {
    create: sessionCreations(context),
    find: (clientId, tenantId, sessionId) =>
      context.once({ client: clientId }, async (queries) => {
        const row = await queries
          .selectFrom("connect_sessions")
          .selectAll()
          .where("id", "=", sessionId)
          .where("client_id", "=", clientId)
          .where("tenant_id", "=", tenantId)
          .executeTakeFirst();
        return row === undefined ? null : connectSessionRow(row);
      }),
    findById: (sessionId) => context.once({ subject: sessionId }, (queries) => findBy(queries, "id", sessionId)),
    // Who comes with a secret alone is known only by what is found.
    findByTokenHash: (tokenHash) => context.once("system", (queries) => findBy(queries, "token_hash", tokenHash)),
    // Sessions that were not exchanged have none, and none is nobody's.
    findBySecretHash: (secretHash) =>
      secretHash === ""
        ? Promise.resolve(null)
        : context.once("system", (queries) => findBy(queries, "secret_hash", secretHash)),
    list: (clientId, tenantId, query) =>
      context.once({ client: clientId }, (queries) => list(queries, clientId, tenantId, query)),
    exchange: (sessionId, secretHash, at) =>
      context.once({ subject: sessionId }, async (queries) => {
        const result = await queries
          .updateTable("connect_sessions")
          .set({ status: "opened", token_used_at: at, secret_hash: secretHash })
          .where("id", "=", sessionId)
          .where("status", "=", "pending")
          .where("expires_at", ">", at)
          .executeTakeFirst();
        return result.numUpdatedRows === 1n;
      }),
    ...verifications(context),
    complete: (sessionId, completion) => complete(context, sessionId, completion),
    awaitConfirmation: (sessionId, pending) => awaitConfirmation(context, sessionId, pending),
    pendingCompletion: (sessionId) => pendingCompletion(context, sessionId),
    end: (sessionId, status, errorCode, at, event) =>
      context.transaction(scopeOf(sessionId, event), async (queries) => {
        const result = await queries
          .updateTable("connect_sessions")
          .set({ status, error_code: errorCode, completion_code_hash: "", verifying_until: 0, completed_at: at })
          .where("id", "=", sessionId)
          .where(openSession)
          .executeTakeFirst();
        if (result.numUpdatedRows === 0n) return false;
        await queries.deleteFrom("pending_completions").where("session_id", "=", sessionId).execute();
        if (event !== undefined) await appendEvent(queries, event);
        return true;
      }),
    sweep: (nowMs, limit, expired) => context.transaction("system", (queries) => sweep(queries, nowMs, limit, expired)),
    prune: (beforeMs, limit) => context.once("system", (queries) => prune(queries, beforeMs, limit)),
  };
}

/** With an event it is about a client: the session, and the chain. */
function scopeOf(sessionId: string, event: AuditEvent | undefined): Scope {
  return event === undefined ? { subject: sessionId } : { client: event.clientId };
}

function verifications(
  context: StoreContext,
): Pick<ConnectSessionStore, "beginVerification" | "endVerification" | "reject"> {
  return {
    beginVerification: (sessionId, at, until) =>
      context.once({ subject: sessionId }, async (queries) => {
        const result = await queries
          .updateTable("connect_sessions")
          .set({ verifying_until: until })
          .where("id", "=", sessionId)
          .where("status", "in", ["opened", "authorizing"])
          .where("expires_at", ">", at)
          .where("verifying_until", "<=", at)
          .executeTakeFirst();
        return result.numUpdatedRows === 1n;
      }),
    endVerification: (sessionId) =>
      context.once({ subject: sessionId }, async (queries) => {
        await queries.updateTable("connect_sessions").set({ verifying_until: 0 }).where("id", "=", sessionId).execute();
      }),
    reject: (sessionId, limit, at, failed) =>
      context.transaction(scopeOf(sessionId, failed), (queries) => reject(queries, sessionId, { limit, at, failed })),
  };
}

async function reject(
  queries: Queries,
  sessionId: string,
  { limit, at, failed }: { limit: number; at: number; failed: AuditEvent | undefined },
): Promise<number> {
  const fails = sql<boolean>`rejections + 1 >= ${limit}`;
  const row = await queries
    .updateTable("connect_sessions")
    .set((eb) => ({
      rejections: eb("rejections", "+", 1),
      verifying_until: 0,
      status: sql<string>`case when ${fails} then 'failed' else status end`,
      error_code: sql<string>`case when ${fails} then 'CREDENTIAL_REJECTED' else error_code end`,
      completed_at: sql<number | null>`case when ${fails} then cast(${at} as bigint) else completed_at end`,
    }))
    .where("id", "=", sessionId)
    .where("status", "in", ["opened", "authorizing", "awaiting_confirmation"])
    .returning(["rejections", "status"])
    .executeTakeFirst();
  if (row?.status === "failed") {
    await dropPending(queries, [sessionId]);
    if (failed !== undefined) await appendEvent(queries, failed);
  }
  if (row !== undefined) return row.rejections;
  return (await findBy(queries, "id", sessionId))?.rejections ?? 0;
}

async function findBy(
  queries: Queries,
  column: "id" | "token_hash" | "secret_hash",
  value: string,
): Promise<ConnectSessionRow | null> {
  const row = await queries.selectFrom("connect_sessions").selectAll().where(column, "=", value).executeTakeFirst();
  return row === undefined ? null : connectSessionRow(row);
}

type ListSlots = PageSlots & { clientId: string; tenantId: string; nowMs: number };
type ListShape = { status: string; after: boolean };

const listRows = listingStatements<ListShape, ListSlots, ConnectSessionsTable>(
  "connect_sessions.list",
  (queries, slot, { status, after }, engine) => {
    let rows = queries
      .selectFrom("connect_sessions")
      .selectAll()
      .where("client_id", "=", slot.clientId)
      .where(pageWithin({ tenant_id: slot.tenantId }, slot, { ...engine, isAfter: after }))
      .where(isLivingTenant(slot));
    if (status !== "") rows = rows.where(shownAs(status, slot.nowMs));
    return rows.orderBy("tenant_id", "desc").orderBy("created_at", "desc").orderBy("id", "desc").limit(slot.rows);
  },
);

async function list(
  queries: Queries,
  clientId: string,
  tenantId: string,
  query: Parameters<ConnectSessionStore["list"]>[2],
): ReturnType<ConnectSessionStore["list"]> {
  const { status, after, limit, nowMs } = query;
  const statement = listRows({ status: status ?? "", after: after !== null });
  const rows = await statement.all(queries, { ...pageSlots(query), clientId, tenantId, nowMs });
  return pageOf(rows, limit, connectSessionRow);
}

async function sweep(
  queries: Queries,
  nowMs: number,
  limit: number,
  eventOf: Parameters<ConnectSessionStore["sweep"]>[2],
): Promise<number> {
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
    .returning(["id", "client_id as clientId", "tenant_id as tenantId"])
    .execute();
  await dropPending(
    queries,
    expired.map((row) => row.id),
  );
  if (eventOf !== undefined) await appendEvents(queries, expired.map(eventOf));
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
