/** The vault's rows: wrapped keys, key checks and the deployment. */
import type { HashingKeyRow, TenantKeyRow, VaultStore } from "../../domain/vault/port.ts";
import { createSealedRecordRows } from "./connections/sealed-records.ts";
import type { Queries, StoreContext } from "./context.ts";
import { StoreError } from "./errors.ts";
import { statement } from "./statements/statement.ts";
import type { TenantKeysTable } from "./tables.ts";
import { flag } from "./text.ts";
import { firstRow, isUpdated, columnsOf, rowOf } from "./rows.ts";

/** @param context the database. */
export function createVaultStore(context: StoreContext): VaultStore {
  return {
    ...deploymentRows(context),
    ...tenantKeyRows(context),
    ...hashingKeyRows(context),
    ...createSealedRecordRows(context),
    ...oauthAppRows(context),
  };
}

type DeploymentRows = Pick<VaultStore, "loadDeployment" | "createDeployment" | "keyChecks" | "putKeyCheck">;

function deploymentRows(context: StoreContext): DeploymentRows {
  const load: VaultStore["loadDeployment"] = () =>
    context.read("none", async (queries) => {
      const row = await queries.selectFrom("deployment").selectAll().executeTakeFirst();
      return row === undefined ? null : { deploymentId: row.deployment_id, sandbox: row.sandbox === 1 };
    });
  const checks: VaultStore["keyChecks"] = () =>
    context.read("none", async (queries) => {
      const rows = await queries.selectFrom("key_checks").selectAll().execute();
      return rows.map((row) => ({ rootKeyId: row.root_key_id, check: row.check_value }));
    });
  return {
    loadDeployment: load,
    async createDeployment({ deploymentId, sandbox }) {
      await context.write("none", (queries) =>
        queries
          .insertInto("deployment")
          .values({ slot: 1, deployment_id: deploymentId, sandbox: flag(sandbox) })
          .onConflict((conflict) => conflict.column("slot").doNothing())
          .execute(),
      );
      return present(await load());
    },
    keyChecks: checks,
    async putKeyCheck({ rootKeyId, check }) {
      await context.write("none", (queries) =>
        queries
          .insertInto("key_checks")
          .values({ root_key_id: rootKeyId, check_value: check })
          .onConflict((conflict) => conflict.column("root_key_id").doNothing())
          .execute(),
      );
      return present((await checks()).find((row) => row.rootKeyId === rootKeyId));
    },
  };
}

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

function tenantKeyRows(context: StoreContext): TenantKeyRows {
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

const hashingKeyRow = rowOf("hashing_keys");

type HashingKeyRows = Pick<VaultStore, "hashingKeys" | "createHashingKey" | "replaceHashingKey">;

function hashingKeyRows(context: StoreContext): HashingKeyRows {
  const all = (): Promise<HashingKeyRow[]> =>
    context.read("none", async (queries) => {
      const rows = await queries.selectFrom("hashing_keys").selectAll().orderBy("version").execute();
      return rows.map(hashingKeyRow);
    });
  return {
    hashingKeys: all,
    async createHashingKey(row) {
      await context.write("none", (queries) =>
        queries
          .insertInto("hashing_keys")
          .values(columnsOf("hashing_keys", row))
          .onConflict((conflict) => conflict.column("version").doNothing())
          .execute(),
      );
      return present((await all()).find(({ version }) => version === row.version));
    },
    replaceHashingKey: (version, old, next) =>
      context.write("none", (queries) =>
        isUpdated(
          queries
            .updateTable("hashing_keys")
            .set({ wrapped: next.wrapped, root_key_id: next.rootKeyId })
            .where("version", "=", version)
            .where("wrapped", "=", old.wrapped)
            .where("root_key_id", "=", old.rootKeyId),
        ),
      ),
  };
}

/** These rows are never deleted, so one that was just inserted must exist. */
function present<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new StoreError("ROW_VANISHED", false);
  return row;
}

function oauthAppRows(context: StoreContext): Pick<VaultStore, "oauthAppSecrets" | "replaceOAuthAppSecret"> {
  return {
    oauthAppSecrets: () =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom("oauth_apps")
          .select(["client_id", "provider", "app_id", "wrapped", "root_key_id"])
          .orderBy("provider")
          .orderBy("client_id")
          .execute();
        return rows.map((row) => ({
          serviceClientId: row.client_id,
          provider: row.provider,
          appId: row.app_id,
          wrapped: row.wrapped,
          rootKeyId: row.root_key_id,
        }));
      }),
    replaceOAuthAppSecret: (old, next) =>
      context.write("system", (queries) =>
        isUpdated(
          queries
            .updateTable("oauth_apps")
            .set({ wrapped: next.wrapped, root_key_id: next.rootKeyId })
            .where("client_id", "=", old.serviceClientId)
            .where("provider", "=", old.provider)
            .where("wrapped", "=", old.wrapped)
            .where("root_key_id", "=", old.rootKeyId),
        ),
      ),
  };
}
