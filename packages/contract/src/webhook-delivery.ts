/** The wire format of webhook deliveries (Standard Webhooks), for the server and the command line. */
import type { Event } from "./event.ts";

/** The parts of a delivery that its signature covers. */
export type SignedDelivery = {
  id: string;
  /** Seconds since the epoch. */
  timestamp: number;
  body: string;
};

/** A POST that delivers an event. */
export type DeliveryRequest = { headers: Record<string, string>; body: string };

/** Returns the content that a signature covers, as text. */
export function signedContent({ id, timestamp, body }: SignedDelivery): string {
  return `${id}.${timestamp}.${body}`;
}

/**
 * Builds the request for one attempt to deliver an event. Every attempt has the same id and body.
 * @param sign returns a signature `v1,…` for each secret in use.
 */
export function deliveryRequest(
  event: Event,
  nowMs: number,
  sign: (delivery: SignedDelivery) => readonly string[],
): DeliveryRequest {
  const { id, type, tenant_id, data, createdAt } = event;
  const about = tenant_id === null ? data : { tenant_id, ...data };
  const body = JSON.stringify({ type, timestamp: createdAt, data: about });
  const timestamp = Math.floor(nowMs / 1000);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": sign({ id, timestamp, body }).join(" "),
    },
  };
}
