/** The actions that a tenant can use: the public catalog, the deployment's choice, and the client's policy. */
import assert from "node:assert/strict";
import type { ActionList, ProviderPage, TenantProviderList } from "@svc/contract";
import {
  assertProblem,
  everyAction,
  makeClient,
  devConfig,
  sessionBody,
  suite,
  uniqueName,
  until,
  verifies,
  type HttpResponse,
  type Caller,
} from "../harness/index.ts";

/** The ids in a tenant's listing, in order. */
async function listed(caller: Caller, tenantId: string): Promise<readonly string[]> {
  const response = await caller.get(`/v1/tenants/${tenantId}/providers/doppler/actions`);
  assert.equal(response.status, 200, response.text);
  return (response.json as ActionList).actions.map(({ id }) => id).sort();
}

async function assertNothing(caller: Caller, tenantId: string): Promise<void> {
  const base = `/v1/tenants/${tenantId}/providers`;
  assert.deepEqual((await caller.get(base)).json, { providers: [] });
  for (const path of ["doppler", "doppler/actions", "doppler/actions/secrets.get"]) {
    assertProblem(await caller.get(`${base}/${path}`), "PROVIDER_NOT_AVAILABLE");
  }
  const session = await caller.post(`/v1/tenants/${tenantId}/connect-sessions`, sessionBody(), {
    idempotencyKey: uniqueName("nothing"),
  });
  assertProblem(session, "PROVIDER_NOT_AVAILABLE");
}

suite("effective catalog", (fixture) => {
  verifies("catalog.effective", "shows the public catalog in all four listings if everything is allowed", async () => {
    const { caller, server } = fixture();
    const base = `/v1/tenants/${await fixture().tenant()}/providers`;
    const page = (await server.http.send({ method: "GET", path: "/api/catalog/v1/providers/doppler" }))
      .json as ProviderPage;
    const { actions, events, ...about } = page;
    const { providers } = (await caller.get(base)).json as TenantProviderList;
    assert.deepEqual(
      providers.find(({ slug }) => slug === "doppler"),
      { ...about, available: true },
    );
    assert.deepEqual((await caller.get(`${base}/doppler`)).json, {
      ...about,
      available: true,
      actions,
      events,
    });
    assert.deepEqual((await caller.get(`${base}/doppler/actions`)).json, { actions });
    for (const action of actions) {
      assert.deepEqual((await caller.get(`${base}/doppler/actions/${action.id}`)).json, action);
    }
    assertProblem(await caller.get(`${base}/nowhere`), "PROVIDER_NOT_AVAILABLE");
    assertProblem(await caller.get(`${base}/doppler/actions/secrets.burn`), "ACTION_NOT_FOUND");
  });

  verifies("catalog.effective", "restricts listings, sessions and executions by the same policy", async () => {
    const { server } = fixture();
    const policies: readonly (readonly [readonly string[], readonly string[]])[] = [
      [["*/*"], [...everyAction].sort()],
      [["doppler/secrets.get"], ["secrets.get"]],
      [["doppler/secrets.*"], everyAction.filter((id) => id.startsWith("secrets.")).sort()],
      [
        ["doppler/secrets.get", "doppler/projects.list", "github/*"],
        ["projects.list", "secrets.get"],
      ],
    ];
    for (const [allowActions, expected] of policies) {
      const { caller } = await makeClient(server, { allowActions });
      const tenantId = await fixture().tenant(caller);
      assert.deepEqual(await listed(caller, tenantId), expected);
      for (const id of everyAction) {
        const action = await caller.get(`/v1/tenants/${tenantId}/providers/doppler/actions/${id}`);
        assert.equal(action.status, expected.includes(id) ? 200 : 404, id);
        const session = await caller.post(
          `/v1/tenants/${tenantId}/connect-sessions`,
          sessionBody({ requestedActions: [id] }),
          { idempotencyKey: uniqueName("policy") },
        );
        if (expected.includes(id)) assert.equal(session.status, 201, session.text);
        else assertProblem(session, "ACTION_NOT_FOUND");
      }
    }
  });

  verifies("catalog.effective", "shows a changed policy within a second, even for requests with an ETag", async () => {
    const { server } = fixture();
    const client = await makeClient(server, { allowActions: ["doppler/*"] });
    const path = `/v1/tenants/${await fixture().tenant(client.caller)}/providers/doppler/actions`;
    const etagOf = ({ headers }: HttpResponse): string =>
      headers["etag"]?.toString() ?? assert.fail("There is no ETag.");
    const first = await client.caller.get(path);
    const known = { headers: [["if-none-match", etagOf(first)]] as const };
    assert.equal((await client.caller.get(path, known)).status, 304);
    const update = ["service-clients", "update", client.id, "--allow-action", "doppler/secrets.get"];
    assert.equal((await server.operate(update)).exitCode, 0);
    // Twice the promised second, because the test's polling also takes time.
    const changed = await until(2000, "the narrower policy is seen", async () => {
      const response = await client.caller.get(path, known);
      return response.status === 304 ? null : response;
    });
    assert.deepEqual(
      (changed.json as ActionList).actions.map(({ id }) => id),
      ["secrets.get"],
    );
    assert.notEqual(etagOf(changed), etagOf(first));
  });

  verifies("catalog.search", "searches by words and provider, up to a limit, within the policy", async () => {
    const { server } = fixture();
    const { caller } = await makeClient(server, { allowActions: ["doppler/secrets.get", "doppler/projects.list"] });
    const tenantId = await fixture().tenant(caller);
    const inPublic = (query: string) => server.http.send({ method: "GET", path: `/api/catalog/v1/actions?${query}` });
    const idsOf = ({ json }: { json: unknown }): string[] =>
      (json as { actions: { provider: string; id: string }[] }).actions.map(({ provider, id }) => `${provider} ${id}`);
    assert.equal(idsOf(await inPublic("query=create+an+issue"))[0], "github issues.create");
    assert.ok(idsOf(await inPublic("query=list&provider=doppler")).every((id) => id.startsWith("doppler ")));
    assert.equal(idsOf(await inPublic("query=list&limit=2")).length, 2);
    const [first] = ((await inPublic("query=secrets.get")).json as { actions: object[] }).actions;
    assert.ok(first !== undefined && !("inputSchema" in first) && !("outputSchema" in first));
    for (const wrong of [
      "",
      "query=",
      "query=a&limit=51",
      "query=a&limit=0",
      "query=a&page=2",
      "query=a&provider=NO",
    ]) {
      assertProblem(await inPublic(wrong), "INVALID_REQUEST");
    }
    const path = `/v1/tenants/${tenantId}/actions?query=secret`;
    assert.deepEqual(idsOf(await caller.get(path)), ["doppler secrets.get"]);
    assert.deepEqual(idsOf(await caller.get(`/v1/tenants/${tenantId}/actions?query=create+issue`)), []);
    assertProblem(await fixture().caller.get(path), "TENANT_NOT_FOUND");
  });

  verifies("catalog.provider-absent", "hides a provider that the policy doesn't name", async () => {
    const { caller } = await makeClient(fixture().server, { allowActions: ["github/*"] });
    await assertNothing(caller, await fixture().tenant(caller));
  });

  verifies("catalog.empty-list", "allows no action, origin or return URL for empty lists", async () => {
    const { server } = fixture();
    const nothing = await makeClient(server, { allowActions: [] });
    await assertNothing(nothing.caller, await fixture().tenant(nothing.caller));
    const noOrigins = await makeClient(server, { allowedOrigins: [] });
    const noReturns = await makeClient(server, { returnUrls: [] });
    for (const [client, code] of [
      [noOrigins, "ORIGIN_NOT_REGISTERED"],
      [noReturns, "RETURN_URL_NOT_REGISTERED"],
    ] as const) {
      const path = `/v1/tenants/${await fixture().tenant(client.caller)}/connect-sessions`;
      assertProblem(await client.caller.post(path, sessionBody(), { idempotencyKey: uniqueName("none") }), code);
    }
  });

  verifies("catalog.metadata", "shows the contract's metadata for each of the six", async () => {
    const { caller } = fixture();
    const path = `/v1/tenants/${await fixture().tenant()}/providers/doppler/actions`;
    const { actions } = (await caller.get(path)).json as ActionList;
    const facts = Object.fromEntries(actions.map(({ id, effect, idempotency }) => [id, [effect, idempotency]]));
    assert.deepEqual(facts, {
      "projects.list": ["read", "safe"],
      "configs.list": ["read", "safe"],
      "secrets.names.list": ["read", "safe"],
      "secrets.get": ["read", "safe"],
      "secrets.set": ["write", "unsafe"],
      "secrets.delete": ["destructive", facts["secrets.delete"]?.[1]],
    });
    assert.ok(["idempotent", "unsafe"].includes(String(facts["secrets.delete"]?.[1])));
    for (const action of actions) {
      assert.deepEqual([action.requiredScopes, action.mcp, action.sensitiveOutput], [[], false, true], action.id);
    }
  });

  verifies("catalog.marks", "marks value and computed, and limits value to 51,200 bytes", async () => {
    const { caller } = fixture();
    const path = `/v1/tenants/${await fixture().tenant()}/providers/doppler/actions`;
    const { actions } = (await caller.get(path)).json as ActionList;
    const field = (id: string, side: "inputSchema" | "outputSchema", name: string): Record<string, unknown> => {
      const schema = actions.find((action) => action.id === id)?.[side];
      return (schema?.["properties"] as Record<string, Record<string, unknown>> | undefined)?.[name] ?? {};
    };
    const value = field("secrets.set", "inputSchema", "value");
    assert.equal(value["x-sensitive"], true);
    assert.equal(value["x-maxBytes"], 51_200);
    assert.equal(value["maxLength"], undefined, "a limit in characters is a different one");
    assert.equal(field("secrets.get", "outputSchema", "computed")["x-sensitive"], true);
    for (const id of ["secrets.get", "secrets.set", "secrets.delete"]) {
      assert.equal(field(id, "inputSchema", "name")["pattern"], "^[A-Z_][A-Z0-9_]{0,199}$");
    }
    assert.deepEqual(field("secrets.set", "inputSchema", "visibility")["enum"], ["masked", "unmasked", "restricted"]);
  });
});

suite("disabled actions", (fixture) => {
  verifies("catalog.disabled", "omits disabled actions after a restart, and answers 404 at execute", async () => {
    const connected = await fixture().connected();
    await fixture().restart({ SVC_ENABLED_ACTIONS: "doppler/secrets.get, doppler/projects.*,nowhere/*" });
    const { caller, provider } = fixture();
    const now = connected.by(caller);
    assert.deepEqual(await listed(caller, connected.tenantId), ["projects.list", "secrets.get"]);
    const before = provider.ledger.requests.length;
    assertProblem(await now.set("DISABLED", uniqueName("key")), "ACTION_NOT_FOUND");
    const gone = { ...devConfig, name: "STRIPE_KEY" };
    const options = { idempotencyKey: uniqueName("key") };
    assertProblem(await now.execute("secrets.delete", gone, options), "ACTION_NOT_FOUND");
    assertProblem(await now.execute("secrets.burn", gone, options), "ACTION_NOT_FOUND");
    assert.equal(provider.ledger.requests.length, before);
    assert.equal((await now.execute("secrets.get", gone)).status, 200);
  });

  verifies("catalog.disabled", "hides a provider without enabled actions", async () => {
    await fixture().restart({ SVC_ENABLED_ACTIONS: "nowhere/*" });
    await assertNothing(fixture().caller, await fixture().tenant());
  });

  verifies("catalog.public-all", "still lists all six in the public catalog", async () => {
    const { http } = fixture().server;
    const page = (await http.send({ method: "GET", path: "/api/catalog/v1/providers/doppler" })).json as ProviderPage;
    assert.deepEqual(page.actions.map(({ id }) => id).sort(), [...everyAction].sort());
  });
});
