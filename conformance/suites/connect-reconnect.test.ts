/** Reconnects, and sessions confirmed by the backend. */
import assert from "node:assert/strict";
import type { Connection, ConnectSession, ExchangedConnectToken, SubmittedCredential } from "@svc/contract";
import {
  assertProblem,
  Frontend,
  makeClient,
  openSession,
  devConfig,
  sessionBody,
  suite,
  uniqueName,
  verifies,
  type Caller,
  type Connected,
  type Fixture,
} from "../harness/index.ts";

/** Submits a credential to a new session with these fields, and returns the response and the session. */
async function submitTo(fixture: Fixture, tenantId: string, credential: string, fields: Record<string, unknown> = {}) {
  const session = await openSession(fixture.caller, tenantId, fields);
  const frontend = new Frontend(fixture.server.http);
  const secret = await frontend.open(session.token);
  return { session, frontend, secret, response: await frontend.submit(secret, credential) };
}

/** Fields of a session that reconnects a connection with its current grants. */
function reconnecting({ id }: Connected): Record<string, unknown> {
  return { connection_id: id, requestedActions: undefined };
}

suite("Connect reconnect", (fixture) => {
  const read = async ({ caller, path }: Connected): Promise<Connection> => (await caller.get(path)).json as Connection;

  verifies("connect.reconnect", "keeps id and tenant, and replaces the credential", async () => {
    const { provider } = fixture();
    const connected = await fixture().connected();
    const before = await read(connected);
    const { tokens } = provider;
    const { response, session } = await submitTo(
      fixture(),
      connected.tenantId,
      tokens.serviceAccountRotated,
      reconnecting(connected),
    );
    assert.deepEqual(response.json, { status: "completed", connection_id: connected.id });
    assert.equal(session.connection_id, connected.id);
    const { updatedAt, lastTestedAt: _tested, ...after } = await read(connected);
    assert.deepEqual({ ...before, ...after }, before);
    assert.ok(updatedAt >= before.updatedAt);
    const calls = provider.ledger.requests.length;
    await connected.run("secrets.names.list", devConfig);
    const used = provider.ledger.requests.slice(calls).map(({ headers }) => headers["authorization"]);
    const slug = provider.world.tokenByValue(tokens.serviceAccountRotated)?.slug ?? "";
    assert.ok(used.length > 0 && used.every((one) => one?.includes(slug)), used.join());
  });

  verifies("connect.reconnect", "keeps the old credential working until the new one is verified", async () => {
    const { provider } = fixture();
    const connected = await fixture().connected();
    const session = await openSession(fixture().caller, connected.tenantId, reconnecting(connected));
    await connected.run("secrets.names.list", devConfig);
    const frontend = new Frontend(fixture().server.http);
    const secret = await frontend.open(session.token);
    await connected.run("secrets.names.list", devConfig);
    assertProblem(await frontend.submit(secret, provider.tokens.revoked), "CREDENTIAL_REJECTED");
    assertProblem(await frontend.submit(secret, provider.tokens.personal), "CREDENTIAL_INVALID");
    provider.faults.add({ match: { path: "/v3/me" }, times: "always", fault: { kind: "html_502" } });
    assertProblem(await frontend.submit(secret, provider.tokens.serviceAccount), "CREDENTIAL_UNVERIFIED");
    provider.faults.clear();
    await connected.run("secrets.names.list", devConfig);
    assert.equal((await read(connected)).status, "active");
  });

  verifies("connect.reconnect-account", "refuses another account and changes nothing", async () => {
    const { provider } = fixture();
    const connected = await fixture().connected();
    const before = await read(connected);
    const { response } = await submitTo(
      fixture(),
      connected.tenantId,
      provider.tokens.otherWorkplace,
      reconnecting(connected),
    );
    assertProblem(response, "CONNECTION_ACCOUNT_MISMATCH");
    assert.ok(!response.text.includes("Quayside"), "the response reveals the other account");
    assert.deepEqual(await read(connected), before);
    await connected.run("secrets.names.list", devConfig);
  });

  verifies("connect.reconnect-grants", "replaces the grants if requested, and shows the added ones", async () => {
    const { provider, caller } = fixture();
    const connected = await fixture().connected({ requestedActions: ["secrets.get"] });
    const requestedActions = ["secrets.get", "secrets.names.list"];
    const fields = { connection_id: connected.id, requestedActions };
    const session = await openSession(caller, connected.tenantId, fields);
    const frontend = new Frontend(fixture().server.http);
    const exchanged = (await frontend.exchange(session.token)).json as ExchangedConnectToken;
    assert.deepEqual(
      exchanged.session.actions.map(({ id, added }) => [id, added]),
      [
        ["secrets.get", false],
        ["secrets.names.list", true],
      ],
    );
    assert.deepEqual((await read(connected)).grantedActions, ["secrets.get"], "granted before it was agreed to");
    assertProblem(await connected.execute("secrets.names.list", devConfig), "ACTION_NOT_GRANTED");
    const response = await frontend.submit(exchanged.sessionSecret, provider.tokens.serviceAccount);
    assert.equal(response.status, 200, response.text);
    assert.deepEqual((await read(connected)).grantedActions, requestedActions);
    await connected.run("secrets.names.list", devConfig);
    const kept = await openSession(caller, connected.tenantId, reconnecting(connected));
    assert.deepEqual(kept.requestedActions, requestedActions);
  });

  verifies("connect.reconnect-ended", "refuses to reconnect a disconnected connection", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const session = await openSession(caller, connected.tenantId, reconnecting(connected));
    const frontend = new Frontend(fixture().server.http);
    const secret = await frontend.open(session.token);
    assert.equal((await caller.delete(connected.path)).status, 200);
    const late = await frontend.submit(secret, provider.tokens.serviceAccount);
    assert.ok(late.status === 409, late.text);
    const again = await caller.post(
      `/v1/tenants/${connected.tenantId}/connect-sessions`,
      sessionBody(reconnecting(connected)),
      { idempotencyKey: uniqueName("ended") },
    );
    assertProblem(again, "CONNECTION_NOT_ACTIVE");
    assert.equal((await read(connected)).status, "disconnected");
  });

  verifies("connect.needs-reconnect", "works again after a refusal by the provider and a reconnect", async () => {
    const { provider } = fixture();
    const value = `dp.sa.${"r".repeat(43)}`;
    const { grants, workplace } = provider.world.tokenByValue(provider.tokens.serviceAccount) ?? {};
    assert.ok(grants !== undefined && workplace !== undefined);
    const name = uniqueName("token");
    provider.world.addToken({
      name,
      kind: "service_account",
      value,
      workplace,
      grants,
      access: "read",
      expiresAtMs: null,
    });
    const connected = await fixture().connected({ credential: value });
    provider.world.revoke(name);
    assertProblem(await connected.execute("secrets.names.list", devConfig), "PROVIDER_UNAUTHORIZED");
    assert.equal((await read(connected)).status, "needs_reconnect");
    assertProblem(await connected.execute("secrets.names.list", devConfig), "CONNECTION_NOT_ACTIVE");
    const { tokens } = provider;
    const { response } = await submitTo(fixture(), connected.tenantId, tokens.serviceAccount, reconnecting(connected));
    assert.equal(response.status, 200, response.text);
    assert.equal((await read(connected)).status, "active");
    await connected.run("secrets.names.list", devConfig);
  });

  const complete = (caller: Caller, tenantId: string, id: string, completionCode: string) =>
    caller.post(`/v1/tenants/${tenantId}/connect-sessions/${id}:complete`, { completionCode });

  verifies("connect.confirmed", "creates no connection until the backend confirms with the code", async () => {
    const { provider, caller } = fixture();
    const tenantId = await fixture().tenant();
    const fields = { completion: "confirmed" };
    const { session, response, frontend, secret } = await submitTo(
      fixture(),
      tenantId,
      provider.tokens.serviceAccount,
      fields,
    );
    assert.equal(response.status, 200, response.text);
    const submitted = response.json as Extract<SubmittedCredential, { status: "awaiting_confirmation" }>;
    assert.equal(submitted.status, "awaiting_confirmation");
    const path = `/v1/tenants/${tenantId}/connect-sessions/${session.id}`;
    const waiting = await caller.get(path);
    assert.equal((waiting.json as ConnectSession).status, "awaiting_confirmation");
    assert.ok(!waiting.text.includes(submitted.completionCode), "the backend can read the code that it must provide");
    const none = (await caller.get(`/v1/tenants/${tenantId}/connections`)).json as { connections: unknown[] };
    assert.deepEqual(none.connections, []);
    const again = await frontend.submit(secret, provider.tokens.serviceAccount);
    assert.deepEqual(again.json, submitted, "a repeat after a lost response gets another code");
    const done = await complete(caller, tenantId, session.id, submitted.completionCode);
    assert.equal(done.status, 200, done.text);
    const { status, connection_id } = done.json as ConnectSession;
    assert.equal(status, "completed");
    const connection = (await caller.get(`/v1/tenants/${tenantId}/connections/${connection_id}`)).json as Connection;
    assert.equal(connection.status, "active");
    const repeat = await complete(caller, tenantId, session.id, submitted.completionCode);
    assert.ok([200, 409].includes(repeat.status), repeat.text);
    const { connections } = (await caller.get(`/v1/tenants/${tenantId}/connections`)).json as {
      connections: unknown[];
    };
    assert.equal(connections.length, 1);
  });

  verifies("connect.confirmed-wrong", "refuses wrong codes, another session's code and another client", async () => {
    const { provider, caller } = fixture();
    const tenantId = await fixture().tenant();
    const submit = () => submitTo(fixture(), tenantId, provider.tokens.serviceAccount, { completion: "confirmed" });
    const [one, two] = [await submit(), await submit()];
    const codeOf = ({ response }: typeof one): string => (response.json as { completionCode: string }).completionCode;
    for (const code of ["x", codeOf(two), codeOf(one).slice(1), one.session.token]) {
      assertProblem(await complete(caller, tenantId, one.session.id, code), "COMPLETION_CODE_INVALID");
    }
    const stranger = await makeClient(fixture().server);
    assertProblem(await complete(stranger.caller, tenantId, one.session.id, codeOf(one)), "TENANT_NOT_FOUND");
    const own = await fixture().tenant(stranger.caller);
    assertProblem(await complete(stranger.caller, own, one.session.id, codeOf(one)), "CONNECT_SESSION_NOT_FOUND");
    const pending = await openSession(caller, tenantId, { completion: "confirmed" });
    assertProblem(await complete(caller, tenantId, pending.id, codeOf(one)), "CONNECT_SESSION_NOT_OPEN");
    assert.equal((await complete(caller, tenantId, one.session.id, codeOf(one))).status, 200);
  });

  verifies("connect.confirmed", "refuses the code of a session that was cancelled while waiting", async () => {
    const { provider, caller } = fixture();
    const tenantId = await fixture().tenant();
    const fields = { completion: "confirmed" };
    const { session, response } = await submitTo(fixture(), tenantId, provider.tokens.serviceAccount, fields);
    const path = `/v1/tenants/${tenantId}/connect-sessions/${session.id}`;
    assert.equal((await caller.post(`${path}:cancel`)).status, 200);
    const { completionCode } = response.json as { completionCode: string };
    assertProblem(await complete(caller, tenantId, session.id, completionCode), "CONNECT_SESSION_NOT_OPEN");
    const { connections } = (await caller.get(`/v1/tenants/${tenantId}/connections`)).json as {
      connections: unknown[];
    };
    assert.deepEqual(connections, []);
  });

  verifies("connect.confirmed", "returns one connection to twenty concurrent completions", async () => {
    const { provider, caller } = fixture();
    const tenantId = await fixture().tenant();
    const fields = { completion: "confirmed" };
    const { session, response } = await submitTo(fixture(), tenantId, provider.tokens.serviceAccount, fields);
    const { completionCode } = response.json as { completionCode: string };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => complete(caller, tenantId, session.id, completionCode)),
    );
    assert.ok(responses.some(({ status }) => status === 200));
    for (const one of responses) assert.ok([200, 409].includes(one.status), one.text);
    const { connections } = (await caller.get(`/v1/tenants/${tenantId}/connections`)).json as {
      connections: unknown[];
    };
    assert.equal(connections.length, 1);
  });

  verifies("connect.confirmed-required", "gives a client that must confirm only confirmed sessions", async () => {
    const { caller } = await makeClient(fixture().server, { flags: ["--completion", "confirmed"] });
    const tenantId = await fixture().tenant(caller);
    const path = `/v1/tenants/${tenantId}/connect-sessions`;
    const automatic = await caller.post(path, sessionBody({ completion: "automatic" }), {
      idempotencyKey: uniqueName("must"),
    });
    if (automatic.status === 201) assert.equal((automatic.json as ConnectSession).completion, "confirmed");
    else assertProblem(automatic, "INVALID_REQUEST");
    const silent = await caller.post(path, sessionBody(), { idempotencyKey: uniqueName("must") });
    assert.equal(silent.status, 201, silent.text);
    assert.equal((silent.json as ConnectSession).completion, "confirmed");
  });
});
