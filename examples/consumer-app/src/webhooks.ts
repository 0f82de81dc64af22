/** Receives svc's webhooks: results of sessions, and changes to connections while their user isn't on a page. */
import type { IncomingMessage } from "node:http";
import { verifyWebhook, WebhookVerificationError } from "@svc/sdk";
import { json, readBody, type Reply } from "./http.ts";
import type { App } from "./visit.ts";

/** The event types that Harbor subscribes to. */
export const webhookTypes = [
  "connection.created",
  "connection.updated",
  "connection.expiring",
  "connection.needs_reconnect",
  "connection.disconnected",
  "connect_session.completed",
  "connect_session.failed",
  "connect_session.cancelled",
  "connect_session.expired",
] as const;

/** Answers a delivery. Deliveries may arrive twice and in any order, so handling one again must change nothing. */
export async function receiveWebhook(app: App, request: IncomingMessage): Promise<Reply> {
  const { records, settings, log } = app;
  // The signature covers the raw body, so read it as text and parse it only after verification.
  const body = await readBody(request);
  try {
    const { id, type, timestamp, data } = await verifyWebhook(settings.webhookSecret ?? "", {
      headers: request.headers,
      body,
    });
    const text = (name: string): string => (typeof data[name] === "string" ? data[name] : "");
    if (type.startsWith("connect_session.")) {
      records.setStatus(text("connect_session_id"), text("status"), text("error"));
    }
    if (type.startsWith("connect")) {
      records.saveEvent({ id, tenantId: text("tenant_id"), type, provider: text("provider"), at: timestamp });
    }
    // A real app also sends an email for `connection.expiring` and `connection.needs_reconnect`: its user isn't on a
    // page.
    log(`webhook ${id} ${type}`);
    return json({ received: true });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    log(`webhook refused: ${error.message}`);
    return json({ error: error.message }, 400);
  }
}
