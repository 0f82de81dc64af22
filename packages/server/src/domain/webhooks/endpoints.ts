/**
 * A service client's operations on its webhook endpoints and their deliveries, which are presented without any secret.
 */
import {
  idPrefixes,
  isId,
  ServiceError,
  type CreatedWebhookEndpoint,
  type CreateWebhookEndpoint,
  type Event,
  type IdPrefix,
  type RotatedWebhookEndpoint,
  type UpdateWebhookEndpoint,
  type WebhookDelivery,
  type WebhookDeliveryList,
  type WebhookEndpoint,
  type WebhookEndpointList,
} from "@svc/contract";
import { dayMs } from "../clock/units.ts";
import type { EventStore } from "../journal/port.ts";
import { findEvent, presentEvent } from "../journal/events.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import type { KeptResponse } from "../records/documents.ts";
import { keepError, type CreateOutcome } from "../idempotency/run-idempotently.ts";
import type { TokenBuckets } from "../limits/rates.ts";
import type { Cursors, PageQuery } from "../listings/page.ts";
import type { Platform } from "../../platform.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import type { DeliveryRow, WebhookEndpointRow, WebhookSecrets, WebhookStore } from "./port.ts";
import { readWebhookUrl, type UrlRules } from "./url.ts";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";

/** How long a rotated secret continues to sign along with the new one. */
const overlapMs = dayMs;

/** Dependencies of the operations. */
export type WebhookDeps = {
  store: WebhookStore;
  events: Pick<EventStore, "find">;
  secrets: WebhookSecrets;
  cursors: Cursors;
  platform: Pick<Platform, "nowMs">;
  newId: (prefix: IdPrefix) => string;
  urlRules: UrlRules;
  /** The maximum number of endpoints per service client. */
  endpointsMax: number;
  /** The rate at which each service client may request deliveries. */
  deliveryRate: TokenBuckets;
};

/** A listing of deliveries. */
export type DeliveryQuery = PageQuery & { status?: DeliveryRow["status"] | undefined };

/** Webhook endpoints. Each method except `create` and `list` throws ServiceError WEBHOOK_ENDPOINT_NOT_FOUND. */
export type Webhooks = {
  /**
   * Claims the key, and creates the endpoint (201) or finds that another one has its URL (409
   * `WEBHOOK_ENDPOINT_EXISTS`). The response contains the secret; the stored response does not.
   * @throws ServiceError WEBHOOK_URL_REFUSED, WEBHOOK_ENDPOINTS_TOO_MANY; both before anything is stored.
   */
  create(caller: Caller, body: CreateWebhookEndpoint, claim: KeyClaim): Promise<CreateOutcome>;
  list(caller: Caller, query: PageQuery): Promise<WebhookEndpointList>;
  get(caller: Caller, id: string): Promise<WebhookEndpoint>;
  /** @throws ServiceError WEBHOOK_URL_REFUSED, WEBHOOK_ENDPOINT_EXISTS. */
  update(caller: Caller, id: string, change: UpdateWebhookEndpoint): Promise<WebhookEndpoint>;
  remove(caller: Caller, id: string): Promise<void>;
  rotate(caller: Caller, id: string): Promise<RotatedWebhookEndpoint>;
  /** @throws ServiceError WEBHOOK_ENDPOINT_DISABLED, RATE_LIMITED. */
  test(caller: Caller, id: string): Promise<Event>;
  deliveries(caller: Caller, id: string, query: DeliveryQuery): Promise<WebhookDeliveryList>;
  /** @throws ServiceError WEBHOOK_ENDPOINT_DISABLED, EVENT_NOT_FOUND, RATE_LIMITED. */
  redeliver(caller: Caller, id: string, eventId: string): Promise<WebhookDelivery>;
};

/** Creates the operations. */
export function createWebhooks(deps: WebhookDeps): Webhooks {
  const { store, secrets, cursors, platform } = deps;
  const clock = (): number => platform.nowMs();
  const find = async (caller: Caller, id: string): Promise<WebhookEndpointRow> =>
    requireEndpoint(isId(idPrefixes.webhookEndpoint, id) ? await store.find(caller.client.id, id) : null);
  const withSecret = (row: WebhookEndpointRow): RotatedWebhookEndpoint => ({
    ...presentEndpoint(row, clock()),
    secret: secrets.deriveSecret(row.id, row.secret),
  });
  return {
    async create(caller, { url, eventTypes, description = "" }, claim) {
      checkUrl(url, deps.urlRules);
      const id = deps.newId(idPrefixes.webhookEndpoint);
      const times = { createdAt: clock(), updatedAt: clock() };
      const about = { id, clientId: caller.client.id, url, description, eventTypes, ...times };
      const row = {
        ...about,
        disabledReason: "",
        secret: secrets.newSeed(id),
        oldSecrets: [],
        failingSince: null,
      } as const;
      const created: KeptResponse = { status: 201, body: presentEndpoint(row, clock()) };
      const responses = { created, exists: (existingId: string) => keepError(urlTaken(existingId)) };
      const made = await store.create(row, { claim, responses, max: deps.endpointsMax, by: actorOf(caller) });
      if (made.kind === "too_many") throw new ServiceError("WEBHOOK_ENDPOINTS_TOO_MANY");
      if (made.kind === "key_taken") return { kind: "taken", row: made.row };
      if (made.kind === "exists") return { kind: "made", response: responses.exists(made.existingId) };
      const shown: CreatedWebhookEndpoint = withSecret(row);
      return { kind: "made", response: { status: 201, body: shown } };
    },
    async list(caller, { limit, cursor }) {
      const scope = { listing: "webhookEndpoints", clientId: caller.client.id, tenantId: "", filters: [] };
      const page = await store.list(caller.client.id, { after: cursors.read(scope, cursor), limit });
      const webhookEndpoints = page.rows.map((row) => presentEndpoint(row, clock()));
      return { webhookEndpoints, nextCursor: cursors.next(scope, page) };
    },
    get: async (caller, id) => presentEndpoint(await find(caller, id), clock()),
    async update(caller, id, { status, ...fields }) {
      await find(caller, id);
      if (fields.url !== undefined) checkUrl(fields.url, deps.urlRules);
      const disabledReason: "" | "caller" = status === "enabled" ? "" : "caller";
      const change = status === undefined ? fields : { ...fields, disabledReason };
      const row = requireEndpoint(await store.update(caller.client.id, id, change, clock(), actorOf(caller)));
      return presentEndpoint(row, clock());
    },
    async remove(caller, id) {
      await find(caller, id);
      const isRemoved = await store.remove(caller.client.id, id, actorOf(caller));
      if (!isRemoved) throw new ServiceError("WEBHOOK_ENDPOINT_NOT_FOUND");
    },
    async rotate(caller, id) {
      await find(caller, id);
      const times = { at: clock(), oldUntil: clock() + overlapMs };
      const rotated = await store.rotate(caller.client.id, id, secrets.newSeed(id), times, actorOf(caller));
      return withSecret(requireEndpoint(rotated));
    },
    async test(caller, id) {
      refuseDisabled(await find(caller, id));
      limitDeliveries(deps.deliveryRate, caller);
      return presentEvent(await store.appendTest(caller.client.id, id, actorOf(caller)));
    },
    async deliveries(caller, id, { limit, cursor, status = null }) {
      await find(caller, id);
      const clientId = caller.client.id;
      const scope = { listing: "webhookDeliveries", clientId, tenantId: "", filters: [id, status] };
      const beforeSeq = cursors.read(scope, cursor)?.createdAt ?? null;
      const { rows, more } = await store.deliveries(id, { clientId, status, beforeSeq, limit });
      const positions = rows.map(({ event }) => ({ createdAt: event.seq, id: "" }));
      return { deliveries: rows.map(presentDelivery), nextCursor: cursors.next(scope, { rows: positions, more }) };
    },
    async redeliver(caller, id, eventId) {
      refuseDisabled(await find(caller, id));
      const event = await findEvent(deps.events, caller.client.id, eventId);
      // A test event for another endpoint isn't an event of this one.
      if (event.endpointId !== "" && event.endpointId !== id) throw new ServiceError("EVENT_NOT_FOUND");
      limitDeliveries(deps.deliveryRate, caller);
      return presentDelivery(await store.redeliver(id, event, actorOf(caller)));
    },
  };
}

/**
 * Returns the row. @throws ServiceError WEBHOOK_ENDPOINT_NOT_FOUND if it is null, and WEBHOOK_ENDPOINT_EXISTS if
 * another endpoint has its URL.
 */
export function requireEndpoint(row: Awaited<ReturnType<WebhookStore["update"]>>): WebhookEndpointRow {
  if (row === null) throw new ServiceError("WEBHOOK_ENDPOINT_NOT_FOUND");
  if ("existingId" in row) throw urlTaken(row.existingId);
  return row;
}

function urlTaken(existingId: string): ServiceError {
  return new ServiceError("WEBHOOK_ENDPOINT_EXISTS", { webhook_endpoint_id: existingId });
}

function refuseDisabled({ disabledReason }: WebhookEndpointRow): void {
  if (disabledReason !== "") throw new ServiceError("WEBHOOK_ENDPOINT_DISABLED");
}

function limitDeliveries(rate: TokenBuckets, { client }: Caller): void {
  const verdict = rate(client.id);
  if (verdict === null || verdict.allowed) return;
  const detail = `This service client may request ${verdict.limit} deliveries per second with :test and :redeliver. Wait for \`Retry-After\`, then send the same request.`;
  throw new ServiceError("RATE_LIMITED", { detail, retryAfterSeconds: verdict.resetSeconds });
}

function checkUrl(url: string, rules: UrlRules): void {
  if (readWebhookUrl(url, rules) === null) throw new ServiceError("WEBHOOK_URL_REFUSED");
}

/** Presents the endpoint as a resource. */
export function presentEndpoint(row: WebhookEndpointRow, nowMs: number): WebhookEndpoint {
  const { id, url, description, disabledReason, oldSecrets } = row;
  const oldUntil = oldSecrets[0]?.until ?? 0;
  return {
    id,
    url,
    description,
    // The contract's schema accepted only known types.
    eventTypes: [...row.eventTypes] as WebhookEndpoint["eventTypes"],
    status: disabledReason === "" ? "enabled" : "disabled",
    disabledReason: disabledReason === "" ? null : disabledReason,
    failingSince: timestampOrNull(row.failingSince),
    previousSecretExpiresAt: oldUntil > nowMs ? timestamp(oldUntil) : null,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

/** Presents the delivery as a resource. */
export function presentDelivery({ event, status, attempts, nextAt, last, createdAt }: DeliveryRow): WebhookDelivery {
  const { id, type } = presentEvent(event);
  const lastAttempt =
    last === null
      ? null
      : {
          at: timestamp(last.at),
          httpStatus: last.httpStatus,
          fault: last.fault === "" ? null : last.fault,
          durationMs: last.durationMs,
        };
  const nextAttemptAt = status === "pending" ? timestamp(nextAt) : null;
  return { event_id: id, type, status, attempts, nextAttemptAt, lastAttempt, createdAt: timestamp(createdAt) };
}
