/** Commands on webhook endpoints and on the event log. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import type { CreatedWebhookEndpoint, Event, EventList, RotatedWebhookEndpoint, WebhookEndpoint } from "@svc/contract";
import { until, uniqueName } from "../../../conformance/harness/index.ts";
import { kind, type Kind } from "../command.ts";
import { told, toldBy } from "../events.ts";
import type { EndpointModel, Model } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";

const base = "/v1/webhook-endpoints";
const endpointsMax = 3;
/** Longer than a killed sender's lease. */
const withinMs = 120_000;
const rarely = 4;

const pathOf = ({ id }: EndpointModel): string => `${base}/${id}`;
const those =
  (...statuses: readonly EndpointModel["status"][]) =>
  ({ endpoints }: Model): readonly EndpointModel[] =>
    endpoints.filter(({ status }) => statuses.includes(status));

/** Reads the log from the last position: it must have each change of the model once, in order, and nothing else. */
export async function readLog(model: Model, real: Real): Promise<void> {
  const events = await newEvents(real);
  const read = [...events];
  for (const group of model.untold) {
    const next = read.splice(0, group.length).map(toldBy).sort();
    assert.deepEqual(next, [...group].sort(), "the log has different events");
  }
  assert.deepEqual(read.map(toldBy), [], "the log has events for changes that didn't happen");
  model.untold.length = 0;
  for (const { id, type, data } of events) {
    assert.ok(!model.told.has(id), "an id occurs twice");
    model.told.add(id);
    for (const endpoint of those("enabled")(model)) {
      const isWanted = endpoint.eventTypes.includes("*") || endpoint.eventTypes.includes(type);
      const isForOne = type === "webhook_endpoint.test";
      if (isForOne ? data["webhook_endpoint_id"] === endpoint.id : isWanted) endpoint.due.set(id, 1);
    }
  }
}

/** The log's events after the last position. */
export async function newEvents(real: Real): Promise<readonly Event[]> {
  const events: Event[] = [];
  for (;;) {
    const at = real.cursor === null ? "" : `&cursor=${encodeURIComponent(real.cursor)}`;
    const response = await real.caller.get(`/v1/events?limit=100${at}`);
    assertStatus(response, 200);
    const page = response.json as EventList;
    events.push(...page.events);
    real.cursor = page.resumeCursor;
    if (page.nextCursor === null) return events;
  }
}

/** Waits until an endpoint has received its events, and checks all deliveries. */
export async function checkDeliveries(model: Model, real: Real, endpoint: EndpointModel): Promise<void> {
  await readLog(model, real);
  const { due } = endpoint;
  const counted = (): ReadonlyMap<string, number> => {
    const ids = real.receiver.at(endpoint.path).map(({ headers }) => headers["webhook-id"] ?? "");
    return new Map([...Map.groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length]));
  };
  await until(withinMs, "every event has arrived", () =>
    [...due].every(([id, times]) => (counted().get(id) ?? 0) >= times) ? true : null,
  );
  const counts = counted();
  assert.deepEqual(
    [...counts.keys()].sort(),
    [...due.keys()].sort(),
    "an endpoint received an event that isn't for it",
  );
  // Deliveries of a killed process are repeated.
  if (!model.wasKilled) assert.deepEqual(counts, due);
  const bodies = new Map<string, string>();
  for (const { headers, body } of real.receiver.at(endpoint.path)) {
    const id = headers["webhook-id"] ?? "";
    assert.equal(bodies.get(id) ?? body, body, "an event was repeated with a different body");
    bodies.set(id, body);
    assert.ok(
      endpoint.secrets.some((secret) => isSigned(secret, headers, body)),
      "a webhook is not signed by its endpoint's secret",
    );
  }
}

function isSigned(secret: string, headers: Readonly<Record<string, string>>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch (error) {
    // A run may take longer than a signature is valid.
    return error instanceof Error && /timestamp too old/i.test(error.message);
  }
}

async function testEvent(model: Model, real: Real, endpoint: EndpointModel): Promise<Event> {
  const response = await real.caller.post(`${pathOf(endpoint)}:test`);
  assertStatus(response, 200);
  model.untold.push([told("webhook_endpoint.test", null, endpoint.id)]);
  return response.json as Event;
}

/** Commands on webhook endpoints. */
export const webhookCommands: readonly Kind[] = [
  kind({
    name: "make a webhook endpoint",
    on: (model) => (those("enabled", "disabled")(model).length < endpointsMax ? [true] : []),
    async run({ model, real, pick }) {
      await readLog(model, real);
      const path = `/${real.name("hook")}`;
      const eventTypes = pick % 3 === 0 ? ["connection.created", "connection.disconnected"] : ["*"];
      const response = await real.caller.post(
        base,
        { url: `${real.receiver.url}${path}`, eventTypes },
        { idempotencyKey: uniqueName("endpoint") },
      );
      assertStatus(response, 201);
      const { id, secret } = response.json as Required<CreatedWebhookEndpoint>;
      model.endpoints.push({ id, path, eventTypes, status: "enabled", secrets: [secret], due: new Map() });
    },
  }),
  kind({
    name: "show a webhook endpoint",
    on: those("enabled", "disabled", "deleted"),
    async run({ real }, endpoint) {
      const response = await real.caller.get(pathOf(endpoint));
      assertCode(await real.stranger.get(pathOf(endpoint)), "WEBHOOK_ENDPOINT_NOT_FOUND");
      if (endpoint.status === "deleted") return assertCode(response, "WEBHOOK_ENDPOINT_NOT_FOUND");
      assertStatus(response, 200);
      assert.equal((response.json as WebhookEndpoint).status, endpoint.status);
      assert.doesNotMatch(response.text, /whsec_/);
    },
  }),
  kind({
    name: "read the log of events",
    weight: 24,
    on: () => [true],
    run: ({ model, real }) => readLog(model, real),
  }),
  kind({
    name: "check a webhook endpoint's deliveries",
    on: those("enabled"),
    run: ({ model, real }, endpoint) => checkDeliveries(model, real, endpoint),
  }),
  kind({
    name: "disable a webhook endpoint",
    weight: rarely,
    on: those("enabled"),
    async run({ model, real }, endpoint) {
      await checkDeliveries(model, real, endpoint);
      assertStatus(await real.caller.patch(pathOf(endpoint), { status: "disabled" }), 200);
      endpoint.status = "disabled";
      assertCode(await real.caller.post(`${pathOf(endpoint)}:test`), "WEBHOOK_ENDPOINT_DISABLED");
    },
  }),
  kind({
    name: "enable a webhook endpoint",
    weight: 8,
    on: those("disabled"),
    async run({ model, real }, endpoint) {
      await readLog(model, real);
      assertStatus(await real.caller.patch(pathOf(endpoint), { status: "enabled" }), 200);
      endpoint.status = "enabled";
    },
  }),
  kind({
    name: "rotate a webhook endpoint's secret",
    weight: rarely,
    on: those("enabled", "disabled"),
    async run({ model, real }, endpoint) {
      const response = await real.caller.post(`${pathOf(endpoint)}:rotate`);
      assertStatus(response, 200);
      endpoint.secrets.push((response.json as RotatedWebhookEndpoint).secret);
      if (endpoint.status === "disabled") return;
      const { id } = await testEvent(model, real, endpoint);
      await checkDeliveries(model, real, endpoint);
      const sent = real.receiver.at(endpoint.path).find(({ headers }) => headers["webhook-id"] === id);
      for (const secret of endpoint.secrets.slice(-2)) {
        assert.ok(sent !== undefined && isSigned(secret, sent.headers, sent.body), "one of two secrets does not sign");
      }
    },
  }),
  kind({
    name: "test a webhook endpoint",
    weight: 8,
    on: those("enabled"),
    run: async ({ model, real }, endpoint) => void (await testEvent(model, real, endpoint)),
  }),
  kind({
    name: "send an event again",
    weight: rarely,
    on: those("enabled"),
    async run({ model, real, pick }, endpoint) {
      await checkDeliveries(model, real, endpoint);
      const ids = [...endpoint.due.keys()];
      const id = ids[pick % Math.max(1, ids.length)];
      if (id === undefined) return;
      assertStatus(await real.caller.post(`${pathOf(endpoint)}/deliveries/${id}:redeliver`), 200);
      endpoint.due.set(id, (endpoint.due.get(id) ?? 0) + 1);
      await checkDeliveries(model, real, endpoint);
    },
  }),
  kind({
    name: "a webhook endpoint answers that it is gone",
    weight: rarely,
    on: those("enabled"),
    async run({ model, real }, endpoint) {
      await checkDeliveries(model, real, endpoint);
      real.receiver.answerNext(endpoint.path, 410);
      await testEvent(model, real, endpoint);
      await readLog(model, real);
      await until(withinMs, "the endpoint is disabled", async () => {
        const { status } = (await real.caller.get(pathOf(endpoint))).json as WebhookEndpoint;
        return status === "disabled" ? true : null;
      });
      endpoint.status = "disabled";
      model.untold.push([told("webhook_endpoint.disabled", null, endpoint.id)]);
    },
  }),
  kind({
    name: "delete a webhook endpoint",
    weight: rarely,
    on: those("enabled", "disabled"),
    run: ({ model, real }, endpoint) => removeEndpoint(model, real, endpoint),
  }),
];

/** Deletes an endpoint, after checking its deliveries. */
export async function removeEndpoint(model: Model, real: Real, endpoint: EndpointModel): Promise<void> {
  if (endpoint.status === "enabled") await checkDeliveries(model, real, endpoint);
  assertStatus(await real.caller.delete(pathOf(endpoint)), 204);
  endpoint.status = "deleted";
}
