/** An operator's operations on webhook endpoints, across all service clients. */
import { idPrefixes, isId, ServiceError, type WebhookDelivery, type WebhookEndpoint } from "@svc/contract";
import type { Actor, EventStore } from "../journal/port.ts";
import { findEvent } from "../journal/events.ts";
import { timestampOrNull } from "../clock/timestamp.ts";
import type { Platform } from "../../platform.ts";
import type { DeliveryRow, WebhookEndpointRow, WebhookOperationsStore, WebhookStore } from "./port.ts";
import { requireEndpoint, presentDelivery, presentEndpoint } from "./endpoints.ts";

/** Dependencies of the operations. */
export type OperatingDeps = {
  store: Pick<WebhookStore, "update" | "deliveries" | "redeliver"> & WebhookOperationsStore;
  events: Pick<EventStore, "find">;
  platform: Pick<Platform, "nowMs">;
  /** The actor for the audit trail: `operator` on the command line by default, `operator:<token id>` in the console. */
  actor?: Actor;
};

/**
 * An endpoint as shown to operators: with only the host of its address, because the rest can contain a secret, and
 * without the client's description.
 */
export type OperatedEndpoint = Omit<WebhookEndpoint, "url" | "description"> & {
  host: string;
  service_client_id: string;
};

/** An endpoint in a listing, with its pending deliveries. */
export type ListedEndpoint = OperatedEndpoint & {
  /** The number of pending deliveries. */
  waiting: number;
  /** When the oldest of them became pending. */
  waitingSince: string | null;
};

/** How much of a client's event log is stored. */
export type KeptLog = {
  service_client_id: string;
  /** The number of stored events. */
  events: number;
  oldestEventAt: string | null;
  /** The number of events that retention has pruned. */
  pruned: number;
};

/** The operator's side. Methods that name an endpoint throw ServiceError WEBHOOK_ENDPOINT_NOT_FOUND. */
export type WebhookOperations = {
  /** @param clientId null for all clients. */
  list(clientId: string | null): Promise<ListedEndpoint[]>;
  /** Newest event first. */
  deliveries(id: string, query: { status: DeliveryRow["status"] | null; limit: number }): Promise<WebhookDelivery[]>;
  /** @throws ServiceError WEBHOOK_ENDPOINT_DISABLED, EVENT_NOT_FOUND. */
  redeliver(id: string, eventId: string): Promise<WebhookDelivery>;
  /**
   * Stops sending to the endpoint and appends an event for its client. A disabled endpoint is left unchanged.
   */
  disable(id: string): Promise<OperatedEndpoint>;
  enable(id: string): Promise<OperatedEndpoint>;
  /** Returns the log of each client that has one. */
  logs(): Promise<KeptLog[]>;
};

/**
 * What an operator does with endpoints of every service client.
 * @throws ServiceError WEBHOOK_ENDPOINT_NOT_FOUND for an unknown id.
 */
export function createWebhookOperations(deps: OperatingDeps): WebhookOperations {
  const { store, events, platform, actor = "operator" } = deps;
  const find = async (id: string): Promise<WebhookEndpointRow> =>
    requireEndpoint(isId(idPrefixes.webhookEndpoint, id) ? await store.findAny(id) : null);
  const present = (row: WebhookEndpointRow): OperatedEndpoint => {
    const { url, description: _clientsOwn, ...endpoint } = presentEndpoint(row, platform.nowMs());
    return { ...endpoint, host: new URL(url).host, service_client_id: row.clientId };
  };
  return {
    async list(clientId) {
      const all = await store.overview(clientId);
      return all.map(({ endpoint, waiting, waitingSince }) => ({
        ...present(endpoint),
        waiting,
        waitingSince: timestampOrNull(waitingSince),
      }));
    },
    async deliveries(id, query) {
      const { clientId } = await find(id);
      const { rows } = await store.deliveries(id, { clientId, beforeSeq: null, ...query });
      return rows.map(presentDelivery);
    },
    async redeliver(id, eventId) {
      const endpoint = await find(id);
      if (endpoint.disabledReason !== "") throw new ServiceError("WEBHOOK_ENDPOINT_DISABLED");
      const event = await findEvent(events, endpoint.clientId, eventId);
      if (event.endpointId !== "" && event.endpointId !== id) throw new ServiceError("EVENT_NOT_FOUND");
      return presentDelivery(await store.redeliver(id, event, actor));
    },
    async disable(id) {
      return present(requireEndpoint(await store.disable((await find(id)).id, actor)));
    },
    async enable(id) {
      const { clientId } = await find(id);
      const row = await store.update(clientId, id, { disabledReason: "" }, platform.nowMs(), actor);
      return present(requireEndpoint(row));
    },
    async logs() {
      const logs = await store.logs();
      return logs.map(({ clientId, seq, prunedSeq, oldestAt }) => ({
        service_client_id: clientId,
        // Numbers have no gaps, and events are pruned from the start.
        events: seq - prunedSeq,
        oldestEventAt: timestampOrNull(oldestAt),
        pruned: prunedSeq,
      }));
    },
  };
}
