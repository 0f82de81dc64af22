/** The OAuth apps that operators store. Their secrets are sealed by the vault. */
import type { TrailTypeName } from "../../domain/journal/types.ts";
import type { Actor } from "../../domain/journal/port.ts";
import { appVersion, type OAuthAppStore, type StoredOAuthApp } from "../../domain/oauth/app.ts";
import { isExpected, stale, type Stale } from "../../domain/versions/version.ts";
import { append, lockHead } from "./journal/append.ts";
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
    put: (app, by, expectedVersion) =>
      context.write("system", (queries) => put(context, queries, { app, by, expectedVersion })),
    remove: ({ serviceClientId, provider }, by, expectedVersion) =>
      context.write("system", async (queries) => {
        const found = await findApp(queries, { serviceClientId, provider });
        if (found === null) return null;
        if (!isExpected(expectedVersion, () => appVersion(found))) return stale;
        await queries
          .deleteFrom("oauth_apps")
          .where("client_id", "=", serviceClientId)
          .where("provider", "=", provider)
          .execute();
        const { appId } = found;
        await dropEventSecrets(queries, { serviceClientId, provider, appId: null });
        await recordChange(context, queries, { type: "oauth_app.removed", by }, found);
        return { appId };
      }),
  };
}

type Put = { app: StoredOAuthApp; by: Actor; expectedVersion: string | null | undefined };

async function put(
  context: StoreContext,
  queries: Queries,
  { app, by, expectedVersion }: Put,
): Promise<"stored" | Stale> {
  const { serviceClientId: client_id, provider, appId, name, secret, createdAt, updatedAt } = app;
  const found = await findApp(queries, app);
  if (!isExpected(expectedVersion, () => (found === null ? null : appVersion(found)))) return stale;
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
  await dropEventSecrets(queries, app);
  await recordChange(context, queries, { type: "oauth_app.set", by }, app);
  return "stored";
}

/** Finds an app. Others that change one wait for this transaction, also if there is none yet. */
async function findApp(
  queries: Queries,
  { serviceClientId, provider }: Pick<StoredOAuthApp, "serviceClientId" | "provider">,
): Promise<StoredOAuthApp | null> {
  await lockHead.first(queries, { clientId: "" });
  const row = await queries
    .selectFrom("oauth_apps")
    .selectAll()
    .where("client_id", "=", serviceClientId)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return row === undefined ? null : appRow(row);
}

/** Removes the secrets for events, which belong to an app, and ends the wait for one. @param app.appId keeps those of this app; null removes all. */
async function dropEventSecrets(
  queries: Queries,
  { serviceClientId, provider, appId }: { serviceClientId: string; provider: string; appId: string | null },
): Promise<void> {
  for (const table of ["event_secrets", "event_secret_windows"] as const) {
    const own = queries.deleteFrom(table).where("client_id", "=", serviceClientId).where("provider", "=", provider);
    await (appId === null ? own : own.where("app_id", "<>", appId)).execute();
  }
}

/** Records a change in the deployment's chain. */
async function recordChange(
  context: StoreContext,
  queries: Queries,
  { type, by }: { type: TrailTypeName; by: Actor },
  { provider, serviceClientId: serviceClient, appId }: Pick<StoredOAuthApp, "provider" | "serviceClientId" | "appId">,
): Promise<void> {
  const about = { clientId: "", tenantId: "", subject: provider, actor: by };
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
