/**
 * Tenants. A deleted tenant keeps its row, so that its executions can be found, and loses everything that could act.
 */
import { sql } from "kysely";
import type { Actor } from "../../domain/journal/port.ts";
import { type TenantRow, type TenantStore, isReached } from "../../domain/tenants/port.ts";
import { columnsOf, rowOf } from "./rows.ts";
import { revokeTokens } from "./delegated-tokens.ts";
import { openSession } from "./connect/session-conditions.ts";
import { Abandoned } from "./context.ts";
import type { Queries, StoreContext } from "./context.ts";
import { StoreError } from "./errors.ts";
import { isRunning, isTroubled } from "./executions/lists.ts";
import { hastenLooks } from "./executions/looks.ts";
import { append, lockHead } from "./journal/append.ts";
import { connectionEntry, connectionEntryColumns, sessionEntry, sessionEntryColumns } from "./journal/entries.ts";
import { claimKey, keyHolder } from "./keys.ts";
import { listPage, pageOf, type ListOrder, type ReadStep } from "./statements/page.ts";
import { reachedTenants } from "./statements/reached.ts";
import { statement } from "./statements/statement.ts";
import type { TenantsTable } from "./tables.ts";
import { storableJson } from "./text.ts";
import { changeSealed, genuine, sealed } from "./sealed-rows.ts";

type TenantPlace = { clientId: string; tenantId: string };

const findAny = statement<TenantPlace, TenantsTable>(
  "tenants.find_any",
  "select * from tenants where id = :tenantId and client_id = :clientId",
);
const findLiving = statement<TenantPlace, TenantsTable>(
  "tenants.find_living",
  "select * from tenants where id = :tenantId and client_id = :clientId and deleted_at is null",
);

/** @param context the database. */
export function createTenantStore(context: StoreContext): TenantStore {
  return {
    create: (tenant, claim, responses, by) => create(context, tenant, { claim, responses, by }),
    find: (clientId, tenantId, options) =>
      context.read({ client: clientId }, async (queries) => {
        const find = options?.deleted === true ? findAny : findLiving;
        const row = genuine(context, "tenants", await find.first(queries, { clientId, tenantId }));
        return row === null ? null : tenantRow(row);
      }),
    list: (clientId, query) => context.list({ client: clientId }, (read) => list(context, read, clientId, query)),
    update: (clientId, tenantId, change, actor) =>
      context.write({ client: clientId }, async (queries) => {
        const [row] = await changeSealed(context, queries, "tenants", [tenantId], (found) =>
          found.client_id === clientId && found.deleted_at === null ? columnsOf("tenants", change) : null,
        );
        if (row === undefined) return null;
        const about = { clientId, tenantId, subject: tenantId, actor };
        const { displayName, label } = change;
        await append(context, queries, [
          ...(displayName === undefined ? [] : [{ type: "tenant.renamed", ...about, data: {} } as const]),
          ...(label === undefined
            ? []
            : [{ type: "tenant.relabeled", ...about, data: { label: label ?? "" } } as const]),
        ]);
        return tenantRow(row);
      }),
    remove: (clientId, tenantId, at, force, by) =>
      context.write({ client: clientId }, (queries) => remove(context, queries, { clientId, tenantId, at, force, by })),
  };
}

type CreateResult = Awaited<ReturnType<TenantStore["create"]>>;

// If the tenant with this external id is deleted between our insert and our look-up, we insert again.
const insertsMax = 5;

type Creation = {
  claim: Parameters<TenantStore["create"]>[1];
  responses: Parameters<TenantStore["create"]>[2];
  by: Actor;
};

async function create(
  context: StoreContext,
  tenant: TenantRow,
  { claim, responses, by }: Creation,
): Promise<CreateResult> {
  const { clientId, id: tenantId } = tenant;
  return await context.write<CreateResult>({ client: clientId }, async (queries) => {
    // In the order of a claim, so that the two don't deadlock.
    await lockHead.first(queries, { clientId });
    const key = { ...claim, state: "done", response: storableJson(responses.created) } as const;
    if ((await claimKey.first(queries, key)) === undefined) {
      return { kind: "key_taken", row: await keyHolder(queries, claim) };
    }
    for (let inserts = 0; inserts < insertsMax; inserts += 1) {
      if (await insertTenant(context, queries, tenant)) {
        const data = tenant.label === null ? {} : { label: tenant.label };
        const about = { clientId, tenantId, subject: tenantId, actor: by, data };
        await append(context, queries, [{ type: "tenant.created", ...about }]);
        return { kind: "created" };
      }
      const other = await living(queries, tenant.clientId, tenant.externalId);
      if (other === undefined) continue;
      await queries
        .updateTable("idempotency_keys")
        .set({ response: storableJson(responses.exists(other.id)) })
        .where("client_id", "=", claim.clientId)
        .where("tenant_id", "=", claim.tenantId)
        .where("key", "=", claim.key)
        .execute();
      return { kind: "exists", tenantId: other.id };
    }
    throw new StoreError("EXTERNAL_ID_CONTENDED", false);
  });
}

export const tenantRow = rowOf("tenants");

async function insertTenant(context: StoreContext, queries: Queries, tenant: TenantRow): Promise<boolean> {
  const result = await queries
    .insertInto("tenants")
    .values(sealed(context, "tenants", { ...columnsOf("tenants", tenant), deletion_marker: "" }))
    .onConflict((conflict) => conflict.columns(["client_id", "external_id", "deletion_marker"]).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

async function living(queries: Queries, clientId: string, externalId: string): Promise<{ id: string } | undefined> {
  return await queries
    .selectFrom("tenants")
    .select("id")
    .where("client_id", "=", clientId)
    .where("external_id", "=", externalId)
    .where("deletion_marker", "=", "")
    .executeTakeFirst();
}

const findLivingByExternalId = statement<{ clientId: string; externalId: string }, TenantsTable>(
  "tenants.find_by_external_id",
  "select * from tenants where client_id = :clientId and external_id = :externalId and deletion_marker = ''",
);

// `<=` for `=`: see page.ts.
const livingFirst: ListOrder = {
  beginning: "deletion_marker <= ''",
  after: "(deletion_marker, created_at, id) < ('', :createdAt, :id)",
  within: "(deletion_marker, created_at, id) >= ('', :endCreatedAt, :endId)",
  by: "deletion_marker desc, created_at desc, id desc",
};

async function list(
  context: StoreContext,
  read: ReadStep,
  clientId: string,
  query: Parameters<TenantStore["list"]>[1],
): ReturnType<TenantStore["list"]> {
  const { externalId, label, reach, after, limit } = query;
  if (externalId === null) {
    const reached = reachedTenants(reach);
    const ofLabel = label === null ? [] : ["label = :label"];
    const isReachedByIds = reach !== null && "ids" in reach;
    const conditions = ["client_id = :clientId", ...(isReachedByIds ? [] : [...ofLabel, ...reached.conditions])];
    // The expression keeps the planners from the index of labels.
    const isOfLabel = label === null ? [] : ["label || '' = :label"];
    const filters = isReachedByIds ? [...isOfLabel, ...reached.conditions] : [];
    const listed = { conditions, filters, values: { clientId, label, ...reached.values }, query, order: livingFirst };
    return await listPage(read, "tenants", listed, tenantRow);
  }
  // One row at most.
  const found = await read((queries) => findLivingByExternalId.all(queries, { clientId, externalId }));
  const isGenuine = (row: TenantsTable): boolean => genuine(context, "tenants", row) !== null;
  const isAfter = ({ created_at, id }: TenantsTable): boolean =>
    after === null || created_at < after.createdAt || (created_at === after.createdAt && id < after.id);
  const isListed = (row: TenantsTable): boolean =>
    isGenuine(row) && isReached(reach, row) && (label === null || row.label === label) && isAfter(row);
  return pageOf(found.filter(isListed), limit, tenantRow);
}

type Removal = {
  clientId: string;
  tenantId: string;
  at: number;
  force: boolean;
  by: Actor;
};

/** Locks the tenant first, like all writes below it, so that they don't deadlock. */
async function remove(
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
