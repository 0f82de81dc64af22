/** Imported connections: allowed by the operator, checked like a Connect session, verified, and created once. */
import assert from "node:assert/strict";
import type { AuditEventList, ConnectionList, EventList, ImportedConnection } from "@svc/contract";
import {
  assertProblem,
  Connected,
  everyAction,
  makeClient,
  suite,
  uniqueName,
  updateClient,
  verifies,
  type HttpResponse,
  type Caller,
} from "../harness/index.ts";
import { everyRow } from "./isolation-fixture.ts";

type Fields = Readonly<Record<string, unknown>>;

const allowed = { flags: ["--allow-import"] };

function importBody(access_token: string, fields: Fields = {}): Fields {
  return {
    provider: "doppler",
    authKind: "static_credential",
    requestedActions: [...everyAction],
    credential: { access_token },
    ...fields,
  };
}

function send(
  caller: Caller,
  tenantId: string,
  body: unknown,
  idempotencyKey = uniqueName("import"),
): Promise<HttpResponse> {
  return caller.post(`/v1/tenants/${tenantId}/connections:import`, body, { idempotencyKey });
}

async function connectionsOf(caller: Caller, tenantId: string): Promise<ConnectionList["connections"]> {
  return ((await caller.get(`/v1/tenants/${tenantId}/connections`)).json as ConnectionList).connections;
}

suite("Imported connections", (fixture) => {
  const calls = (): number => fixture().provider.ledger.requests.length;
  const importer = async (): Promise<{ caller: Caller; tenantId: string; id: string }> => {
    const { caller, id } = await makeClient(fixture().server, allowed);
    return { caller, id, tenantId: await fixture().tenant(caller) };
  };

  verifies("import.active", "verifies with only GET /v3/me, then executes, reconnects and disconnects", async () => {
    const { provider } = fixture();
    const { caller, tenantId } = await importer();
    for (const name of ["serviceAccount", "serviceReadWrite"] as const) {
      const before = calls();
      const response = await send(caller, tenantId, importBody(provider.tokens[name]));
      assert.equal(response.status, 200, response.text);
      const asked = provider.ledger.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(asked, ["GET /v3/me"]);
      const { connection, dryRun } = response.json as ImportedConnection;
      assert.ok(connection !== null);
      assert.deepEqual([connection.status, connection.origin, dryRun], ["active", "import", false]);
      assert.deepEqual((await caller.get(`/v1/tenants/${tenantId}/connections/${connection.id}`)).json, connection);
      const connected = new Connected(caller, tenantId, connection.id);
      assert.equal((await connected.run("projects.list", {})).execution.status, "succeeded");
      const listed = ((await caller.get(`/v1/events?tenant_id=${tenantId}&limit=100`)).json as EventList).events;
      const about = listed.filter(({ data }) => "connection_id" in data && data["connection_id"] === connection.id);
      assert.equal(about[0]?.type, "connection.created");
      const audited = (await caller.get(`/v1/audit-events?subject=${connection.id}&limit=100`)).json as AuditEventList;
      const first = audited.auditEvents.at(-1);
      assert.deepEqual([first?.type, first?.actor.startsWith("key:")], ["connection.created", true]);
      assert.equal((await caller.delete(connected.path)).status, 200);
    }
  });

  verifies("import.active", "shows origin connect for a connection that its user made", async () => {
    const connected = await fixture().connected();
    assert.equal(((await connected.caller.get(connected.path)).json as { origin: string }).origin, "connect");
  });

  verifies("import.allowed", "is off until an operator turns it on, and off again immediately", async () => {
    const { caller, tenantId, id } = await importer();
    const body = importBody(fixture().provider.tokens.serviceAccount);
    const before = calls();
    const { caller: forbidden } = fixture();
    assertProblem(await send(forbidden, await fixture().tenant(), body), "IMPORT_NOT_ALLOWED");
    await updateClient(fixture().server, id, "--allow-import", "off");
    const idempotencyKey = uniqueName("import");
    assertProblem(await send(caller, tenantId, body, idempotencyKey), "IMPORT_NOT_ALLOWED");
    assert.equal(calls(), before, "the provider was called");
    assert.deepEqual(await connectionsOf(caller, tenantId), []);
    await updateClient(fixture().server, id, "--allow-import", "on");
    // A refusal before the claim leaves the key unused.
    assert.equal((await send(caller, tenantId, body, idempotencyKey)).status, 200);
  });

  verifies("import.allowed", "refuses anything but a service key of the tenant's own client", async () => {
    const { caller, tenantId } = await importer();
    const { tokens } = fixture().provider;
    const { caller: stranger } = await importer();
    assertProblem(await send(stranger, tenantId, importBody(tokens.serviceAccount)), "TENANT_NOT_FOUND");
    const path = `/v1/tenants/${tenantId}/connections:import`;
    for (const bearer of ["", "Bearer sop_0123456789", "Bearer css_0123456789"]) {
      const headers = [
        ["content-type", "application/json"],
        ["authorization", bearer],
      ] as [string, string][];
      const body = importBody(tokens.serviceAccount);
      assertProblem(await fixture().server.http.send({ method: "POST", path, headers, body }), "UNAUTHENTICATED");
    }
    assert.deepEqual(await connectionsOf(caller, tenantId), []);
  });

  verifies(
    "import.checks",
    "refuses everything that a Connect session or its form refuses, without a call",
    async () => {
      const { tokens } = fixture().provider;
      const { caller, tenantId } = await importer();
      const good = tokens.serviceAccount;
      const before = calls();
      const wrong: readonly [string, Fields, Parameters<typeof assertProblem>[1]][] = [
        ["unknown provider", { provider: "nowhere" }, "PROVIDER_NOT_AVAILABLE"],
        [
          "provider without an app",
          { provider: "github", authKind: "oauth2_authorization_code" },
          "PROVIDER_NOT_AVAILABLE",
        ],
        ["another auth kind", { authKind: "oauth2_authorization_code" }, "INVALID_REQUEST"],
        ["no actions", { requestedActions: undefined }, "INVALID_REQUEST"],
        ["an empty list of actions", { requestedActions: [] }, "INVALID_REQUEST"],
        ["an unknown action", { requestedActions: ["secrets.steal"] }, "ACTION_NOT_FOUND"],
        ["no credential", { credential: undefined }, "INVALID_REQUEST"],
        ["a string as the credential", { credential: good }, "INVALID_REQUEST"],
        ["an empty credential", { credential: {} }, "CREDENTIAL_INVALID"],
        ["another field", { credential: { accessToken: good } }, "CREDENTIAL_INVALID"],
        [
          "one field too many",
          { credential: { access_token: good, host: "https://evil.example" } },
          "CREDENTIAL_INVALID",
        ],
        ["dryRun as a string", { dryRun: "yes" }, "INVALID_REQUEST"],
        ["an extra field", { origin: "connect" }, "INVALID_REQUEST"],
        ["a connection's id", { connection_id: "con_00000000000000000000000000" }, "INVALID_REQUEST"],
      ];
      for (const [what, fields, code] of wrong) {
        const response = await send(caller, tenantId, importBody(good, fields));
        assert.equal(response.problem().code, code, `${what}: ${response.text}`);
        assert.ok(!response.text.includes(good), what);
      }
      for (const name of ["personal", "cli", "scim", "audit", "identity"] as const) {
        const response = await send(caller, tenantId, importBody(tokens[name]));
        assertProblem(response, "CREDENTIAL_INVALID");
        assert.ok(!response.text.includes(tokens[name]), name);
      }
      for (const token of [`${good} `, `Bearer ${good}`, good.slice(3), `${good}\r\nx: y`]) {
        assertProblem(await send(caller, tenantId, importBody(token)), "CREDENTIAL_INVALID");
      }
      const unkeyed = await caller.post(`/v1/tenants/${tenantId}/connections:import`, importBody(good));
      assertProblem(unkeyed, "IDEMPOTENCY_KEY_REQUIRED");
      assert.equal(calls(), before, "the provider was called");
      assert.deepEqual(await connectionsOf(caller, tenantId), []);
    },
  );

  verifies("import.checks", "allows only actions in the service client's policy", async () => {
    const { caller } = await makeClient(fixture().server, { ...allowed, allowActions: ["doppler/secrets.get"] });
    const tenantId = await fixture().tenant(caller);
    const good = fixture().provider.tokens.serviceAccount;
    assertProblem(await send(caller, tenantId, importBody(good)), "ACTION_NOT_FOUND");
    const response = await send(caller, tenantId, importBody(good, { requestedActions: ["secrets.get"] }));
    const { connection } = response.json as ImportedConnection;
    assert.deepEqual(connection?.grantedActions, ["secrets.get"]);
    const connected = new Connected(caller, tenantId, connection.id);
    assertProblem(await connected.execute("projects.list", {}), "ACTION_NOT_FOUND");
  });

  verifies("import.refused", "stores nothing for a revoked credential, and repeats the refusal", async () => {
    const { tokens } = fixture().provider;
    const { caller, tenantId } = await importer();
    for (const token of [tokens.revoked, tokens.expired]) {
      const idempotencyKey = uniqueName("import");
      const response = await send(caller, tenantId, importBody(token), idempotencyKey);
      assertProblem(response, "CREDENTIAL_REJECTED");
      const before = calls();
      const again = await send(caller, tenantId, importBody(token), idempotencyKey);
      assert.equal(assertProblem(again, "CREDENTIAL_REJECTED").detail, response.problem().detail);
      assert.equal(again.headers["idempotent-replayed"], "true");
      assert.equal(calls(), before, "a replay called the provider");
    }
    assert.deepEqual(await connectionsOf(caller, tenantId), []);
    const query = `/v1/audit-events?type=connection.import_refused&tenant_id=${tenantId}`;
    const refused = ((await caller.get(query)).json as AuditEventList).auditEvents;
    assert.deepEqual(
      refused.map(({ data }) => data),
      [1, 2].map(() => ({ code: "PROVIDER_UNAUTHORIZED", provider: "doppler" })),
    );
  });

  verifies("import.refused", "frees the key while the provider is down", async () => {
    const { faults, tokens } = fixture().provider;
    const { caller, tenantId } = await importer();
    const idempotencyKey = uniqueName("import");
    faults.add({ match: { path: "/v3/me" }, times: "always", fault: { kind: "html_502" } });
    const down = await send(caller, tenantId, importBody(tokens.serviceAccount), idempotencyKey);
    faults.clear();
    assert.equal(assertProblem(down, "CREDENTIAL_UNVERIFIED").retryable, true);
    assert.deepEqual(await connectionsOf(caller, tenantId), []);
    const up = await send(caller, tenantId, importBody(tokens.serviceAccount), idempotencyKey);
    assert.equal(up.status, 200, up.text);
    assert.equal(up.headers["idempotent-replayed"], undefined);
  });

  verifies("import.dry-run", "calls the provider, and creates no connection", async () => {
    const { tokens } = fixture().provider;
    const { caller, tenantId } = await importer();
    const credentials = async (): Promise<number | undefined> =>
      (await everyRow(fixture().server.home))["credentials"]?.length;
    const [before, stored] = [calls(), await credentials()];
    const tried = await send(caller, tenantId, importBody(tokens.serviceAccount, { dryRun: true }));
    assert.equal(tried.status, 200, tried.text);
    const { connection, dryRun, account } = tried.json as ImportedConnection;
    assert.deepEqual([connection, dryRun, account.name], [null, true, "Harbor Works"]);
    assert.equal(calls(), before + 1);
    const revoked = importBody(tokens.revoked, { dryRun: true });
    assertProblem(await send(caller, tenantId, revoked), "CREDENTIAL_REJECTED");
    assert.deepEqual(await connectionsOf(caller, tenantId), []);
    const events = ((await caller.get(`/v1/events?tenant_id=${tenantId}`)).json as EventList).events;
    assert.deepEqual(
      events.filter(({ type }) => type.startsWith("connection.")),
      [],
    );
    assert.equal(await credentials(), stored);
  });

  verifies("import.once", "creates one connection for many requests with one key", async () => {
    const { tokens } = fixture().provider;
    const { caller, tenantId } = await importer();
    const idempotencyKey = uniqueName("import");
    const body = importBody(tokens.serviceAccount);
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(caller, tenantId, body, idempotencyKey)));
    for (const { status, text } of responses) assert.ok([200, 409].includes(status), text);
    const again = await send(caller, tenantId, body, idempotencyKey);
    assert.equal(again.headers["idempotent-replayed"], "true");
    const [only, ...others] = await connectionsOf(caller, tenantId);
    assert.deepEqual(others, []);
    assert.deepEqual((again.json as ImportedConnection).connection, only);
    const before = calls();
    for (const other of [
      importBody(tokens.serviceReadWrite),
      importBody(tokens.serviceAccount, { dryRun: true }),
      importBody(tokens.serviceAccount, { requestedActions: ["secrets.get"] }),
    ]) {
      assertProblem(await send(caller, tenantId, other, idempotencyKey), "IDEMPOTENCY_KEY_REUSED");
    }
    assert.equal(calls(), before);
    assert.equal((await connectionsOf(caller, tenantId)).length, 1);
  });

  verifies("import.bounds", "accepts 16 KiB, and 60 imports at once", async () => {
    const { caller, tenantId } = await importer();
    const long = importBody(`dp.sa.${"a".repeat(16 * 1024)}`);
    assertProblem(await send(caller, tenantId, long), "PAYLOAD_TOO_LARGE");
    const body = importBody(fixture().provider.tokens.revoked, { dryRun: true });
    let limited: HttpResponse | null = null;
    let sent = 0;
    while (limited === null && sent < 400) {
      const batch = await Promise.all(Array.from({ length: 4 }, () => send(caller, tenantId, body)));
      sent += batch.length;
      limited = batch.find(({ status }) => status === 429) ?? null;
    }
    assert.ok(limited !== null, "never limited");
    assertProblem(limited, "RATE_LIMITED");
    assert.ok(Number(limited.headers["retry-after"]) >= 1);
    assert.ok(sent >= 60, `limited after ${sent}`);
  });

  verifies("import.quiet", "repeats no credential, whichever field contained it", async () => {
    const { tokens } = fixture().provider;
    const { caller, tenantId } = await importer();
    const token = tokens.serviceAccount;
    const secret = token.slice(-20);
    const body = importBody(token);
    const responses = [
      await send(caller, tenantId, body),
      await send(caller, tenantId, { ...body, [token]: 1 }),
      await send(caller, tenantId, { ...body, credential: { [token]: token } }),
      await send(caller, tenantId, { ...body, credential: { access_token: { [token]: 1 } } }),
      await send(caller, tenantId, { ...body, credential: [token] }),
      await send(caller, tenantId, `{"credential":{"${token}":1,"${token}":2}}`),
      await send(caller, tenantId, importBody(`${token}x`.repeat(2))),
    ];
    for (const { text } of responses) assert.ok(!text.includes(secret), text);
    for (const [table, rows] of Object.entries(await everyRow(fixture().server.home))) {
      for (const row of rows) assert.ok(!row.includes(secret), table);
    }
    assert.ok(!fixture().server.log().includes(secret), "the log contains the credential");
  });
});
