/**
 * Tenants. A deleted tenant keeps its row, so that its executions can be found, and loses everything that could act.
 */
import type { Actor } from "../../domain/journal/port.ts";
import { type TenantRow, type TenantStore, isReached } from "../../domain/tenants/port.ts";
import { columnsOf, rowOf } from "./rows.ts";
import type { Queries, StoreContext } from "./context.ts";
import { StoreError } from "./errors.ts";
import { append, lockHead } from "./journal/append.ts";
import { claimKey, keyHolder } from "./keys.ts";
import { type ListOrder, listPage, pageOf, reachedTenants, type ReadStep } from "./statements/page.ts";
import { statement } from "./statements/statement.ts";
import type { TenantsTable } from "./tables.ts";
import { storableJson } from "./text.ts";
import { changeSealed, genuine, sealed } from "./sealed-rows.ts";
import { remove } from "./tenant-deletion.ts";

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
