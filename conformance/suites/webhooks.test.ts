/**
 * Events in the log and by webhook, as a service client sees them; the Standard Webhooks library verifies deliveries.
 */
import assert from "node:assert/strict";
import type { CreatedWebhookEndpoint, Event, EventList, WebhookDeliveryList, WebhookEndpoint } from "@svc/contract";
import { assertProblem, suiteOnBothEngines, verifies, type Caller, uniqueName } from "../harness/index.ts";
import { receiver, until, verified, type Received } from "./webhook-receiver.ts";

async function make(
  caller: Caller,
  url: string,
  eventTypes: readonly string[],
): Promise<Required<CreatedWebhookEndpoint>> {
  const response = await caller.post(
    "/v1/webhook-endpoints",
    { url, eventTypes },
    { idempotencyKey: uniqueName("endpoint") },
  );
  assert.equal(response.status, 201, response.text);
  return response.json as Required<CreatedWebhookEndpoint>;
}

const pathOf = ({ id }: { id: string }): string => `/v1/webhook-endpoints/${id}`;
const idOf = ({ headers }: Received): unknown => headers["webhook-id"];

suiteOnBothEngines(
  "events and webhooks",
  (fixture) => {
    verifies("events.log", "returns each change once, and later ones from a stored cursor", async () => {
      const { caller } = await fixture().another();
      const { tenantId, id } = await fixture().connected({ caller });
      const first = (await caller.get("/v1/events?limit=100")).json as EventList;
      assert.deepEqual(first.events.map(({ type }) => type).sort(), [
        "connect_session.completed",
        "connection.created",
      ]);
      for (const event of first.events) {
        assert.deepEqual([event.tenant_id, event.data["connection_id"]], [tenantId, id]);
        assert.deepEqual((await caller.get(`/v1/events/${event.id}`)).json, event);
      }
      await caller.delete(`/v1/tenants/${tenantId}/connections/${id}`);
      const next = (await caller.get(`/v1/events?cursor=${first.resumeCursor}`)).json as EventList;
      assert.deepEqual([next.events.map(({ type }) => type), next.nextCursor], [["connection.disconnected"], null]);
      const stranger = await fixture().another();
      assertProblem(await stranger.caller.get(`/v1/events/${next.events[0]?.id ?? ""}`), "EVENT_NOT_FOUND");
      assert.deepEqual(((await stranger.caller.get("/v1/events")).json as EventList).events, []);
    });

    verifies(
      "webhooks.signed",
      "sends deliveries that the library verifies, with either secret during a rotation",
      async () => {
        const { caller } = await fixture().another();
        const at = await receiver();
        try {
          const endpoint = await make(caller, at.url, ["connection.created"]);
          const { tenantId, id } = await fixture().connected({ caller });
          await at.count(1);
          const [got] = at.received;
          assert.ok(got !== undefined);
          const { type, data } = verified(endpoint.secret, got);
          assert.deepEqual(
            [type, data],
            ["connection.created", { tenant_id: tenantId, connection_id: id, provider: "doppler", status: "active" }],
          );
          const rotate = async () =>
            (await caller.post(`${pathOf(endpoint)}:rotate`)).json as Required<CreatedWebhookEndpoint>;
          // As if its response had been lost: the caller repeats the rotation, and has only the secret from before it.
          const lost = await rotate();
          const rotated = await rotate();
          const test = (await caller.post(`${pathOf(endpoint)}:test`)).json as Event;
          await at.count(2);
          const [, second] = at.received;
          assert.ok(second !== undefined && idOf(second) === test.id);
          for (const secret of [endpoint.secret, lost.secret, rotated.secret]) {
            assert.equal(verified(secret, second).type, "webhook_endpoint.test");
          }
          assert.throws(() => verified(rotated.secret, { ...second, body: `${second.body} ` }));
          const shown = (await caller.get(pathOf(endpoint))).text + (await caller.get("/v1/webhook-endpoints")).text;
          assert.ok(!shown.includes("whsec_"), "a secret is shown once");
        } finally {
          at.close();
        }
      },
    );

    verifies("webhooks.again", "retries a failed delivery with its id, and redelivers it on request", async () => {
      const { caller } = await fixture().another();
      const at = await receiver([503]);
      try {
        const endpoint = await make(caller, at.url.replace("127.0.0.1", "localhost"), ["*"]);
        const event = (await caller.post(`${pathOf(endpoint)}:test`)).json as Event;
        await at.count(2);
        const list = async () => (await caller.get(`${pathOf(endpoint)}/deliveries`)).json as WebhookDeliveryList;
        await until(async () => (await list()).deliveries[0]?.status === "delivered");
        const [delivery] = (await list()).deliveries;
        assert.deepEqual(
          [delivery?.event_id, delivery?.attempts, delivery?.lastAttempt?.httpStatus],
          [event.id, 2, 200],
        );
        await caller.post(`${pathOf(endpoint)}/deliveries/${event.id}:redeliver`);
        await at.count(3);
        assert.deepEqual(at.received.map(idOf), [event.id, event.id, event.id]);
        assert.equal(new Set(at.received.map(({ body }) => body)).size, 1);
      } finally {
        at.close();
      }
    });

    verifies(
      "webhooks.gone",
      "disables an endpoint after 410 with an event, and delivers again once enabled",
      async () => {
        const { caller } = await fixture().another();
        const at = await receiver([410]);
        try {
          const endpoint = await make(caller, at.url, ["*"]);
          await caller.post(`${pathOf(endpoint)}:test`);
          const shown = async () => (await caller.get(pathOf(endpoint))).json as WebhookEndpoint;
          await until(async () => (await shown()).status === "disabled");
          assert.equal((await shown()).disabledReason, "gone");
          assertProblem(await caller.post(`${pathOf(endpoint)}:test`), "WEBHOOK_ENDPOINT_DISABLED");
          const { events } = (await caller.get("/v1/events?type=webhook_endpoint.disabled")).json as EventList;
          assert.deepEqual(events[0]?.data, { webhook_endpoint_id: endpoint.id, status: "disabled", reason: "gone" });
          await caller.patch(pathOf(endpoint), { status: "enabled" });
          const test = (await caller.post(`${pathOf(endpoint)}:test`)).json as Event;
          await at.count(2);
          assert.equal(at.received.at(-1)?.headers["webhook-id"], test.id);
          assert.equal((await caller.delete(pathOf(endpoint))).status, 204);
          assertProblem(await caller.get(pathOf(endpoint)), "WEBHOOK_ENDPOINT_NOT_FOUND");
        } finally {
          at.close();
        }
      },
    );

    verifies("webhooks.exists", "refuses a second endpoint for one URL, and names the first", async () => {
      const { caller } = await fixture().another();
      const first = await make(caller, "http://127.0.0.1:1/one", ["*"]);
      const create = (url: string, idempotencyKey = uniqueName("endpoint")) =>
        caller.post("/v1/webhook-endpoints", { url, eventTypes: ["webhook_endpoint.test"] }, { idempotencyKey });
      const key = uniqueName("exists");
      const refused = assertProblem(await create("HTTP://127.0.0.1:1/%6fne/../one", key), "WEBHOOK_ENDPOINT_EXISTS");
      assert.equal(refused.webhook_endpoint_id, first.id);
      const made = await Promise.all([1, 2, 3, 4].map(() => create("http://127.0.0.1:1/two")));
      assert.deepEqual(
        made.map(({ status }) => status).toSorted((left, right) => left - right),
        [201, 409, 409, 409],
      );
      const second = made.find(({ status }) => status === 201)?.json as WebhookEndpoint;
      const moved = await caller.patch(pathOf(second), { url: first.url });
      assert.equal(assertProblem(moved, "WEBHOOK_ENDPOINT_EXISTS").webhook_endpoint_id, first.id);
      assert.equal((await caller.patch(pathOf(second), { url: second.url })).status, 200, "its own URL is no other's");
      const stranger = await fixture().another();
      assert.equal((await make(stranger.caller, first.url, ["*"])).url, first.url);
      await caller.delete(pathOf(first));
      const again = await create("HTTP://127.0.0.1:1/%6fne/../one", key);
      assert.equal(assertProblem(again, "WEBHOOK_ENDPOINT_EXISTS").webhook_endpoint_id, first.id, "the key keeps it");
      assert.equal((await create(first.url)).status, 201);
    });

    verifies(
      "webhooks.url",
      "refuses URLs outside the sandbox's loopback or denied by the operator, and too many endpoints",
      async () => {
        const { caller } = await fixture().another();
        const body = { eventTypes: ["*"] };
        for (const url of [
          "https://93.184.215.14/x",
          "ftp://127.0.0.1/",
          "http://u:p@127.0.0.1/",
          "http://127.0.0.1/#x",
          "http://127.0.0.65/",
          "x",
        ]) {
          assertProblem(
            await caller.post("/v1/webhook-endpoints", { ...body, url }, { idempotencyKey: uniqueName("endpoint") }),
            "WEBHOOK_URL_REFUSED",
          );
        }
        for (let made = 0; made < 20; made += 1)
          await make(caller, `http://127.0.0.1:1/${made}`, ["webhook_endpoint.test"]);
        const over = await caller.post(
          "/v1/webhook-endpoints",
          { ...body, url: "http://127.0.0.1:1/" },
          { idempotencyKey: uniqueName("endpoint") },
        );
        assertProblem(over, "WEBHOOK_ENDPOINTS_TOO_MANY");
      },
    );
  },
  { env: { SVC_WEBHOOK_DENY_CIDRS: "127.0.0.64/26" } },
);
