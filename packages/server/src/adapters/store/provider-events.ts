/**
 * The events that providers send: to which connections they go, and that each is recorded once. Deliveries for one
 * service client that arrive together share a transaction.
 */
import type { NewEntry } from "../../domain/journal/port.ts";
import type {
  EventAddress,
  EventReceiver,
  EventRoute,
  EventSecretStore,
  NewProviderEvent,
  ProviderEventStore,
  Recorded,
  StoredEventSecret,
} from "../../domain/provider-events/port.ts";
import { storableText } from "../../domain/database/port.ts";
import type { QueryResult } from "kysely";
import { createBatcher, inKeyOrder } from "./batcher.ts";
import type { Queries, StoreContext } from "./context.ts";
import { eventSecretVersion, type EventSecretChange } from "../../domain/provider-events/port.ts";
import { isExpected, stale, type Stale } from "../../domain/versions/version.ts";
import { createEventSecretWindowStore, dropWindowsOf } from "./event-secret-windows.ts";
import { append, lockHead } from "./journal/append.ts";
import { runGroups, statement } from "./statements/statement.ts";
import type { EventSecretsTable } from "./tables.ts";
import { parsedJson } from "./text.ts";

/** @param context the database. */
export function createProviderEventStore(context: StoreContext): ProviderEventStore {
  const record = createBatcher<NewProviderEvent, Recorded>({
    keyOf: ({ clientId }) => clientId,
    run: (events) => recordAll(context, events),
  });
  return {
    routes: (address) => context.read("system", (queries) => routes(queries, address)),
    receivers: (provider, type) => context.read("system", (queries) => receivers(queries, provider, type)),
    record,
    prune: (before, limit) =>
      context.write("system", async (queries) => {
        const old = await queries
          .selectFrom("received_events")
          .select(["connection_id", "provider_event_id"])
          .where("at", "<", before)
          .orderBy("at")
          .limit(limit)
          .execute();
        for (const { connection_id, provider_event_id } of old) {
          await queries
            .deleteFrom("received_events")
            .where("connection_id", "=", connection_id)
            .where("provider_event_id", "=", provider_event_id)
            .execute();
        }
        return old.length;
      }),
  };
}

const routesWhere = (isOfAccount: string): string =>
  `select c.id, c.client_id, c.tenant_id, c.granted_events
   from connections as c join service_clients as s on s.id = c.client_id
   where c.provider = :provider and c.app_id = :appId and c.events_account ${isOfAccount}
     and c.events_account <> '' and c.status <> 'disconnected' and s.revoked_at is null
   order by c.id`;

const findRoutes = statement<
  { provider: string; appId: string; accounts: string },
  { id: string; client_id: string; tenant_id: string; granted_events: string }
>("provider_events.routes", {
  sqlite: routesWhere("in (select value from json_each(:accounts))"),
  postgres: routesWhere("= any(array(select jsonb_array_elements_text(:accounts::jsonb)))"),
});

async function routes(
  queries: Queries,
  { provider, appId, clientIds, accounts, type }: EventAddress,
): Promise<EventRoute[]> {
  const rows = await findRoutes.all(queries, {
    provider,
    appId,
    accounts: JSON.stringify(accounts.map(storableText)),
  });
  return rows
    .filter(({ client_id }) => clientIds === null || clientIds.includes(client_id))
    .filter(({ granted_events }) => parsedJson<string[]>(granted_events).includes(type))
    .map(({ id, client_id, tenant_id }) => ({ connectionId: id, clientId: client_id, tenantId: tenant_id }));
}

const receiversMax = 1000;

const findReceivers = statement<
  { provider: string; limit: number },
  { id: string; app_id: string; events_account: string; granted_events: string }
>(
  "provider_events.receivers",
  `select c.id, c.app_id, c.events_account, c.granted_events
   from connections as c join service_clients as s on s.id = c.client_id
   where c.provider = :provider and c.events_account <> '' and c.status <> 'disconnected' and s.revoked_at is null
   order by c.created_at desc, c.id desc limit :limit`,
);

async function receivers(queries: Queries, provider: string, type: string): Promise<EventReceiver[]> {
  const rows = await findReceivers.all(queries, { provider, limit: receiversMax });
  return rows
    .filter(({ granted_events }) => parsedJson<string[]>(granted_events).includes(type))
    .map(({ id, app_id, events_account }) => ({ connectionId: id, appId: app_id, account: events_account }));
}

/** Locks the connection on PostgreSQL, so that nothing is recorded after it was disconnected. */
const findLiving = statement<{ connectionId: string; clientId: string }, { id: string }>("provider_events.living", {
  sqlite: "select id from connections where id = :connectionId and client_id = :clientId and status <> 'disconnected'",
  postgres: `select id from connections where id = :connectionId and client_id = :clientId and status <> 'disconnected'
    for share`,
});

const noteId = statement<
  { connectionId: string; providerEventId: string; clientId: string; at: number },
  { connection_id: string }
>(
  "provider_events.note",
  `insert into received_events (connection_id, provider_event_id, client_id, at)
   select c.id, cast(:providerEventId as text), c.client_id, cast(:at as bigint) from connections as c
   where c.id = :connectionId and c.client_id = :clientId and c.status <> 'disconnected'
   on conflict (connection_id, provider_event_id) do nothing
   returning connection_id`,
);

/**
 * Records the events of one service client. A second run after a lost response finds what the first has noted. The order
 * is fixed, so that transactions that note the same ids don't deadlock.
 */
function recordAll(context: StoreContext, events: readonly NewProviderEvent[]): Promise<Recorded[]> {
  const [clientId = ""] = events.map((event) => event.clientId);
  const inOrder = inKeyOrder(events, ({ connectionId, providerEventId }) => `${connectionId} ${providerEventId}`);
  const at = context.nowMs();
  const calls = inOrder.map(({ connectionId, providerEventId }) => [
    findLiving.with({ connectionId, clientId }),
    noteId.with({ connectionId, clientId, providerEventId: storableText(providerEventId), at }),
  ]);
  return context.write(
    { client: clientId },
    async (queries) => {
      const responses = await runGroups(queries, calls);
      const results = new Map(inOrder.map((event, index) => [event, resultOf(responses[index] ?? [])]));
      const entries = events.filter((event) => results.get(event) === "recorded").map(entryOf);
      if (entries.length > 0) await append(context, queries, entries);
      return events.map((event) => results.get(event) ?? "disconnected");
    },
    { repeatable: true },
  );
}

function resultOf([living, noted]: readonly QueryResult<unknown>[]): Recorded {
  if (noted?.rows.length === 1) return "recorded";
  return living?.rows.length === 1 ? "known" : "disconnected";
}

/** What the trail records is the fact that it arrived; what the event log shows is pruned with it. */
function entryOf(event: NewProviderEvent): NewEntry {
  const { clientId, tenantId, connectionId: subject, provider, type, published } = event;
  return { type, clientId, tenantId, subject, actor: "provider", data: { provider }, published };
}

/** @param context the database. */
export function createEventSecretStore(context: StoreContext): EventSecretStore {
  return {
    list: () =>
      context.read("system", async (queries) => {
        const rows = await queries.selectFrom("event_secrets").selectAll().orderBy("created_at", "desc").execute();
        return rows.map(secretRow);
      }),
    put: (secret, change) => context.write("system", (queries) => putSecret(context, queries, secret, change)),
    ...createEventSecretWindowStore(context),
  };
}

async function putSecret(
  context: StoreContext,
  queries: Queries,
  { serviceClientId, provider, appId, createdAt, secret }: StoredEventSecret,
  { oldUntil, by, expectedVersion }: EventSecretChange,
): Promise<boolean | "same_time" | Stale> {
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
  const newest = await queries
    .selectFrom("event_secrets")
    .selectAll()
    .where("client_id", "=", serviceClientId)
    .where("provider", "=", provider)
    .where("usable_until", "is", null)
    .executeTakeFirst();
  const version = () => (newest === undefined ? null : eventSecretVersion(secretRow(newest)));
  if (!isExpected(expectedVersion, version)) return stale;
  // The time is part of the row's key, and of what the secret is sealed for.
  if (oldUntil !== null && newest?.created_at === createdAt) return "same_time";
  const own = queries
    .deleteFrom("event_secrets")
    .where("client_id", "=", serviceClientId)
    .where("provider", "=", provider);
  // Two at once: the newest until now, and this one.
  await (oldUntil === null ? own : own.where("usable_until", "is not", null)).execute();
  await queries
    .updateTable("event_secrets")
    .set({ usable_until: oldUntil })
    .where("client_id", "=", serviceClientId)
    .where("provider", "=", provider)
    .execute();
  await queries
    .insertInto("event_secrets")
    .values({
      client_id: serviceClientId,
      provider,
      app_id: appId,
      wrapped: secret.wrapped,
      root_key_id: secret.rootKeyId,
      created_at: createdAt,
      usable_until: null,
    })
    .execute();
  await dropWindowsOf(queries, { serviceClientId, provider });
  const about = { clientId: "", tenantId: "", subject: provider, actor: by } as const;
  const data = { appId, provider, serviceClient: serviceClientId, keepsOld: oldUntil !== null };
  await append(context, queries, [{ type: "oauth_app.event_secret_set", ...about, data }]);
  return true;
}

function secretRow(row: EventSecretsTable): StoredEventSecret {
  return {
    serviceClientId: row.client_id,
    provider: row.provider,
    appId: row.app_id,
    createdAt: row.created_at,
    usableUntil: row.usable_until,
    secret: { wrapped: row.wrapped, rootKeyId: row.root_key_id },
  };
}
