/** Webhook endpoints, managed by their service client. */
import { sql } from "kysely";
import type { Actor, AuditData, EventRow } from "../../../domain/journal/port.ts";
import type { TrailTypeName } from "../../../domain/journal/types.ts";
import type {
  EndpointChange,
  EndpointCreated,
  EndpointCreation,
  WebhookEndpointRow,
  WebhookStore,
} from "../../../domain/webhooks/port.ts";
import { isSameUrl } from "../../../domain/webhooks/url.ts";
import { columnsOf, firstRow } from "../rows.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append, lockHead } from "../journal/append.ts";
import { isPublic } from "../journal/events.ts";
import { eventColumns, eventRow } from "../journal/rows.ts";
import { claimKey, keyHolder } from "../keys.ts";
import { listPage } from "../statements/page.ts";
import type { WebhookEndpointsTable } from "../tables.ts";
import { parsedJson, storableJson } from "../text.ts";

/** The endpoints part of {@link WebhookStore}. @param context the database. */
export function createWebhookEndpointRows(
  context: StoreContext,
): Pick<WebhookStore, "create" | "find" | "list" | "update" | "rotate" | "remove" | "appendTest"> {
  return {
    create: (endpoint, creation) =>
      context.write({ client: endpoint.clientId }, (queries) => create(context, queries, endpoint, creation)),
    find: (clientId, id) =>
      context.read({ client: clientId }, (queries) => firstRow(own(queries, clientId, id), endpointRow)),
    list: (clientId, query) =>
      context.list({ client: clientId }, (read) => {
        const page = { conditions: ["client_id = :clientId"], values: { clientId }, query };
        return listPage(read, "webhook_endpoints", page, endpointRow);
      }),
    update: (clientId, id, change, at, by) =>
      context.write({ client: clientId }, (queries) => update(context, queries, { clientId, id, change, at, by })),
    rotate: (clientId, id, { salt, keyVersion }, { at, oldUntil }, by) =>
      context.write({ client: clientId }, async (queries) => {
        const row = await firstRow(
          queries
            .updateTable("webhook_endpoints")
            .set((eb) => ({
              ...olderSecret(at),
              old_salt: eb.ref("secret_salt"),
              old_key: eb.ref("secret_key"),
              old_until: oldUntil,
              secret_salt: salt,
              secret_key: keyVersion,
              updated_at: at,
            }))
            .where("id", "=", id)
            .where("client_id", "=", clientId)
            .returningAll(),
          endpointRow,
        );
        if (row !== null)
          await recordChange(context, queries, { type: "webhook_endpoint.secret_rotated", clientId, id, by });
        return row;
      }),
    remove: (clientId, id, by) =>
      context.write({ client: clientId }, async (queries) => {
        const gone = await queries
          .deleteFrom("webhook_endpoints")
          .where("id", "=", id)
          .where("client_id", "=", clientId)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) return false;
        await queries.deleteFrom("webhook_deliveries").where("endpoint_id", "=", id).execute();
        await recordChange(context, queries, { type: "webhook_endpoint.deleted", clientId, id, by });
        return true;
      }),
    appendTest: (clientId, endpointId, by) =>
      context.write({ client: clientId }, async (queries): Promise<EventRow> => {
        const published = { webhook_endpoint_id: endpointId };
        const about = { clientId, tenantId: "", subject: endpointId, actor: by, data: {} };
        await append(context, queries, [{ type: "webhook_endpoint.test", ...about, published }]);
        const row = await queries
          .selectFrom("journal")
          .select([...eventColumns, "public_seq as seq"])
          .where("client_id", "=", clientId)
          .where(isPublic)
          .where("public_seq", "=", headSeq(clientId))
          .executeTakeFirstOrThrow();
        return eventRow(row);
      }),
  };
}

/** The number of a client's newest event; 0 if there is none. */
function headSeq(clientId: string) {
  return sql<number>`coalesce((select public_seq from journal_heads where client_id = ${clientId}), 0)`;
}

/**
 * What a rotation sets the older pair to: what was in use before a series of rotations, for as long as it may be. If their
 * responses were lost, it is the only one of these secrets that the receiver knows.
 */
function olderSecret(at: number) {
  const kept = <Value>(column: "salt" | "key" | "until") =>
    sql<Value>`case when ${sql.ref(`older_until`)} > ${at} then ${sql.ref(`older_${column}`)} else ${sql.ref(`old_${column}`)} end`;
  return { older_salt: kept<string>("salt"), older_key: kept<number>("key"), older_until: kept<number>("until") };
}

function own(queries: Queries, clientId: string, id: string) {
  return queries.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).where("client_id", "=", clientId);
}

async function create(
  context: StoreContext,
  queries: Queries,
  endpoint: WebhookEndpointRow,
  { claim, responses, max, by }: EndpointCreation,
): Promise<EndpointCreated> {
  const { clientId } = endpoint;
  const endpoints = await lockedUrls(queries, clientId);
  const existing = endpoints.find(({ url }) => isSameUrl(url, endpoint.url));
  if (existing === undefined && endpoints.length >= max) return { kind: "too_many" };
  const response = existing === undefined ? responses.created : responses.exists(existing.id);
  const key = { ...claim, state: "done", response: storableJson(response) } as const;
  if ((await claimKey.first(queries, key)) === undefined) {
    return { kind: "key_taken", row: await keyHolder(queries, claim) };
  }
  if (existing !== undefined) return { kind: "exists", existingId: existing.id };
  await queries
    .insertInto("webhook_endpoints")
    .values({
      id: endpoint.id,
      client_id: clientId,
      url: endpoint.url,
      description: endpoint.description,
      event_types: storableJson(endpoint.eventTypes),
      status: "enabled",
      disabled_reason: "",
      secret_salt: endpoint.secret.salt,
      secret_key: endpoint.secret.keyVersion,
      old_salt: "",
      old_key: 0,
      old_until: 0,
      older_salt: "",
      older_key: 0,
      older_until: 0,
      seen_seq: headSeq(clientId),
      failing_since: null,
      created_at: endpoint.createdAt,
      updated_at: endpoint.updatedAt,
    })
    .execute();
  const data = { host: new URL(endpoint.url).host };
  await recordChange(context, queries, { type: "webhook_endpoint.created", clientId, id: endpoint.id, by, data });
  return { kind: "created" };
}

/**
 * The URLs of a client's endpoints, locked with its journal's head: the second of two concurrent requests sees what the
 * first one stored. A claim takes its key after that lock too, so the two don't deadlock.
 */
async function lockedUrls(queries: Queries, clientId: string): Promise<{ id: string; url: string }[]> {
  await lockHead.first(queries, { clientId });
  return await queries
    .selectFrom("webhook_endpoints")
    .select(["id", "url"])
    .where("client_id", "=", clientId)
    .execute();
}

type EndpointRecord = {
  type: Extract<TrailTypeName, `webhook_endpoint.${string}`>;
  clientId: string;
  id: string;
  by: Actor;
  data?: AuditData;
};

/** Records a change of an endpoint that only the audit trail shows. */
export async function recordChange(
  context: StoreContext,
  queries: Queries,
  { type, clientId, id, by, data = {} }: EndpointRecord,
): Promise<void> {
  const about = { clientId, tenantId: "", subject: id, actor: by, data };
  await append(context, queries, [{ type, ...about }]);
}

/** Records that an endpoint gets nothing more. */
export async function recordDisabled(
  context: StoreContext,
  queries: Queries,
  { clientId, id, by, reason }: { clientId: string; id: string; by: Actor; reason: "operator" | "gone" | "failures" },
): Promise<void> {
  const about = { clientId, tenantId: "", subject: id, actor: by, data: { reason } };
  const published = { webhook_endpoint_id: id, status: "disabled", reason };
  await append(context, queries, [{ type: "webhook_endpoint.disabled", ...about, published }]);
}

async function update(
  context: StoreContext,
  queries: Queries,
  { clientId, id, change, at, by }: { clientId: string; id: string; change: EndpointChange; at: number; by: Actor },
): ReturnType<WebhookStore["update"]> {
  const { url, description, eventTypes, disabledReason } = change;
  if (url !== undefined) {
    const others = (await lockedUrls(queries, clientId)).filter((other) => other.id !== id);
    const existing = others.find((other) => isSameUrl(other.url, url));
    if (existing !== undefined) return { existingId: existing.id };
  }
  if (disabledReason === "") {
    await queries
      .updateTable("webhook_endpoints")
      .set({ status: "enabled", disabled_reason: "", failing_since: null, seen_seq: headSeq(clientId) })
      .where("id", "=", id)
      .where("client_id", "=", clientId)
      .where("status", "=", "disabled")
      .execute();
  } else if (disabledReason === "caller") {
    await queries
      .updateTable("webhook_endpoints")
      .set({ status: "disabled", disabled_reason: "caller" })
      .where("id", "=", id)
      .where("client_id", "=", clientId)
      .where("status", "=", "enabled")
      .execute();
  }
  const row = await firstRow(
    queries
      .updateTable("webhook_endpoints")
      .set({ ...columnsOf("webhook_endpoints", { url, description, eventTypes }), updated_at: at })
      .where("id", "=", id)
      .where("client_id", "=", clientId)
      .returningAll(),
    endpointRow,
  );
  if (row === null) return null;
  const data = disabledReason === undefined ? {} : { status: disabledReason === "" ? "enabled" : "disabled" };
  await recordChange(context, queries, { type: "webhook_endpoint.updated", clientId, id, by, data });
  return row;
}

/** A row of `webhook_endpoints`. */
export function endpointRow(row: WebhookEndpointsTable): WebhookEndpointRow {
  const old = [
    { salt: row.old_salt, keyVersion: row.old_key, until: row.old_until },
    { salt: row.older_salt, keyVersion: row.older_key, until: row.older_until },
  ];
  return {
    id: row.id,
    clientId: row.client_id,
    url: row.url,
    description: row.description,
    eventTypes: parsedJson(row.event_types),
    disabledReason: row.disabled_reason as WebhookEndpointRow["disabledReason"],
    secret: { salt: row.secret_salt, keyVersion: row.secret_key },
    oldSecrets: old.filter(({ salt }) => salt !== ""),
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
