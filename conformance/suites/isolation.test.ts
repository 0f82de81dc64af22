/** Another client's resource answers like a missing one: the same bytes, except for the request id. */
import assert from "node:assert/strict";
import type { ConnectSessionList, TenantList } from "@svc/contract";
import {
  devConfig,
  suiteOnBothEngines,
  uniqueName,
  verifies,
  type HttpResponse,
  type Caller,
  type Fixture,
} from "../harness/index.ts";

/** The ids in paths. */
interface Ids {
  readonly tenant: string;
  readonly session: string;
  readonly connection: string;
  readonly execution: string;
}

const never: Ids = {
  tenant: "ten_01k0000000e8r9m2p4s6t8w0y2",
  session: "cs_01k0000000e8r9m2p4s6t8w0y2",
  connection: "con_01k0000000e8r9m2p4s6t8w0y2",
  execution: "act_01k0000000e8r9m2p4s6t8w0y2",
};

/** A tenant with one of every resource. */
async function makeIds(fixture: Fixture, caller: Caller): Promise<Ids> {
  const connected = await fixture.connected({ caller });
  const { execution } = await connected.run("secrets.names.list", devConfig);
  const tenant = connected.tenantId;
  const list = (await caller.get(`/v1/tenants/${tenant}/connect-sessions`)).json as ConnectSessionList;
  return { tenant, session: list.connectSessions[0]?.id ?? "", connection: connected.id, execution: execution.id };
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Every route that takes an id. */
function requestsFor({ tenant, session, connection, execution }: Ids): readonly Request[] {
  const base = `/v1/tenants/${tenant}`;
  const create = {
    provider: "doppler",
    authKind: "static_credential",
    allowedOrigin: "https://app.example.com",
    returnUrl: "https://app.example.com/connected",
  };
  const input = { input: { ...devConfig, name: "X", value: "never" } };
  return [
    { method: "GET", path: base },
    { method: "PATCH", path: base, body: { displayName: "Mine now" } },
    { method: "GET", path: `${base}/providers` },
    { method: "GET", path: `${base}/providers/doppler` },
    { method: "GET", path: `${base}/providers/doppler/actions` },
    { method: "GET", path: `${base}/providers/doppler/actions/secrets.get` },
    { method: "POST", path: `${base}/connect-sessions`, body: { ...create, requestedActions: ["secrets.get"] } },
    { method: "POST", path: `${base}/connect-sessions`, body: { ...create, connection_id: connection } },
    { method: "GET", path: `${base}/connect-sessions` },
    { method: "GET", path: `${base}/connect-sessions/${session}` },
    { method: "POST", path: `${base}/connect-sessions/${session}:cancel` },
    { method: "POST", path: `${base}/connect-sessions/${session}:complete`, body: { completionCode: "x" } },
    { method: "GET", path: `${base}/connections` },
    { method: "GET", path: `${base}/connections/${connection}` },
    { method: "DELETE", path: `${base}/connections/${connection}` },
    { method: "POST", path: `${base}/connections/${connection}:test` },
    { method: "POST", path: `${base}/connections/${connection}/actions/secrets.set:execute`, body: input },
    { method: "GET", path: `${base}/action-executions` },
    { method: "GET", path: `${base}/action-executions?connection_id=${connection}` },
    { method: "GET", path: `${base}/action-executions/${execution}` },
    {
      method: "POST",
      path: `${base}/action-executions/${execution}:resolve`,
      body: { outcome: "failed", note: "No." },
    },
    { method: "DELETE", path: base },
    { method: "DELETE", path: `${base}?force=true` },
  ];
}

/** Status, body and headers, without the parts that always differ. */
function shape(response: HttpResponse): unknown {
  const { "x-request-id": requestId = "" } = response.headers;
  const unlike = new Set(["x-request-id", "date", "ratelimit-remaining", "ratelimit-reset"]);
  const headers = Object.entries(response.headers).filter(([name]) => !unlike.has(name));
  return { status: response.status, headers, text: response.text.replaceAll(requestId, "") };
}

async function send(caller: Caller, { method, path, body }: Request): Promise<unknown> {
  return shape(
    await caller.send(method, path, body, {
      idempotencyKey: uniqueName("isolation"),
      headers: [["x-request-id", "one-length-for-all"]],
    }),
  );
}

suiteOnBothEngines("isolation", (fixture) => {
  verifies("isolation.same-response", "answers another client's ids like nonexistent ids, on every route", async () => {
    const { caller, provider } = fixture();
    const ids = await makeIds(fixture(), caller);
    const stranger = (await fixture().another()).caller;
    const before = await snapshot(caller, ids);
    const calls = provider.ledger.requests.length;
    const missing = requestsFor(never);
    for (const [index, request] of requestsFor(ids).entries()) {
      const twin = missing[index];
      assert.ok(twin !== undefined);
      const responses = [await send(stranger, request), await send(stranger, twin)];
      assert.equal((responses[0] as { status: number }).status, 404, `${request.method} ${request.path}`);
      assert.deepEqual(responses[0], responses[1], `${request.method} ${request.path}`);
    }
    assert.equal(provider.ledger.requests.length, calls, "the provider was called for a stranger");
    assert.deepEqual(await snapshot(caller, ids), before, "a stranger changed something");
  });

  verifies(
    "isolation.other-tenant",
    "answers ids from another tenant of the same client like nonexistent ids, on every route",
    async () => {
      const { caller } = fixture();
      const ids = await makeIds(fixture(), caller);
      const own = await fixture().tenant();
      const before = await snapshot(caller, ids);
      const mixed = requestsFor({ ...ids, tenant: own });
      const missing = requestsFor({ ...never, tenant: own });
      for (const [index, request] of mixed.entries()) {
        const twin = missing[index];
        assert.ok(twin !== undefined);
        const named = [ids.session, ids.connection, ids.execution].some((id) => request.path.includes(id));
        if (!named) continue;
        assert.deepEqual(await send(caller, request), await send(caller, twin), `${request.method} ${request.path}`);
      }
      assert.deepEqual(await snapshot(caller, ids), before, "something of another tenant changed");
    },
  );

  verifies(
    "isolation.other-tenant",
    "answers a session for another tenant's connection like one for a nonexistent one",
    async () => {
      const { caller } = fixture();
      const ids = await makeIds(fixture(), caller);
      const own = await fixture().tenant();
      const reconnect = (id: string) => requestsFor({ ...never, tenant: own, connection: id })[7];
      const [real, none] = [reconnect(ids.connection), reconnect(never.connection)];
      assert.ok(real !== undefined && none !== undefined);
      const response = await send(caller, real);
      assert.deepEqual(response, await send(caller, none));
      assert.equal((response as { status: number }).status, 404);
    },
  );

  verifies("isolation.same-response", "answers an id of another type like a nonexistent id", async () => {
    const { caller } = fixture();
    const ids = await makeIds(fixture(), caller);
    const swapped = requestsFor({
      tenant: ids.tenant,
      session: ids.connection,
      connection: ids.execution,
      execution: ids.session,
    });
    for (const request of swapped) {
      if (![ids.session, ids.connection, ids.execution].some((id) => request.path.includes(id))) continue;
      const { status } = (await send(caller, request)) as { status: number };
      assert.ok(status === 404 || (status === 400 && request.path.includes("?")), `${request.path}: ${status}`);
    }
  });

  verifies("isolation.lists", "shows a new client nothing", async () => {
    await makeIds(fixture(), fixture().caller);
    const stranger = (await fixture().another()).caller;
    const list = (await stranger.get("/v1/tenants")).json as TenantList;
    assert.deepEqual(list, { tenants: [], nextCursor: null });
  });
});

/** Everything that another client could have changed. */
async function snapshot(caller: Caller, ids: Ids): Promise<readonly string[]> {
  const base = `/v1/tenants/${ids.tenant}`;
  const paths = [base, `${base}/connect-sessions`, `${base}/connections`, `${base}/action-executions`];
  const texts: string[] = [];
  for (const path of paths) texts.push((await caller.get(path)).text);
  return texts;
}
