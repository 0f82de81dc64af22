/** The OAuth apps that operators store. Their secrets are sealed by the vault. */
import type { TrailTypeName } from "../../domain/journal/types.ts";
import type { OAuthAppStore, StoredOAuthApp } from "../../domain/oauth/app.ts";
import { append } from "./journal/append.ts";
import type { Queries, StoreContext } from "./context.ts";
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
    put: (app) => put(context, app),
    remove: (serviceClientId, provider) =>
      context.write("system", async (queries) => {
        const row = await queries
          .deleteFrom("oauth_apps")
          .where("client_id", "=", serviceClientId)
          .where("provider", "=", provider)
          .returning("app_id")
          .executeTakeFirst();
        if (row === undefined) return null;
        await recordChange(context, queries, "oauth_app.removed", { serviceClientId, provider, appId: row.app_id });
        return row.app_id;
      }),
  };
}

async function put(context: StoreContext, app: StoredOAuthApp): Promise<void> {
  const { serviceClientId: client_id, provider, appId, name, secret, createdAt, updatedAt } = app;
  await context.write("system", async (queries) => {
    const changed = {
      app_id: appId,
      name,
      wrapped: secret.wrapped,
      root_key_id: secret.rootKeyId,
      updated_at: updatedAt,
    };
    await queries
      .insertInto("oauth_apps")
      .values({ client_id, provider, created_at: createdAt, ...changed })
      .onConflict((conflict) => conflict.columns(["client_id", "provider"]).doUpdateSet(changed))
      .execute();
    await recordChange(context, queries, "oauth_app.set", app);
  });
}

/** Records a change in the deployment's chain. */
async function recordChange(
  context: StoreContext,
  queries: Queries,
  type: TrailTypeName,
  { provider, serviceClientId: serviceClient, appId }: Pick<StoredOAuthApp, "provider" | "serviceClientId" | "appId">,
): Promise<void> {
  const about = { clientId: "", tenantId: "", subject: provider, actor: "operator" } as const;
  await append(context, queries, [{ type, ...about, data: { appId, provider, serviceClient } }]);
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
