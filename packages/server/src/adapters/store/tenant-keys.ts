/** The wrapped keys of tenants. */
import type { TenantKeyRow, VaultStore } from "../../domain/vault/port.ts";
import type { Queries, StoreContext } from "./context.ts";
import { statement } from "./statements/statement.ts";
import type { TenantKeysTable } from "./tables.ts";
import { firstRow, isUpdated, columnsOf, rowOf } from "./rows.ts";

type TenantKeyRows = Pick<
  VaultStore,
  | "tenantKey"
  | "createTenantKey"
  | "destroyTenantKey"
  | "replaceTenantKey"
  | "listTenantKeysUnder"
  | "listTenantKeys"
  | "rootKeyIds"
  | "countTenantKeys"
>;

export function tenantKeyRows(context: StoreContext): TenantKeyRows {
  return {
    tenantKey: (tenantId) => context.read({ subject: tenantId }, (queries) => findTenantKey(queries, tenantId)),
    createTenantKey: (row) =>
      context.write({ subject: row.tenantId }, (queries) => createTenantKey(context, queries, row)),
    destroyTenantKey: (tenantId) =>
      context.write({ subject: tenantId }, async (queries) => {
        const result = await queries.deleteFrom("tenant_keys").where("tenant_id", "=", tenantId).executeTakeFirst();
        return result.numDeletedRows === 1n;
      }),
    replaceTenantKey: (tenantId, old, next) =>
      context.write({ subject: tenantId }, (queries) =>
        isUpdated(
          queries
            .updateTable("tenant_keys")
            .set({ wrapped: next.wrapped, root_key_id: next.rootKeyId })
            .where("tenant_id", "=", tenantId)
            .where("wrapped", "=", old.wrapped)
            .where("root_key_id", "=", old.rootKeyId),
        ),
      ),
    listTenantKeysUnder: (rootKeyId, afterTenantId, limit) =>
      context.read("system", async (queries) => {
        const rows = await tenantKeysUnder.all(queries, { rootKeyId, after: afterTenantId, rows: limit });
        return rows.map(tenantKeyRow);
      }),
    listTenantKeys: (tenantId, afterTenantId, limit) =>
      context.read("system", async (queries) => {
        const all = queries.selectFrom("tenant_keys").selectAll().where("tenant_id", ">", afterTenantId);
        const chosen = tenantId === null ? all : all.where("tenant_id", "=", tenantId);
        return (await chosen.orderBy("tenant_id").limit(limit).execute()).map(tenantKeyRow);
      }),
    rootKeyIds: () =>
      context.read("system", async (queries) =>
        (await findRootKeyIds.all(queries, {})).map(({ root_key_id: rootKeyId }) => rootKeyId),
      ),
    async countTenantKeys(rootKeyId, onCounted) {
      for (let count = 0, after = ""; ;) {
        const rows = await context.read("system", (queries) =>
          tenantIdsUnder.all(queries, { rootKeyId, after, rows: countedRows }),
        );
        count += rows.length;
        after = rows.at(-1)?.tenant_id ?? "";
        if (rows.length < countedRows) return count;
        onCounted(count);
      }
    },
  };
}

const countedRows = 5000;

const ofRootKey =
  "from tenant_keys where root_key_id = :rootKeyId and tenant_id > :after order by tenant_id limit :rows";
type OfRootKey = { rootKeyId: string; after: string; rows: number };

const tenantKeysUnder = statement<OfRootKey, TenantKeysTable>("tenant_keys.under", `select * ${ofRootKey}`, {
  isPlannedOnce: true,
});
const tenantIdsUnder = statement<OfRootKey, Pick<TenantKeysTable, "tenant_id">>(
  "tenant_keys.ids_under",
  `select tenant_id ${ofRootKey}`,
  { isPlannedOnce: true },
);

/** Steps through the index from one root key to the next, because a server reads them at its start. */
const findRootKeyIds = statement<object, { root_key_id: string }>(
  "tenant_keys.root_key_ids",
  `with recursive ids (root_key_id) as (
     select (select root_key_id from tenant_keys order by root_key_id limit 1)
     union all
     select (select k.root_key_id from tenant_keys as k where k.root_key_id > ids.root_key_id
       order by k.root_key_id limit 1)
     from ids where ids.root_key_id is not null)
   select root_key_id from ids where root_key_id is not null order by root_key_id`,
);

/**
 * Locks the tenant while its key is created, so a deletion either commits first, or waits and deletes the key as well.
 */
async function createTenantKey(
  context: StoreContext,
  queries: Queries,
  row: TenantKeyRow,
): Promise<TenantKeyRow | null> {
  const tenant = await queries
    .selectFrom("tenants")
    .select("id")
    .where("id", "=", row.tenantId)
    .where("deleted_at", "is", null)
    .$if(context.locksRows, (query) => query.forShare())
    .executeTakeFirst();
  if (tenant === undefined) return null;
  await queries
    .insertInto("tenant_keys")
    .values(columnsOf("tenant_keys", row))
    .onConflict((conflict) => conflict.column("tenant_id").doNothing())
    .execute();
  return await findTenantKey(queries, row.tenantId);
}

async function findTenantKey(queries: Queries, tenantId: string): Promise<TenantKeyRow | null> {
  return await firstRow(queries.selectFrom("tenant_keys").selectAll().where("tenant_id", "=", tenantId), tenantKeyRow);
}

const tenantKeyRow = rowOf("tenant_keys");
