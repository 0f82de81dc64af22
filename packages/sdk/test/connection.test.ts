/** Executing actions through a connection: ids with and without their provider, and the lookups before a write. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError, ServiceClient } from "@svc/sdk";
import { json, startServer } from "./http/server.ts";

const token = "svc_live_0123456789";
const place = { project: "api", config: "dev", name: "A" };
const done = json(200, { execution: { id: "act_1" }, output: { name: "A", computed: "v" } });
const connection = json(200, { id: "con_1", provider: "doppler" });

test("sends the same request for an id with its provider and without, and looks up the provider once", async (context) => {
  const { url, seen } = await startServer(context, connection, done);
  const client = new ServiceClient({ baseUrl: url, accessToken: token });
  const { output } = await client.tenant("ten_1").connection("con_1").execute("doppler/secrets.get", place);
  assert.equal(output?.computed, "v");
  await client.tenant("ten_1").connection("con_1").execute("doppler/secrets.get", place);
  await client.tenant("ten_1").connection("con_1").execute("secrets.get", place);
  await client.tenant("ten_1").connection("con_1").executeUntyped("doppler/secrets.get", place);
  const path = "/v1/tenants/ten_1/connections/con_1";
  const post = `POST ${path}/actions/secrets.get:execute ${JSON.stringify({ input: place })}`;
  assert.deepEqual(
    seen.map(({ method, path, body }) => `${method} ${path} ${body}`),
    [`GET ${path} `, post, post, post, post],
  );
});

test("sends nothing if the id names a provider other than the connection's", async (context) => {
  const { url, seen } = await startServer(context, connection);
  const tenant = new ServiceClient({ baseUrl: url, accessToken: token }).tenant("ten_1");
  const input = { owner: "octocat", repo: "hello-world" };
  await assert.rejects(tenant.connection("con_1").execute("github/issues.list", input), isOtherProvider);
  await assert.rejects(tenant.actions.get("doppler", "github/issues.list"), isOtherProvider);
  const session = {
    provider: "doppler",
    authKind: "static_credential",
    allowedOrigin: "https://app.example.com",
    returnUrl: "https://app.example.com/connected",
  } as const;
  await assert.rejects(
    tenant.connectSessions.create({ ...session, requestedActions: ["github/issues.list"] }),
    isOtherProvider,
  );
  assert.deepEqual(
    seen.map(({ method, path }) => `${method} ${path}`),
    ["GET /v1/tenants/ten_1/connections/con_1"],
  );
  await tenant.connectSessions.create({ ...session, requestedActions: ["doppler/secrets.get", "secrets.set"] });
  const { requestedActions } = JSON.parse(seen.at(-1)?.body ?? "") as { requestedActions: string[] };
  assert.deepEqual(requestedActions, ["secrets.get", "secrets.set"]);
});

const isOtherProvider = (error: unknown): boolean =>
  error instanceof ArgumentError && error.code === "ACTION_NOT_FOUND" && error.message.includes("Nothing was sent");

test("lists the executions of one provider's action if the id names it", async (context) => {
  const executions = [
    { id: "act_2", provider: "github" },
    { id: "act_1", provider: "doppler" },
  ];
  const page = json(200, { executions, nextCursor: null });
  const { url, seen } = await startServer(context, page);
  const tenant = new ServiceClient({ baseUrl: url, accessToken: token }).tenant("ten_1");
  const ids: string[] = [];
  for await (const { id } of tenant.executions.list({ action_id: "doppler/secrets.set" })) ids.push(id);
  assert.deepEqual(ids, ["act_1"]);
  assert.deepEqual((await tenant.executions.list({ action_id: "github/secrets.set" })).items.length, 1);
  assert.equal((await tenant.executions.list({ action_id: "secrets.set" })).items.length, 2);
  assert.ok(seen.every(({ path }) => path.endsWith("?action_id=secrets.set")));
});

test("finds an unknown outcome by the input without its secrets, on any page", async (context) => {
  const of = (id: string, input: object): object => ({ id, summary: { input, output: null } });
  const first = json(200, { executions: [of("act_3", { ...place, config: "prd" })], nextCursor: "c" });
  const second = json(200, {
    executions: [of("act_2", { name: "A", config: "dev", project: "api" })],
    nextCursor: null,
  });
  const { url } = await startServer(context, first, second, first, json(200, { executions: [], nextCursor: null }));
  const { findUnknownOutcome } = new ServiceClient({ baseUrl: url, accessToken: token })
    .tenant("ten_1")
    .connection("con_1");
  const field = { type: "string" };
  const properties = { project: field, config: field, name: field, value: { type: "string", "x-sensitive": true } };
  const action = { id: "secrets.set", inputSchema: { type: "object", properties } };
  assert.equal((await findUnknownOutcome(action, { ...place, value: "another" }))?.id, "act_2");
  assert.equal(await findUnknownOutcome(action, { ...place, value: "another" }), null);
});

test("names the id that is empty", () => {
  const client = new ServiceClient({ baseUrl: "http://127.0.0.1:1", accessToken: "t" });
  assert.throws(() => client.tenant(""), /^ArgumentError: The tenant's id is empty/);
  assert.throws(() => client.tenant("ten_1").connection(""), /^ArgumentError: The connection's id is empty/);
});
