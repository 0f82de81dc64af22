/** The vault's rows: wrapped keys, key checks and the deployment. */
import type { HashingKeyRow, VaultStore, WrappedRootKeyRow } from "../../domain/vault/port.ts";
import { createSealedRecordRows } from "./connections/sealed-records.ts";
import type { StoreContext } from "./context.ts";
import { StoreError } from "./errors.ts";
import { flag } from "./text.ts";
import { isUpdated, columnsOf, rowOf } from "./rows.ts";
import { tenantKeyRows } from "./tenant-keys.ts";

/** @param context the database. */
export function createVaultStore(context: StoreContext): VaultStore {
  return {
    ...deploymentRows(context),
    ...tenantKeyRows(context),
    ...wrappedRootKeyRows(context),
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
      return row === undefined ? null : { deploymentId: row.deployment_id, sandbox: row.sandbox === 1, cell: row.cell };
    });
  const checks: VaultStore["keyChecks"] = () =>
    context.read("none", async (queries) => {
      const rows = await queries.selectFrom("key_checks").selectAll().execute();
      return rows.map((row) => ({ rootKeyId: row.root_key_id, check: row.check_value }));
    });
  return {
    loadDeployment: load,
    async createDeployment({ deploymentId, sandbox, cell }) {
      await context.write("none", (queries) =>
        queries
          .insertInto("deployment")
          .values({ slot: 1, deployment_id: deploymentId, sandbox: flag(sandbox), cell })
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

const wrappedRootKeyRow = rowOf("wrapped_root_keys");

type WrappedRootKeyRows = Pick<VaultStore, "wrappedRootKeys" | "putWrappedRootKey" | "replaceWrappedRootKey">;

function wrappedRootKeyRows(context: StoreContext): WrappedRootKeyRows {
  const all = (): Promise<WrappedRootKeyRow[]> =>
    context.read("none", async (queries) => {
      const rows = await queries.selectFrom("wrapped_root_keys").selectAll().orderBy("root_key_id").execute();
      return rows.map(wrappedRootKeyRow);
    });
  return {
    wrappedRootKeys: all,
    async putWrappedRootKey(row) {
      await context.write("none", (queries) =>
        queries
          .insertInto("wrapped_root_keys")
          .values(columnsOf("wrapped_root_keys", row))
          .onConflict((conflict) => conflict.column("root_key_id").doNothing())
          .execute(),
      );
      return present((await all()).find(({ rootKeyId }) => rootKeyId === row.rootKeyId));
    },
    replaceWrappedRootKey: (old, next) =>
      context.write("none", (queries) =>
        isUpdated(
          queries
            .updateTable("wrapped_root_keys")
            .set({ service: next.service, version: next.version, wrapped: next.wrapped })
            .where("root_key_id", "=", old.rootKeyId)
            .where("wrapped", "=", old.wrapped),
        ),
      ),
  };
}

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
        const signing = await queries
          .selectFrom("event_secrets")
          .select(["client_id", "provider", "app_id", "wrapped", "root_key_id", "created_at"])
          .orderBy("provider")
          .orderBy("client_id")
          .orderBy("created_at")
          .execute();
        return [...rows.map((row) => ({ ...row, created_at: null })), ...signing].map((row) => ({
          serviceClientId: row.client_id,
          provider: row.provider,
          appId: row.app_id,
          signsSince: row.created_at,
          wrapped: row.wrapped,
          rootKeyId: row.root_key_id,
        }));
      }),
    replaceOAuthAppSecret: (old, next) =>
      context.write("system", (queries) =>
        isUpdated(
          queries
            .updateTable(old.signsSince === null ? "oauth_apps" : "event_secrets")
            .$if(old.signsSince !== null, (query) => query.where("created_at", "=", old.signsSince ?? 0))
            .set({ wrapped: next.wrapped, root_key_id: next.rootKeyId })
            .where("client_id", "=", old.serviceClientId)
            .where("provider", "=", old.provider)
            .where("wrapped", "=", old.wrapped)
            .where("root_key_id", "=", old.rootKeyId),
        ),
      ),
  };
}
