/** Routes: known and unknown ones, and the properties of every response. */
import assert from "node:assert/strict";
import { errorCodes, type Action, type Provider, type ProviderPage } from "@svc/contract";
import { assertProblem, everyAction, suite, until, verifies, type HttpResponse } from "../harness/index.ts";

suite("routes", (fixture) => {
  const get = (path: string, headers: readonly (readonly [string, string])[] = []): Promise<HttpResponse> =>
    fixture().server.http.send({ method: "GET", path, headers });

  verifies(
    "routes.unknown",
    "answers 404 to an unknown verb or path and 405 to another method, and does nothing",
    async () => {
      const { caller, provider } = fixture();
      const connected = await fixture().connected();
      const tenant = `/v1/tenants/${connected.tenantId}`;
      const before = provider.ledger.requests.length;
      const unknown: readonly (readonly [method: string, path: string])[] = [
        ["POST", `${connected.path}:destroy`],
        ["POST", `${connected.path}:TEST`],
        ["POST", `${connected.path}/:test`],
        ["POST", `${connected.path}:test:test`],
        ["POST", `${connected.path}:test/`],
        ["POST", `${connected.path}/actions/secrets.get`],
        ["POST", `${connected.path}/actions/secrets.get:run`],
        ["POST", `${tenant}/connect-sessions/cs_01k0000000e8r9m2p4s6t8w0y2:renew`],
        ["POST", `${tenant}/action-executions/act_01k0000000e8r9m2p4s6t8w0y2:retry`],
        ["GET", "/v1"],
        ["GET", "/v2/tenants"],
        ["GET", "/V1/tenants"],
        ["GET", "/v1/tenants/"],
        ["GET", "/v1//tenants"],
        ["GET", "/v1/tenants/%2e%2e/service-client"],
        ["GET", "/nothing-here"],
        ["GET", "/%"],
        ["GET", "/v1/tenants/%ff"],
        ["GET", "/v1/tenants/%zz"],
        ["GET", "/v1/tenants/ten_%2Fx"],
        ["POST", "/v1/webhook-endpoints/a%2Fb:test"],
        ["GET", "/*"],
        ["GET", `/v1/tenants/${"a".repeat(400)}`],
      ];
      for (const [method, path] of unknown) {
        const response = await caller.send(method, path, undefined, { idempotencyKey: "unknown-route" });
        assert.equal(response.status, 404, `${method} ${path} answered ${response.status} ${response.text}`);
      }
      for (const [method, path, allow] of [
        ["POST", "/v1/service-client", "GET, HEAD"],
        ["PUT", "/v1/tenants", "GET, HEAD, POST"],
        ["DELETE", "/v1/tenants?limit=1", "GET, HEAD, POST"],
        ["TRACE", "/v1/tenants", "GET, HEAD, POST"],
        ["GET", `${connected.path}:test`, "POST"],
        ["PATCH", connected.path, "DELETE, GET, HEAD"],
        ["OPTIONS", `${connected.path}/actions/secrets.get:execute`, "POST"],
        ["PUT", "/mcp", "GET, POST"],
        ["OPTIONS", `${tenant}/mcp/`, "GET, POST"],
      ] as const) {
        const response = await caller.send(method, path, undefined, { idempotencyKey: "unknown-method" });
        assertProblem(response, "METHOD_NOT_ALLOWED");
        assert.equal(response.headers["allow"], allow, `${method} ${path}`);
      }
      assert.equal(provider.ledger.requests.length, before);
    },
  );

  verifies("routes.accept", "answers JSON to any `Accept` header that allows it, and to none", async () => {
    const { caller } = fixture();
    const tenantId = await fixture().tenant();
    for (const accept of ["application/json", "*/*", "application/*;q=0.5", "text/html, */*;q=0.1", undefined]) {
      const headers = accept === undefined ? [] : [["accept", accept] as const];
      const response = await caller.send("GET", `/v1/tenants/${tenantId}`, undefined, { headers });
      assert.deepEqual([response.status, response.headers["content-type"]?.split(";")[0]], [200, "application/json"]);
    }
  });

  verifies("routes.no-credential", "has no path for credentials, a proxy or bulk reads", async () => {
    const { caller, provider } = fixture();
    const connected = await fixture().connected();
    const before = provider.ledger.requests.length;
    const suffixes = ["credential", "credentials", "token", "access_token", "secret", "secrets", "reveal", "export"];
    for (const suffix of [...suffixes, "proxy", "proxy/v3/me", "v3/me", "request"]) {
      for (const separator of ["/", ":"]) {
        for (const method of ["GET", "POST"]) {
          const response = await caller.send(method, `${connected.path}${separator}${suffix}`);
          assert.equal(response.status, 404, `${method} ${separator}${suffix}`);
        }
      }
    }
    for (const path of ["/v1/proxy", "/v1/credentials", "/v1/vault", "/v1/connections", "/proxy", "/v3/me"]) {
      assertProblem(await caller.get(path), "NOT_FOUND");
    }
    assert.equal(provider.ledger.requests.length, before);
  });

  verifies("routes.no-credential", "documents no response with a field for a credential", async () => {
    const { document } = fixture().server.api;
    const responses = JSON.stringify(fixture().server.api.operations.map(({ operation }) => operation["responses"]));
    const schemas = (document["components"] as { schemas: Record<string, unknown> }).schemas;
    const published = Object.entries(schemas).filter(([name]) => responses.includes(`/schemas/${name}"`));
    assert.ok(published.length > 5);
    const names = new Set<string>();
    for (const [, schema] of published) {
      for (const [, name = ""] of JSON.stringify(schema).matchAll(/"(\w+)":\{"/g)) names.add(name.toLowerCase());
    }
    for (const name of ["access_token", "accesstoken", "credential", "refresh_token", "apikey", "servicekey"]) {
      assert.ok(!names.has(name), `a response has a field ${name}`);
    }
  });

  verifies("routes.health", "reports alive and ready, and names the sandbox", async () => {
    const alive = await get("/healthz");
    assert.deepEqual([alive.status, alive.json], [200, { status: "ok" }]);
    const ready = await get("/readyz");
    assert.deepEqual([ready.status, ready.json], [200, { status: "ready", sandbox: true }]);
    for (const response of [alive, ready, await get("/nothing-here")]) {
      assert.equal(response.headers["x-svc-sandbox"], "true");
    }
  });

  verifies("routes.docs", "llms.txt links to pages that exist, each also as Markdown", async () => {
    const { server } = fixture();
    const index = await get("/llms.txt");
    assert.equal(index.status, 200);
    assert.match(index.text, /^# \S+/);
    assert.match(index.text, /^> /m);
    const links = [...index.text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    const own = links.filter((link) => link.startsWith(server.url)).map((link) => link.slice(server.url.length));
    assert.ok(own.length > 3, "llms.txt has no links of its own");
    for (const path of own) assert.equal((await get(path)).status, 200, path);
    const full = await get("/llms-full.txt");
    assert.equal(full.status, 200);
    for (const action of everyAction) assert.ok(full.text.includes(action), `${action} is not in llms-full.txt`);
    for (const name of ["none", "none.md", ".md", "none/", "QUICKSTART", "..%2fREADME", "a".repeat(400)]) {
      assertProblem(await get(`/docs/${name}`), "NOT_FOUND");
    }
    for (const [path, target] of [
      ["/docs", "/"],
      ["/docs/", "/"],
      ["/docs.md", "/index.md"],
      ["/docs/quickstart/", "/docs/quickstart"],
    ] as const) {
      const moved = await get(path);
      assert.deepEqual([moved.status, moved.headers["location"]], [308, target]);
    }
    const description = (await get("/openapi.json")).json as { openapi: string; servers: { url: string }[] };
    assert.match(description.openapi, /^3\.1\./);
    assert.equal(description.servers[0]?.url, server.url);
  });

  verifies("responses.errors", "every code has a page, and problems link to it", async () => {
    const { server, caller } = fixture();
    const problem = assertProblem(await caller.get("/nothing-here"), "NOT_FOUND");
    assert.equal(problem.type, `${server.url}/docs/errors/NOT_FOUND`);
    for (const code of errorCodes) {
      const page = await get(`/docs/errors/${code}`);
      assert.equal(page.status, 200, code);
      assert.ok(page.text.includes(code), `the page of ${code} does not name it`);
      assert.equal((await get(`/docs/errors/${code}.md`)).status, 200, code);
    }
  });

  verifies("responses.request-id", "keeps a caller's id, and replaces a malformed one", async () => {
    const kept = ["a", "Req_1-2", "x".repeat(64)];
    for (const id of kept) {
      const response = await get("/v1/tenants", [["x-request-id", id]]);
      assert.equal(response.headers["x-request-id"], id);
      assert.equal(response.problem().requestId, id);
    }
    for (const id of ["", " ", "a b", "x".repeat(65), "a/b", "ä", "a;b", "<b>"]) {
      const own = (await get("/healthz", [["x-request-id", id]])).headers["x-request-id"] ?? "";
      assert.match(own, /^[A-Za-z0-9_-]{1,64}$/);
      assert.notEqual(own, id);
    }
    const [one, two] = [await get("/healthz"), await get("/healthz")];
    assert.notEqual(one.headers["x-request-id"], two.headers["x-request-id"]);
  });

  verifies("catalog.public", "shows every provider and action with its schemas to anyone", async () => {
    const list = await get("/api/catalog/v1/providers");
    assert.equal(list.status, 200);
    const { providers } = list.json as { providers: Provider[] };
    assert.ok(providers.some(({ slug }) => slug === "doppler"));
    for (const { slug } of providers) {
      const page = (await get(`/api/catalog/v1/providers/${slug}`)).json as ProviderPage;
      assert.equal(page.slug, slug);
      for (const action of page.actions) assertAction(action, slug);
    }
    const doppler = (await get("/api/catalog/v1/providers/doppler")).json as ProviderPage;
    assert.deepEqual(doppler.actions.map(({ id }) => id).sort(), [...everyAction].sort());
    assertProblem(await get("/api/catalog/v1/providers/nowhere"), "PROVIDER_NOT_AVAILABLE");
  });

  verifies("catalog.etag", "answers 304 without a body to If-None-Match with the current ETag", async () => {
    for (const path of ["/api/catalog/v1/providers", "/api/catalog/v1/providers/doppler"]) {
      const first = await get(path);
      const { etag } = first.headers;
      assert.ok(etag !== undefined && /^(W\/)?"[^"]+"$/.test(etag), "no ETag");
      assert.ok(first.headers["cache-control"] !== undefined, "no Cache-Control");
      for (const sent of [etag, `"other", ${etag}`, "*", `W/${etag.replace("W/", "")}`]) {
        const again = await get(path, [["if-none-match", sent]]);
        assert.deepEqual([again.status, again.text], [304, ""], sent);
        assert.equal(again.headers["etag"], etag);
      }
      for (const sent of ['"other"', "other", ""]) {
        assert.equal((await get(path, [["if-none-match", sent]])).status, 200, sent);
      }
    }
    const [list, page] = [await get("/api/catalog/v1/providers"), await get("/api/catalog/v1/providers/doppler")];
    assert.notEqual(list.headers["etag"], page.headers["etag"]);
  });
});

function assertAction(action: Action, provider: string): void {
  assert.equal(action.provider, provider);
  for (const schema of [action.inputSchema, action.outputSchema]) {
    assert.equal(schema["type"], "object", `${action.id} has no schema of an object`);
    assert.equal(schema["additionalProperties"], false, `${action.id} accepts or returns undeclared fields`);
  }
}

suite(
  "rate limit",
  (fixture) => {
    verifies("limits.rate", "limits the client over its rate, and no others", async () => {
      const { caller } = fixture();
      const other = await fixture().another();
      const responses = await Promise.all(Array.from({ length: 40 }, () => caller.get("/v1/service-client")));
      const refused = responses.filter(({ status }) => status === 429);
      assert.ok(refused.length > 0, "forty at once were all accepted");
      assert.ok(responses.some(({ status }) => status === 200));
      for (const response of refused) {
        assert.equal(assertProblem(response, "RATE_LIMITED").retryable, true);
        assert.ok(Number(response.headers["retry-after"]) >= 1);
        assert.equal(response.headers["ratelimit-remaining"], "0");
      }
      for (const response of responses) {
        assert.equal(response.headers["ratelimit-limit"], "5");
        assert.match(response.headers["ratelimit-reset"] ?? "", /^\d+$/);
      }
      assert.equal((await other.caller.get("/v1/service-client")).status, 200);
    });
  },
  { env: { SVC_RATE_LIMIT_RPS: "5" } },
);

suite(
  "concurrency per connection",
  (fixture) => {
    verifies("limits.concurrency", "runs two, and tells the others to wait without using their keys", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const sibling = await fixture().connected({ tenantId: connected.tenantId });
      provider.faults.add({ match: { method: "POST" }, times: 3, fault: { kind: "hold", when: "before_effect" } });
      const names = Array.from({ length: 6 }, (_, index) => `CONCURRENT_${index}`);
      const running = names.map((name) => connected.set(name, name));
      let refused = 0;
      for (const call of running) void call.then(() => (refused += 1));
      const beside = sibling.set("BESIDE", "beside");
      await until(60_000, "four must wait, and another connection's request doesn't", () =>
        refused === 4 && provider.held === 3 ? true : null,
      );
      provider.release();
      const responses = await Promise.all(running);
      assert.equal((await beside).status, 200, "another connection has to wait");
      assert.equal(responses.filter(({ status }) => status === 200).length, 2);
      for (const [index, response] of responses.entries()) {
        if (response.status === 200) continue;
        assert.equal(assertProblem(response, "RATE_LIMITED").retryable, true);
        assert.ok(Number(response.headers["retry-after"]) >= 1);
        const name = names[index] ?? "";
        const again = await connected.set(name, name);
        assert.equal(again.status, 200, again.text);
        assert.equal(again.headers["idempotent-replayed"], undefined);
      }
    });
  },
  { env: { SVC_CONCURRENCY_PER_CONNECTION: "2" } },
);
