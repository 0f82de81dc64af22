/** Events and webhook endpoints: requests and results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceClient } from "@svc/sdk";
import { json, startServer } from "./http/server.ts";

const token = "svc_live_0123456789";

test("reads the log to its end, or one page at a time with a cursor to resume from", async (context) => {
  const page = { events: [{ id: "evt_2" }], nextCursor: null, resumeCursor: "r" };
  const { url, seen } = await startServer(
    context,
    json(200, { events: [{ id: "evt_1" }], nextCursor: "n", resumeCursor: "n" }),
    json(200, page),
    json(200, page),
    json(200, { id: "evt_1" }),
  );
  const { events } = new ServiceClient({ baseUrl: url, accessToken: token });
  const ids: string[] = [];
  for await (const { id } of events.list({ type: "connection.created" })) ids.push(id);
  assert.deepEqual(ids, ["evt_1", "evt_2"]);
  assert.deepEqual(await events.read({ cursor: "k" }), page);
  await events.get("evt_1");
  assert.deepEqual(
    seen.map(({ path }) => path),
    [
      "/v1/events?type=connection.created",
      "/v1/events?type=connection.created&cursor=n",
      "/v1/events?cursor=k",
      "/v1/events/evt_1",
    ],
  );
});

test("sends the matching request for each call on webhook endpoints", async (context) => {
  const empty = json(200, { webhookEndpoints: [], deliveries: [], nextCursor: null });
  const { url, seen } = await startServer(context, ...Array.from({ length: 9 }, () => empty));
  const { webhookEndpoints: endpoints } = new ServiceClient({ baseUrl: url, accessToken: token });
  await endpoints.create({ url: "https://hooks.acme.io/", eventTypes: ["*"] });
  await endpoints.list({ limit: 5 });
  await endpoints.get("whe_1");
  await endpoints.update("whe_1", { status: "disabled" });
  await endpoints.rotateSecret("whe_1");
  await endpoints.test("whe_1");
  await endpoints.deliveries("whe_1", { status: "failed" });
  await endpoints.redeliver("whe_1", "evt_1");
  await endpoints.delete("whe_1");
  const base = "/v1/webhook-endpoints";
  assert.deepEqual(
    seen.map(({ method, path }) => `${method} ${path}`),
    [
      `POST ${base}`,
      `GET ${base}?limit=5`,
      `GET ${base}/whe_1`,
      `PATCH ${base}/whe_1`,
      `POST ${base}/whe_1:rotate`,
      `POST ${base}/whe_1:test`,
      `GET ${base}/whe_1/deliveries?status=failed`,
      `POST ${base}/whe_1/deliveries/evt_1:redeliver`,
      `DELETE ${base}/whe_1`,
    ],
  );
  await assert.rejects(endpoints.get(".."), { name: "ArgumentError" });
});
