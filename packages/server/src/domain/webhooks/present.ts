/** Presents endpoints and deliveries for the API, without any secret. */
import type { WebhookDelivery, WebhookEndpoint } from "@svc/contract";
import { presentEvent } from "../journal/events.ts";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import type { DeliveryRow, WebhookEndpointRow } from "./port.ts";

/** Presents the endpoint as a resource. */
export function presentEndpoint(row: WebhookEndpointRow, nowMs: number): WebhookEndpoint {
  const { id, url, description, disabledReason, oldSecret } = row;
  return {
    id,
    url,
    description,
    // The contract's schema accepted only known types.
    eventTypes: [...row.eventTypes] as WebhookEndpoint["eventTypes"],
    status: disabledReason === "" ? "enabled" : "disabled",
    disabledReason: disabledReason === "" ? null : disabledReason,
    failingSince: timestampOrNull(row.failingSince),
    previousSecretExpiresAt: oldSecret !== null && oldSecret.until > nowMs ? timestamp(oldSecret.until) : null,
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
