/** The windows in which operators wait for a provider's secret. */
import type { Actor } from "../../domain/journal/port.ts";
import type { EventSecretWindow, EventSecretWindowStore } from "../../domain/provider-events/port.ts";
import type { Queries, StoreContext } from "./context.ts";
import { append, lockHead } from "./journal/append.ts";
import { isUpdated } from "./rows.ts";
import type { EventSecretWindowsTable } from "./tables.ts";

/** @param context the database. */
export function createEventSecretWindowStore(context: StoreContext): EventSecretWindowStore {
  return {
    windows: () =>
      context.read("system", async (queries) =>
        (await queries.selectFrom("event_secret_windows").selectAll().execute()).map(windowRow),
      ),
    openWindow: (window, by) => context.write("system", (queries) => open(context, queries, window, by)),
    fillWindow: ({ serviceClientId, provider, openedAt, offered: before }, { wrapped, rootKeyId }) =>
      context.write("system", (queries) =>
        isUpdated(
          queries
            .updateTable("event_secret_windows")
            .set({ wrapped, root_key_id: rootKeyId })
            .where("client_id", "=", serviceClientId)
            .where("provider", "=", provider)
            .where("opened_at", "=", openedAt)
            .where("wrapped", "=", before.wrapped),
        ),
      ),
    async dropWindows(nowMs) {
      await context.write("system", (queries) =>
        queries.deleteFrom("event_secret_windows").where("expires_at", "<=", nowMs).execute(),
      );
    },
  };
}

/** Ends the wait for an app's secret. */
export async function dropWindowsOf(
  queries: Queries,
  { serviceClientId, provider }: Pick<EventSecretWindow, "serviceClientId" | "provider">,
): Promise<void> {
  await queries
    .deleteFrom("event_secret_windows")
    .where("client_id", "=", serviceClientId)
    .where("provider", "=", provider)
    .execute();
}

async function open(
  context: StoreContext,
  queries: Queries,
  { serviceClientId, provider, appId, openedAt, expiresAt, offered }: EventSecretWindow,
  by: Actor,
): Promise<boolean> {
  // In the order of a change of an app, which waits for this.
  await lockHead.first(queries, { clientId: "" });
  const app = await queries
    .selectFrom("oauth_apps")
    .select("app_id")
    .where("client_id", "=", serviceClientId)
    .where("provider", "=", provider)
    .where("app_id", "=", appId)
    .executeTakeFirst();
  if (app === undefined) return false;
  await dropWindowsOf(queries, { serviceClientId, provider });
  await queries
    .insertInto("event_secret_windows")
    .values({
      client_id: serviceClientId,
      provider,
      app_id: appId,
      wrapped: offered.wrapped,
      root_key_id: offered.rootKeyId,
      opened_at: openedAt,
      expires_at: expiresAt,
    })
    .execute();
  const about = { clientId: "", tenantId: "", subject: provider, actor: by } as const;
  const data = { appId, provider, serviceClient: serviceClientId };
  await append(context, queries, [{ type: "oauth_app.event_secret_expected", ...about, data }]);
  return true;
}

function windowRow(row: EventSecretWindowsTable): EventSecretWindow {
  return {
    serviceClientId: row.client_id,
    provider: row.provider,
    appId: row.app_id,
    openedAt: row.opened_at,
    expiresAt: row.expires_at,
    offered: { wrapped: row.wrapped, rootKeyId: row.root_key_id },
  };
}
