/** The codes for events and webhooks. */
import { entry } from "./error-table.ts";

/** This file's rows of the error table. */
export const eventErrors = {
  EVENT_NOT_FOUND: entry({
    status: 404,
    title: "Event not found",
    detail: "The service client has no event with this id, or it is no longer kept. Check the id, or list the events.",
    exitCode: 4,
    next: "caller",
  }),
  WEBHOOK_ENDPOINT_NOT_FOUND: entry({
    status: 404,
    title: "Webhook endpoint not found",
    detail: "The service client has no webhook endpoint with this id. Check the id, or list the endpoints.",
    exitCode: 4,
    next: "caller",
  }),
  WEBHOOK_ENDPOINT_DISABLED: entry({
    status: 409,
    title: "Webhook endpoint disabled",
    detail: "The endpoint is disabled and receives nothing. Enable it by updating its status, then send again.",
    next: "caller",
  }),
  WEBHOOK_ENDPOINT_EXISTS: entry({
    status: 409,
    title: "Webhook endpoint exists",
    detail:
      "The service client already sends events to this URL; `webhook_endpoint_id` is the endpoint's id. Use or update that one.",
    next: "caller",
  }),
  WEBHOOK_ENDPOINTS_TOO_MANY: entry({
    status: 409,
    title: "Too many webhook endpoints",
    detail: "The service client has as many webhook endpoints as the operator allows. Delete one that you don't need.",
    next: "caller",
  }),
  WEBHOOK_URL_REFUSED: entry({
    status: 422,
    title: "Webhook URL refused",
    detail:
      "Events can't be sent to this URL. Use https on port 443 or 8443, a public host, and no user or fragment. Only the operator can allow other hosts.",
    next: "caller",
  }),
} as const;
