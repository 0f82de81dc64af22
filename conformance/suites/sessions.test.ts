/** Connect session and connection endpoints. */
import assert from "node:assert/strict";
import type {
  Connection,
  ConnectionList,
  TestedConnection,
  ConnectSession,
  ConnectSessionList,
  CreatedConnectSession,
} from "@svc/contract";
import {
  assertProblem,
  everyAction,
  Frontend,
  openSession,
  devConfig,
  sessionBody,
  suiteOnBothEngines,
  uniqueName,
  verifies,
} from "../harness/index.ts";

suiteOnBothEngines("Connect sessions and connections", (fixture) => {
  verifies("sessions.create", "answers 201 with every field, a token and a Location", async () => {
    const { caller, server } = fixture();
    const tenantId = await fixture().tenant();
    const path = `/v1/tenants/${tenantId}/connect-sessions`;
    const response = await caller.post(path, sessionBody(), { idempotencyKey: uniqueName("key") });
    assert.equal(response.status, 201, response.text);
    const { token, connectLink, evidenceGaps, ...session } = response.json as CreatedConnectSession;
    assert.ok(token !== undefined);
    assert.ok(token.length >= 43, "the token is too short for 256 bits");
    assert.equal(response.headers["location"], `${path}/${session.id}`);
    assert.equal(session.status, "pending");
    assert.equal(session.tenant_id, tenantId);
    assert.equal(session.connection_id, null);
    assert.equal(session.completion, "automatic");
    assert.equal(session.connectUrl, `${server.url}/connect/${session.id}`);
    assert.equal(connectLink, `${session.connectUrl}#token=${token}`, "a sandbox gives a link to open");
    assert.deepEqual(session.requestedActions, [...everyAction]);
    assert.deepEqual(evidenceGaps, [], "every look has its reads");
    assert.equal(session.error, null);
    assert.equal(Date.parse(session.expiresAt) - Date.parse(session.createdAt), 30 * 60_000);
    const { provider, authKind, allowedOrigin, returnUrl } = sessionBody();
    assert.deepEqual(
      [session.provider, session.authKind, session.allowedOrigin, session.returnUrl],
      [provider, authKind, allowedOrigin, returnUrl],
    );
    assert.deepEqual((await caller.get(response.headers["location"])).json, session);
  });

  verifies(
    "connect.evidence-gaps",
    "names the changes without evidence, and the reads to request as well",
    async () => {
      const { caller } = fixture();
      const path = `/v1/tenants/${await fixture().tenant()}/connect-sessions`;
      const gapsOf = async (requestedActions: readonly string[]) => {
        const response = await caller.post(path, sessionBody({ requestedActions }), {
          idempotencyKey: uniqueName("key"),
        });
        return (response.json as CreatedConnectSession).evidenceGaps;
      };
      const needs = (action_id: string, ...add: string[]) => ({ action_id, add });
      assert.deepEqual(await gapsOf(["secrets.set"]), [needs("secrets.set", "secrets.get")]);
      assert.deepEqual(await gapsOf(["secrets.get", "secrets.set"]), []);
      assert.deepEqual(await gapsOf(["secrets.get", "secrets.delete"]), [
        needs("secrets.delete", "secrets.names.list"),
      ]);
    },
  );

  verifies("sessions.create", "refuses sessions that can't be connected, with specific codes", async () => {
    const { caller } = fixture();
    const path = `/v1/tenants/${await fixture().tenant()}/connect-sessions`;
    const create = (fields: Record<string, unknown>) =>
      caller.post(path, sessionBody(fields), { idempotencyKey: uniqueName("key") });
    assertProblem(await create({ provider: "nowhere" }), "PROVIDER_NOT_AVAILABLE");
    assertProblem(await create({ requestedActions: ["secrets.burn"] }), "ACTION_NOT_FOUND");
    assertProblem(await create({ requestedActions: [] }), "INVALID_REQUEST");
    assertProblem(await create({ requestedActions: undefined }), "INVALID_REQUEST");
    assertProblem(await create({ requestedActions: ["secrets.get", "secrets.get"] }), "INVALID_REQUEST");
    assertProblem(await create({ authKind: "oauth2_authorization_code" }), "INVALID_REQUEST");
    assertProblem(await create({ completion: "later" }), "INVALID_REQUEST");
    assertProblem(await create({ connection_id: "con_01k0000000e8r9m2p4s6t8w0y2" }), "CONNECTION_NOT_FOUND");
    assert.deepEqual(((await caller.get(path)).json as ConnectSessionList).connectSessions, []);
  });

  verifies("sessions.read", "shows no token in reads, and filters the list by status", async () => {
    const { caller } = fixture();
    const tenantId = await fixture().tenant();
    const path = `/v1/tenants/${tenantId}/connect-sessions`;
    const first = await openSession(caller, tenantId);
    const second = await openSession(caller, tenantId);
    await new Frontend(caller.http).open(second.token);
    const list = await caller.get(path);
    const ids = (list.json as ConnectSessionList).connectSessions.map(({ id }) => id);
    assert.deepEqual(ids, [second.id, first.id]);
    for (const { token } of [first, second]) assert.ok(!list.text.includes(token), "the list contains a token");
    const opened = (await caller.get(`${path}?status=opened`)).json as ConnectSessionList;
    assert.deepEqual(
      opened.connectSessions.map(({ id, status }) => [id, status]),
      [[second.id, "opened"]],
    );
    assertProblem(await caller.get(`${path}?status=asleep`), "INVALID_REQUEST");
    assertProblem(await caller.get(`${path}/cs_01k0000000e8r9m2p4s6t8w0y2`), "CONNECT_SESSION_NOT_FOUND");
  });

  verifies("sessions.cancel", "cancels a pending session, and its token no longer works", async () => {
    const { caller } = fixture();
    const tenantId = await fixture().tenant();
    const { id, token } = await openSession(caller, tenantId);
    const path = `/v1/tenants/${tenantId}/connect-sessions/${id}`;
    const response = await caller.post(`${path}:cancel`);
    assert.equal(response.status, 200, response.text);
    assert.equal((response.json as ConnectSession).status, "cancelled");
    assertProblem(await new Frontend(caller.http).exchange(token), "CONNECT_SESSION_NOT_OPEN");
    assert.equal(((await caller.get(path)).json as ConnectSession).status, "cancelled");
  });

  verifies("sessions.cancel", "refuses to cancel a completed session", async () => {
    const { caller } = fixture();
    const { tenantId } = await fixture().connected();
    const path = `/v1/tenants/${tenantId}/connect-sessions`;
    const [session] = ((await caller.get(path)).json as ConnectSessionList).connectSessions;
    assertProblem(await caller.post(`${path}/${session?.id}:cancel`), "CONNECT_SESSION_NOT_OPEN");
  });

  verifies("connections.read", "shows every field of one connection and in the list", async () => {
    const { caller } = fixture();
    const connected = await fixture().connected();
    const response = await caller.get(connected.path);
    assert.equal(response.status, 200);
    const { createdAt, updatedAt, lastTestedAt, ...rest } = response.json as Connection;
    assert.deepEqual(rest, {
      id: connected.id,
      tenant_id: connected.tenantId,
      provider: "doppler",
      authKind: "static_credential",
      status: "active",
      origin: "connect",
      account: { slug: "7d0f3c11a95be2468ac0", name: "Harbor Works" },
      grantedActions: [...everyAction],
      grantedEvents: [],
      auth_config: {},
      provider_binding: null,
      credentialExpiresAt: null,
    });
    assert.ok(createdAt <= updatedAt && (lastTestedAt === null || lastTestedAt >= createdAt));
    const path = `/v1/tenants/${connected.tenantId}/connections`;
    for (const query of ["", "?provider=doppler", "?status=active", "?provider=doppler&status=active"]) {
      const { connections } = (await caller.get(path + query)).json as ConnectionList;
      assert.deepEqual(
        connections.map(({ id }) => id),
        [connected.id],
        query,
      );
    }
    for (const query of ["?provider=github", "?status=disconnected", "?status=needs_reconnect"]) {
      assert.deepEqual(((await caller.get(path + query)).json as ConnectionList).connections, [], query);
    }
    assertProblem(await caller.get(`${path}?status=odd`), "INVALID_REQUEST");
  });

  verifies("connections.disconnect", "disconnects without calling the provider", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const before = provider.ledger.requests.length;
    const response = await caller.delete(connected.path);
    assert.equal(response.status, 200);
    assert.equal((response.json as Connection).status, "disconnected");
    assert.equal(((await caller.get(connected.path)).json as Connection).status, "disconnected");
    const again = await caller.delete(connected.path);
    assert.equal(again.status, 200, "a repeat isn't an error");
    assert.equal(provider.ledger.requests.length, before);
  });

  verifies("connections.disconnected", "runs nothing on a disconnected connection", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    await caller.delete(connected.path);
    const before = provider.ledger.requests.length;
    assertProblem(await connected.execute("secrets.names.list", devConfig), "CONNECTION_NOT_ACTIVE");
    assertProblem(await connected.set("NEVER", uniqueName("key")), "CONNECTION_NOT_ACTIVE");
    const test = await caller.post(`${connected.path}:test`, undefined, { idempotencyKey: uniqueName("key") });
    assertProblem(test, "CONNECTION_NOT_ACTIVE");
    assert.equal(provider.ledger.requests.length, before);
  });

  verifies("connections.test", "answers ok with the account, and updates lastTestedAt", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const before = provider.ledger.requests.length;
    const response = await caller.post(`${connected.path}:test`, undefined, { idempotencyKey: uniqueName("key") });
    assert.equal(response.status, 200, response.text);
    const test = response.json as TestedConnection;
    assert.equal(test.ok, true);
    assert.deepEqual(test.account, { slug: "7d0f3c11a95be2468ac0", name: "Harbor Works" });
    assert.equal(test.error, null);
    const paths = provider.ledger.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(paths, ["GET /v3/me"]);
    assert.equal(((await caller.get(connected.path)).json as Connection).lastTestedAt, test.checkedAt);
  });

  verifies("connections.test-dead", "answers ok false, and is active again after a successful test", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected({ credential: provider.tokens.serviceAccountRotated });
    const test = async () => {
      const response = await caller.post(`${connected.path}:test`, undefined, { idempotencyKey: uniqueName("key") });
      assert.equal(response.status, 200, response.text);
      return response.json as TestedConnection;
    };
    const token = provider.world.tokenByValue(provider.tokens.serviceAccountRotated);
    assert.ok(token !== undefined);
    token.revoked = true;
    const dead = await test();
    assert.equal(dead.ok, false);
    assert.equal(dead.error?.code, "PROVIDER_UNAUTHORIZED");
    assert.equal(((await caller.get(connected.path)).json as Connection).status, "needs_reconnect");
    assertProblem(await connected.execute("secrets.names.list", devConfig), "CONNECTION_NOT_ACTIVE");
    token.revoked = false;
    assert.equal((await test()).ok, true);
    assert.equal(((await caller.get(connected.path)).json as Connection).status, "active");
  });

  verifies("connections.test-down", "answers 503, frees the key, and keeps the status", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const idempotencyKey = uniqueName("key");
    provider.faults.add({ match: { path: "/v3/me" }, times: "always", fault: { kind: "html_502" } });
    const down = await caller.post(`${connected.path}:test`, undefined, { idempotencyKey });
    provider.faults.clear();
    assert.equal(down.status, 503, down.text);
    assert.equal(down.problem().retryable, true);
    assert.ok(Number(down.headers["retry-after"]) >= 0);
    assert.equal(((await caller.get(connected.path)).json as Connection).status, "active");
    const up = await caller.post(`${connected.path}:test`, undefined, { idempotencyKey });
    assert.equal(up.status, 200, up.text);
    assert.equal(up.headers["idempotent-replayed"], undefined);
    assert.equal((up.json as TestedConnection).ok, true);
  });
});
