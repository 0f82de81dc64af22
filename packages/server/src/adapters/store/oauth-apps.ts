/** The OAuth apps that operators store. Their secrets are sealed by the vault. */
import type { OAuthAppStore, StoredOAuthApp } from "../../domain/oauth/app.ts";
import type { StoreContext } from "./context.ts";
import type { OauthAppsTable } from "./tables.ts";

/** @param context the database. */
export function createOAuthAppStore(context: StoreContext): OAuthAppStore {
  return {
    list: () =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom("oauth_apps")
          .selectAll()
          .orderBy("provider")
          .orderBy("client_id")
          .execute();
        return rows.map(appRow);
      }),
    put: ({ serviceClientId, provider, appId, name, secret, createdAt, updatedAt }) =>
      context.write("system", async (queries) => {
        const changed = {
          app_id: appId,
          name,
          wrapped: secret.wrapped,
          root_key_id: secret.rootKeyId,
          updated_at: updatedAt,
        };
        await queries
          .insertInto("oauth_apps")
          .values({ client_id: serviceClientId, provider, created_at: createdAt, ...changed })
          .onConflict((conflict) => conflict.columns(["client_id", "provider"]).doUpdateSet(changed))
          .execute();
      }),
    remove: (serviceClientId, provider) =>
      context.write("system", async (queries) => {
        const row = await queries
          .deleteFrom("oauth_apps")
          .where("client_id", "=", serviceClientId)
          .where("provider", "=", provider)
          .returning("app_id")
          .executeTakeFirst();
        return row?.app_id ?? null;
      }),
  };
}

function appRow(row: OauthAppsTable): StoredOAuthApp {
  return {
    serviceClientId: row.client_id,
    provider: row.provider,
    appId: row.app_id,
    name: row.name,
    secret: { wrapped: row.wrapped, rootKeyId: row.root_key_id },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
