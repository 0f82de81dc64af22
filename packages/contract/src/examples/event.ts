/** The example event of the API description, and the webhook endpoint that receives it. */
import type { Event } from "../event.ts";
import type { WebhookDelivery, WebhookEndpoint } from "../webhook.ts";
import { exampleIds } from "./resources.ts";

/** An event about the write with the unknown outcome. */
export const event: Event = {
  id: exampleIds.event,
  type: "action_execution.outcome_unknown",
  tenant_id: exampleIds.tenant,
  data: {
    execution_id: exampleIds.unknownExecution,
    connection_id: exampleIds.connection,
    provider: "github",
    action_id: "issues.create",
    status: "outcome_unknown",
  },
  createdAt: "2026-11-02T10:16:40.052Z",
};

/** An endpoint that receives the event. */
export const webhookEndpoint: WebhookEndpoint = {
  id: exampleIds.webhookEndpoint,
  url: "https://hooks.example.com/svc",
  description: "On-call alerts",
  eventTypes: ["action_execution.outcome_unknown", "connection.needs_reconnect"],
  status: "enabled",
  disabledReason: null,
  failingSince: null,
  previousSecretExpiresAt: null,
  createdAt: "2026-11-02T09:30:00.248Z",
  updatedAt: "2026-11-02T09:30:00.248Z",
};

/** The endpoint's signing secret. */
export const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwExampleOnly=";

/** The delivery of the event to the endpoint. */
export const webhookDelivery: WebhookDelivery = {
  event_id: exampleIds.event,
  type: "action_execution.outcome_unknown",
  status: "delivered",
  attempts: 1,
  nextAttemptAt: null,
  lastAttempt: { at: "2026-11-02T10:16:41.233Z", httpStatus: 204, fault: null, durationMs: 118 },
  createdAt: "2026-11-02T10:16:40.052Z",
};
