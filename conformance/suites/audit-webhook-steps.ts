/** The audit events of each route that changes a webhook endpoint, for audit-events.test.ts. */
import type { CreatedWebhookEndpoint, Event } from "@svc/contract";
import { uniqueName } from "../harness/index.ts";
import type { StepContext, Step } from "./audit-step.ts";

const endpoints = "/v1/webhook-endpoints";
const endpoint = `${endpoints}/{webhook_endpoint_id}`;
// Nothing listens there, so deliveries fail.
const body = () => ({ url: `https://127.0.0.1:1/${uniqueName("none")}`, eventTypes: ["*"] });

async function made({ caller }: StepContext): Promise<string> {
  const { id } = (await caller.post(endpoints, body(), { idempotencyKey: uniqueName("endpoint") }))
    .json as CreatedWebhookEndpoint;
  return `${endpoints}/${id}`;
}

export const webhookSteps: readonly Step[] = [
  {
    route: `post ${endpoints}`,
    case: "made",
    does:
      async ({ caller }) =>
      () =>
        caller.post(endpoints, body(), { idempotencyKey: uniqueName("endpoint") }),
    status: 201,
    events: ["webhook_endpoint.created"],
  },
  {
    route: `patch ${endpoint}`,
    case: "disabled",
    async does(context) {
      const path = await made(context);
      return () => context.caller.patch(path, { status: "disabled" });
    },
    status: 200,
    events: ["webhook_endpoint.updated"],
  },
  {
    route: `delete ${endpoint}`,
    case: "deleted",
    async does(context) {
      const path = await made(context);
      return () => context.caller.delete(path);
    },
    status: 204,
    events: ["webhook_endpoint.deleted"],
  },
  {
    route: `post ${endpoint}:rotate`,
    case: "rotated",
    async does(context) {
      const path = await made(context);
      return () => context.caller.post(`${path}:rotate`);
    },
    status: 200,
    events: ["webhook_endpoint.secret_rotated"],
  },
  {
    route: `post ${endpoint}:test`,
    case: "tested",
    async does(context) {
      const path = await made(context);
      return () => context.caller.post(`${path}:test`);
    },
    status: 200,
    events: ["webhook_endpoint.test"],
  },
  {
    route: `post ${endpoint}/deliveries/{event_id}:redeliver`,
    case: "sent again",
    async does(context) {
      const path = await made(context);
      const { id } = (await context.caller.post(`${path}:test`)).json as Event;
      return () => context.caller.post(`${path}/deliveries/${id}:redeliver`);
    },
    status: 200,
    events: ["webhook_endpoint.redelivered"],
  },
];
