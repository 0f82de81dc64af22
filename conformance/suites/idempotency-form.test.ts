/** Idempotency keys: their format, where they are required, and their scope. */
import assert from "node:assert/strict";
import type {
  CreatedConnectSession,
  CreatedDelegatedToken,
  CreatedWebhookEndpoint,
  DelegatedTokenList,
  ExecutionList,
  Tenant,
  WebhookEndpointList,
} from "@svc/contract";
import {
  assertProblem,
  Caller,
  makeClient,
  operateJson,
  devConfig,
  sessionBody,
  suite,
  uniqueName,
  verifies,
  type HttpResponse,
} from "../harness/index.ts";

suite("idempotency keys", (fixture) => {
  const create = (
    caller: Caller,
    key: string | null,
    externalId: string,
    more: readonly string[] = [],
  ): Promise<HttpResponse> =>
    caller.post(
      "/v1/tenants",
      { externalId, displayName: "Keyed" },
      {
        ...(key === null ? {} : { idempotencyKey: key }),
        headers: more.map((value) => ["idempotency-key", value] as const),
      },
    );

  verifies("idempotency.form", "accepts every visible ASCII character, up to 255", async () => {
    const { caller } = fixture();
    const visible = Array.from({ length: 0x7e - 0x21 + 1 }, (_, index) => String.fromCharCode(0x21 + index)).join("");
    for (const key of ["a", "x".repeat(255), visible.replace('"', ""), "a:b/c?d=e&f", "'quoted'", "a,b"]) {
      assert.equal((await create(caller, key, uniqueName("form"))).status, 201, key);
    }
  });

  verifies(
    "idempotency.form",
    "answers 400 to malformed, empty, too long and repeated keys, and creates nothing",
    async () => {
      const { caller } = await makeClient(fixture().server);
      const wrong = ["", '""', "a b", "x".repeat(256), "ä", "a\tb", '"a b"', `"${"x".repeat(256)}"`];
      for (const key of wrong) assertProblem(await create(caller, key, "never"), "IDEMPOTENCY_KEY_INVALID");
      assertProblem(await create(caller, "twice", "never", ["twice"]), "IDEMPOTENCY_KEY_INVALID");
      assertProblem(await create(caller, "one", "never", ["two"]), "IDEMPOTENCY_KEY_INVALID");
      const list = (await caller.get("/v1/tenants")).json as { tenants: Tenant[] };
      assert.deepEqual(list.tenants, []);
    },
  );

  verifies("idempotency.form", "treats a quoted key and a bare one as the same", async () => {
    const { caller } = fixture();
    const [key, externalId] = [uniqueName("quoted"), uniqueName("quoted")];
    const bare = await create(caller, key, externalId);
    const quoted = await create(caller, `"${key}"`, externalId);
    assert.deepEqual([quoted.status, quoted.json], [201, bare.json]);
    assert.equal(quoted.headers["idempotent-replayed"], "true");
  });

  verifies("idempotency.required", "answers 400 without a key, and does nothing", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const before = provider.ledger.requests.length;
    const base = `/v1/tenants/${connected.tenantId}`;
    const refused = [
      await create(caller, null, uniqueName("none")),
      await caller.post(`${base}/connect-sessions`, sessionBody()),
      await caller.post(`${connected.path}:test`),
      await connected.execute("secrets.set", { ...devConfig, name: "NONE", value: "v" }),
      await connected.execute("secrets.delete", { ...devConfig, name: "STRIPE_KEY" }),
    ];
    for (const response of refused) assertProblem(response, "IDEMPOTENCY_KEY_REQUIRED");
    assert.equal(provider.ledger.requests.length, before);
  });

  verifies("idempotency.required", "creates a token and an endpoint without a key, each time another", async () => {
    const { caller } = await fixture().another();
    const tenant_id = await fixture().tenant(caller);
    const bodies = {
      "delegated-tokens": () => ({ tenant_id, actions: ["doppler/*"] }),
      "webhook-endpoints": () => ({ url: `https://127.0.0.1:1/${uniqueName("hook")}`, eventTypes: ["*"] }),
    };
    for (const [path, body] of Object.entries(bodies)) {
      const made = [await caller.post(`/v1/${path}`, body()), await caller.post(`/v1/${path}`, body())];
      for (const { status, headers, text } of made) {
        assert.deepEqual([status, headers["idempotent-replayed"]], [201, undefined], text);
      }
      assert.equal(new Set(made.map(({ json }) => (json as { id: string }).id)).size, 2);
    }
  });

  verifies("idempotency.reads", "ignores a key sent with reads", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const idempotencyKey = uniqueName("read");
    const [one, two] = [
      await connected.run("secrets.names.list", devConfig, { idempotencyKey }),
      await connected.run("secrets.get", { ...devConfig, name: "STRIPE_KEY" }, { idempotencyKey }),
    ];
    assert.notEqual(one.execution.id, two.execution.id);
    const again = await connected.execute("secrets.names.list", devConfig, { idempotencyKey });
    assert.equal(again.headers["idempotent-replayed"], undefined);
    const written = await connected.set("AFTER_READS", idempotencyKey);
    assert.equal(written.status, 200, "a read used the key up");
    const before = provider.ledger.requests.length;
    await connected.run("secrets.names.list", devConfig, { idempotencyKey });
    assert.ok(provider.ledger.requests.length > before, "a read was replayed");
    const path = `/v1/tenants/${connected.tenantId}/action-executions?idempotencyKey=${idempotencyKey}`;
    const { executions } = (await caller.get(path)).json as ExecutionList;
    assert.deepEqual(
      executions.map(({ action_id }) => action_id),
      ["secrets.set"],
    );
  });

  verifies("idempotency.replay", "replays the responses of create tenant, create session and test", async () => {
    const { caller, provider } = fixture();
    const [key, externalId] = [uniqueName("replay"), uniqueName("replay")];
    const made = await create(caller, key, externalId);
    for (let count = 0; count < 3; count++) {
      const again = await create(caller, key, externalId);
      assert.deepEqual([again.status, again.json], [201, made.json]);
      assert.equal(again.headers["idempotent-replayed"], "true");
      assert.equal(again.headers["location"], made.headers["location"]);
    }
    assert.equal(made.headers["idempotent-replayed"], undefined);
    const connected = await fixture().connected();
    const test = (): Promise<HttpResponse> => caller.post(`${connected.path}:test`, undefined, { idempotencyKey: key });
    const first = await test();
    const before = provider.ledger.requests.length;
    const again = await test();
    assert.deepEqual(again.json, first.json);
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.equal(provider.ledger.requests.length, before, "a replay called the provider");
  });

  verifies("idempotency.kept", "replays a refusal after the claim: TENANT_EXISTS", async () => {
    const { caller } = fixture();
    const externalId = uniqueName("kept");
    const first = (await create(caller, uniqueName("kept"), externalId)).json as Tenant;
    const key = uniqueName("kept");
    const refused = assertProblem(await create(caller, key, externalId), "TENANT_EXISTS");
    assert.equal((await caller.delete(`/v1/tenants/${first.id}`)).status, 204);
    const again = await create(caller, key, externalId);
    assert.equal(assertProblem(again, "TENANT_EXISTS").tenant_id, refused.tenant_id);
    assert.equal(again.headers["idempotent-replayed"], "true");
  });

  verifies("idempotency.not-kept", "leaves the key of a malformed request unused", async () => {
    const { caller } = fixture();
    const idempotencyKey = uniqueName("typo");
    assertProblem(await caller.post("/v1/tenants", { externalId: 1 }, { idempotencyKey }), "INVALID_REQUEST");
    assert.equal((await create(caller, idempotencyKey, uniqueName("typo"))).status, 201);
    const path = `/v1/tenants/${await fixture().tenant()}/connect-sessions`;
    const session = (fields: Record<string, unknown>) => caller.post(path, sessionBody(fields), { idempotencyKey });
    assertProblem(await session({ allowedOrigin: "https://nobody.example" }), "ORIGIN_NOT_REGISTERED");
    assertProblem(await session({ provider: "nowhere" }), "PROVIDER_NOT_AVAILABLE");
    assert.equal((await session({})).status, 201);
  });

  verifies("idempotency.session-token", "replays a session without its token", async () => {
    const { caller } = fixture();
    const path = `/v1/tenants/${await fixture().tenant()}/connect-sessions`;
    const options = { idempotencyKey: uniqueName("session") };
    const first = await caller.post(path, sessionBody(), options);
    const { token, connectLink: _link, ...session } = first.json as CreatedConnectSession & { token: string };
    for (let count = 0; count < 2; count++) {
      const again = await caller.post(path, sessionBody(), options);
      assert.equal(again.status, 201);
      assert.deepEqual(again.json, session);
      assert.ok(!again.text.includes(token));
      assert.equal(again.headers["idempotent-replayed"], "true");
    }
  });

  verifies(
    "idempotency.created-secret",
    "replays a delegated token without the token, and creates no other",
    async () => {
      const { caller } = fixture();
      const tenantId = await fixture().tenant();
      const body = { tenant_id: tenantId, label: "keyed" };
      const options = { idempotencyKey: uniqueName("token") };
      const create = (): Promise<HttpResponse> => caller.post("/v1/delegated-tokens", body, options);
      const responses = await Promise.all([create(), create(), create()]);
      const first = responses.find(({ headers }) => headers["idempotent-replayed"] === undefined);
      assert.ok(first !== undefined);
      const { token, ...shown } = first.json as Required<CreatedDelegatedToken>;
      assert.match(token, /^svc_dt_/);
      for (const again of [await create(), ...responses.filter((response) => response !== first)]) {
        assert.deepEqual([again.status, again.json], [201, shown]);
        assert.equal(again.headers["idempotent-replayed"], "true");
        assert.equal(again.headers["location"], first.headers["location"]);
      }
      const list = (await caller.get(`/v1/delegated-tokens?tenant_id=${tenantId}`)).json as DelegatedTokenList;
      assert.deepEqual(
        list.delegatedTokens.map(({ id }) => id),
        [shown.id],
      );
      const wider = { ...body, label: "other" };
      assertProblem(await caller.post("/v1/delegated-tokens", wider, options), "IDEMPOTENCY_KEY_REUSED");
    },
  );

  verifies(
    "idempotency.created-secret",
    "replays a webhook endpoint without its secret, and creates no other",
    async () => {
      const { caller } = await makeClient(fixture().server);
      const body = { url: "https://127.0.0.1:1/keyed", eventTypes: ["webhook_endpoint.test"] };
      const options = { idempotencyKey: uniqueName("endpoint") };
      const create = (): Promise<HttpResponse> => caller.post("/v1/webhook-endpoints", body, options);
      const responses = await Promise.all([create(), create(), create()]);
      const first = responses.find(({ headers }) => headers["idempotent-replayed"] === undefined);
      assert.ok(first !== undefined);
      const { secret, ...shown } = first.json as Required<CreatedWebhookEndpoint>;
      assert.match(secret, /^whsec_/);
      for (const again of [await create(), ...responses.filter((response) => response !== first)]) {
        assert.deepEqual([again.status, again.json], [201, shown]);
        assert.equal(again.headers["idempotent-replayed"], "true");
        assert.equal(again.headers["location"], first.headers["location"]);
      }
      const list = (await caller.get("/v1/webhook-endpoints")).json as WebhookEndpointList;
      assert.deepEqual(
        list.webhookEndpoints.map(({ id }) => id),
        [shown.id],
      );
    },
  );

  verifies("idempotency.canonical", "ignores order, spaces and escapes", async () => {
    const { caller } = fixture();
    const externalId = uniqueName("canon");
    const spellings = [
      `{"externalId":"${externalId}","displayName":"é/1"}`,
      ` { "displayName" : "\\u00e9\\/1" , "externalId" : "${externalId}" } `,
    ];
    const key = uniqueName("canon");
    for (const body of spellings) {
      const response = await caller.send("POST", "/v1/tenants", body, { idempotencyKey: key });
      assert.equal(response.status, 201, response.text);
    }
    const composed = `{"externalId":"${externalId}","displayName":"e\u0301/1"}`;
    assertProblem(
      await caller.send("POST", "/v1/tenants", composed, { idempotencyKey: key }),
      "IDEMPOTENCY_KEY_REUSED",
    );
  });

  verifies("idempotency.scope", "scopes a key to client and tenant, not to the service key", async () => {
    const { caller, server } = fixture();
    const other = await makeClient(server);
    const key = uniqueName("scope");
    const one = await fixture().connected();
    const two = await fixture().connected();
    const foreign = await fixture().connected({ caller: other.caller });
    const ids = new Set<string>();
    for (const connected of [one, two, foreign]) {
      const response = await connected.set("SCOPED", key);
      assert.equal(response.status, 200, response.text);
      assert.equal(response.headers["idempotent-replayed"], undefined);
      ids.add((response.json as { execution: { id: string } }).execution.id);
    }
    assert.equal(ids.size, 3);
    assert.equal((await create(caller, key, uniqueName("scope"))).status, 201, "a key without a tenant is separate");
    const rotated = await operateJson<{ key: string }>(server, ["service-clients", "rotate-key", other.id]);
    const again = await foreign.by(new Caller(server.http, rotated.key)).set("SCOPED", key);
    assert.equal(again.status, 200, again.text);
    assert.equal(again.headers["idempotent-replayed"], "true");
  });

  verifies("idempotency.reused", "answers 422 to another body, path or method, and does nothing", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const key = uniqueName("reused");
    assert.equal((await connected.set("REUSED", key)).status, 200);
    const before = provider.ledger.requests.length;
    const base = `/v1/tenants/${connected.tenantId}`;
    const sibling = await fixture().connected({ tenantId: connected.tenantId });
    const calls = provider.ledger.requests.length;
    assert.ok(calls > before);
    const others = [
      await connected.set("REUSED", key, "another value"),
      await connected.set("OTHER", key),
      await connected.execute("secrets.delete", { ...devConfig, name: "REUSED" }, { idempotencyKey: key }),
      await sibling.set("REUSED", key),
      await caller.post(`${base}/connect-sessions`, sessionBody(), { idempotencyKey: key }),
      await caller.post(`${connected.path}:test`, undefined, { idempotencyKey: key }),
    ];
    for (const response of others) assertProblem(response, "IDEMPOTENCY_KEY_REUSED");
    assert.equal(provider.ledger.requests.length, calls);
    const kept = await connected.set("REUSED", key);
    assert.equal(kept.status, 200);
    assert.equal(kept.headers["idempotent-replayed"], "true");
  });
});
