/** Deletes a tenant, with everything that ends with it, in one transaction. */
import { sql } from "kysely";
import type { Actor } from "../../domain/journal/port.ts";
import { revokeTokens } from "./delegated-tokens.ts";
import { openSession } from "./connect/session-conditions.ts";
import { Abandoned, type Queries, type StoreContext } from "./context.ts";
import { isRunning, isTroubled } from "./executions/lists.ts";
import { hastenLooks } from "./executions/look-schedule.ts";
import { append, lockHead } from "./journal/append.ts";
import { connectionEntry, connectionEntryColumns, sessionEntry, sessionEntryColumns } from "./journal/entries.ts";
import { changeSealed } from "./sealed-rows.ts";

type Removal = {
  clientId: string;
  tenantId: string;
  at: number;
  force: boolean;
  by: Actor;
};

/** Locks the tenant first, like all writes below it, so that they don't deadlock. */
export async function remove(
  context: StoreContext,
  queries: Queries,
  { clientId, tenantId, at, force, by }: Removal,
): Promise<"removed" | "unresolved" | "absent"> {
  const marked = await changeSealed(context, queries, "tenants", [tenantId], (row) =>
    row.client_id === clientId && row.deleted_at === null ? { deleted_at: at, deletion_marker: tenantId } : null,
  );
  if (marked.length === 0) return "absent";
  const ended = await queries
    .updateTable("connections")
    .set({ status: "disconnected", updated_at: at })
    .where("tenant_id", "=", tenantId)
    .where("status", "<>", "disconnected")
    .returning(connectionEntryColumns)
    .execute();
  // Checked after the update of the connections: a dispatch locks its connection, so it is either seen here or finds
  // the connection disconnected.
  if (!force && (await hasUnresolved(queries, clientId, tenantId))) throw new Abandoned("unresolved");
  const connections = queries.selectFrom("connections").select("id").where("tenant_id", "=", tenantId);
  await queries.deleteFrom("credentials").where("connection_id", "in", connections).execute();
  await dropDigests(queries, clientId, tenantId);
  await hastenLooks(
    context,
    queries,
    ended.map(({ id }) => id),
  );
  const cancelled = await queries
    .updateTable("connect_sessions")
    .set({ status: "cancelled", completion_code_hash: "", verifying_until: 0, completed_at: at })
    .where("tenant_id", "=", tenantId)
    .where(openSession)
    .returning(sessionEntryColumns)
    .execute();
  const sessions = queries.selectFrom("connect_sessions").select("id").where("tenant_id", "=", tenantId);
  await queries.deleteFrom("pending_completions").where("session_id", "in", sessions).execute();
  // In the order of a claim, which uses approvals and budgets under this lock.
  await lockHead.first(queries, { clientId });
  // The sweep ends the proposals themselves within seconds, because their tenant is deleted.
  await queries.updateTable("proposals").set({ sealed: null }).where("tenant_id", "=", tenantId).execute();
  const tokens = await revokeTokens(queries, clientId, { tenantId, label: null, tenants: null }, at);
  await queries.deleteFrom("tenant_keys").where("tenant_id", "=", tenantId).execute();
  const about = { clientId, tenantId, actor: by };
  const why = { reason: "tenant_deleted" };
  await append(context, queries, [
    { type: "tenant.deleted", ...about, subject: tenantId, data: { force } },
    ...ended.map((row) => connectionEntry("connection.disconnected", row, by, why)),
    ...cancelled.map((row) => sessionEntry("connect_session.cancelled", row, by, why)),
    ...tokens.map(({ id: subject }) => ({ type: "delegated_token.revoked", ...about, subject, data: why }) as const),
  ]);
  return "removed";
}

/** Only unknown outcomes and dispatched records have digests. Both conditions repeat partial indexes word for word. */
async function dropDigests(queries: Queries, clientId: string, tenantId: string): Promise<void> {
  for (const [status, partial] of [
    ["outcome_unknown", isTroubled],
    ["dispatched", isRunning],
  ] as const) {
    await queries
      .updateTable("executions")
      .set({ digests: null })
      .where("client_id", "=", clientId)
      .where("tenant_id", "=", tenantId)
      .where("status", "=", sql.lit(status))
      .where(sql<boolean>`${sql.raw(partial)}`)
      .where("digests", "is not", null)
      .execute();
  }
}

async function hasUnresolved(queries: Queries, clientId: string, tenantId: string): Promise<boolean> {
  const own = queries
    .selectFrom("executions")
    .select("id")
    .where("client_id", "=", clientId)
    .where("tenant_id", "=", tenantId)
    .limit(1);
  // Each repeats the condition of its partial index word for word.
  const unknown = own.where("status", "=", sql.lit("outcome_unknown")).where(sql<boolean>`${sql.raw(isTroubled)}`);
  const dispatched = own.where("status", "=", sql.lit("dispatched")).where(sql<boolean>`${sql.raw(isRunning)}`);
  return (await unknown.executeTakeFirst()) !== undefined || (await dispatched.executeTakeFirst()) !== undefined;
}
