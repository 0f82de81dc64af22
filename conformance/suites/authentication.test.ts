/** Authentication: malformed, misplaced, revoked and rotated keys. */
import assert from "node:assert/strict";
import type { ServiceClient } from "@svc/contract";
import {
  assertProblem,
  Caller,
  makeClient,
  operateJson,
  suite,
  uniqueName,
  until,
  updateClient,
  verifies,
  type HttpResponse,
} from "../harness/index.ts";
import { signInPage } from "./agent-sign-in-fixture.ts";

/** Every operation that needs a service key, with well-formed ids in its path. */
function protectedRequests(operations: readonly { template: string; method: string; operation: object }[]) {
  const ids: Readonly<Record<string, string>> = {
    tenant_id: "ten_01k0000000e8r9m2p4s6t8w0y2",
    session_id: "cs_01k0000000e8r9m2p4s6t8w0y2",
    connection_id: "con_01k0000000e8r9m2p4s6t8w0y2",
    execution_id: "act_01k0000000e8r9m2p4s6t8w0y2",
    slug: "doppler",
    action_id: "secrets.get",
  };
  return operations
    .filter(({ operation }) => JSON.stringify(operation).includes('"serviceKey"'))
    .map(({ template, method }) => ({
      method: method.toUpperCase(),
      path: template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? name),
    }));
}

suite("authentication", (fixture) => {
  const assertRefused = (response: HttpResponse, what: string, challenge = "Bearer"): void => {
    assert.equal(response.status, 401, `${what}: ${response.text}`);
    assertProblem(response, "UNAUTHENTICATED");
    assert.equal(response.headers["www-authenticate"], challenge, what);
  };
  /** How a host signs in at an MCP address (RFC 9728). */
  const challengeAt = (path: string, isTokenRefused = false): string => {
    const document = `${fixture().server.url}/.well-known/oauth-protected-resource${path}`;
    const error = isTokenRefused ? 'error="invalid_token", ' : "";
    return path.endsWith("/mcp") ? `Bearer ${error}resource_metadata="${document}"` : "Bearer";
  };
  const withHeader = (...values: readonly string[]): Promise<HttpResponse> =>
    fixture().server.http.send({
      method: "GET",
      path: "/v1/service-client",
      headers: values.map((value) => ["authorization", value] as const),
    });

  verifies("auth.required", "requires the key for every operation that documents it", async () => {
    const { server } = fixture();
    const { id: clientId } = fixture().client;
    const message = { method: "POST", path: "/mcp" };
    assertRefused(await server.http.send(message), "without an app that has a page for sign-ins");
    await updateClient(server, clientId, "--agent-sign-in-url", signInPage);
    const requests = protectedRequests(server.api.operations);
    assert.ok(requests.length >= 18, `only ${requests.length} operations require a key`);
    for (const request of requests) {
      const { method, path } = request;
      assertRefused(await server.http.send(request), `${method} ${path}`, challengeAt(path));
    }
  });

  verifies(
    "auth.before-anything",
    "answers only 401 to a wrong key, even with a malformed body, idempotency key and id",
    async () => {
      const { server } = fixture();
      for (const request of protectedRequests(server.api.operations)) {
        const headers = [
          ["authorization", "Bearer nonsense"],
          ["content-type", "text/plain"],
          ["idempotency-key", ""],
        ] as const;
        // A line break and a quote, which must not reach a header.
        const malformed = request.path.replaceAll("01k", "%0A%22");
        const challenge = malformed === request.path ? challengeAt(request.path, true) : "Bearer";
        const path = `${malformed}?limit=bad&limit=2`;
        assertRefused(await server.http.send({ ...request, path, headers, body: "{" }), request.path, challenge);
      }
    },
  );

  verifies("auth.form", "refuses malformed keys", async () => {
    const { key } = fixture().client;
    assert.match(key, /^svc_live_[0-9A-Za-z]{48}$/);
    const flip = (at: number): string => `${key.slice(0, at)}${key[at] === "a" ? "b" : "a"}${key.slice(at + 1)}`;
    const wrong = [
      "",
      "Bearer",
      "Bearer ",
      `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
      key,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.replace("svc_live_", "svc_test_")}`,
      `Bearer ${key.replace("svc_live_", "SVC_LIVE_")}`,
      `Bearer ${key.slice("svc_live_".length)}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key}, Bearer ${key}`,
      `Token ${key}`,
      `Bearer svc_live_${"0".repeat(48)}`,
      `Bearer ${"a".repeat(5000)}`,
      ...Array.from({ length: 48 }, (_, index) => `Bearer ${flip("svc_live_".length + index)}`),
    ];
    const bodies = new Set<string>();
    for (const value of wrong) {
      const response = await withHeader(value);
      assertRefused(response, value.slice(0, 20));
      bodies.add(response.text.replace(response.headers["x-request-id"] ?? "", ""));
    }
    assert.equal(bodies.size, 1, "the responses distinguish kinds of wrong keys");
  });

  verifies("auth.form", "ignores the case of the scheme", async () => {
    const { key } = fixture().client;
    for (const scheme of ["bearer", "BEARER"]) assert.equal((await withHeader(`${scheme} ${key}`)).status, 200);
  });

  verifies("auth.header-only", "refuses a key in a query, in a body, or sent twice", async () => {
    const { server, client } = fixture();
    const { key } = client;
    for (const name of ["access_token", "token", "key", "api_key", "authorization"]) {
      assertRefused(await server.http.send({ method: "GET", path: `/v1/service-client?${name}=${key}` }), name);
      const body = { externalId: uniqueName("ext"), displayName: "No", [name]: key };
      const headers = [["content-type", "application/json"]] as const;
      assertRefused(await server.http.send({ method: "POST", path: "/v1/tenants", headers, body }), name);
    }
    assertRefused(await withHeader(`Bearer ${key}`, `Bearer ${key}`), "the same key twice");
    const other = await fixture().another();
    assertRefused(await withHeader(`Bearer ${key}`, `Bearer ${other.key}`), "two keys");
    for (const name of ["x-api-key", "x-authorization", "proxy-authorization", "cookie"]) {
      const headers = [[name, `Bearer ${key}`]] as const;
      assertRefused(await server.http.send({ method: "GET", path: "/v1/service-client", headers }), name);
    }
  });

  verifies("auth.revoked", "refuses a revoked client within a second", async () => {
    const { server } = fixture();
    const client = await makeClient(server);
    assert.equal((await client.caller.get("/v1/service-client")).status, 200);
    const ran = await server.operate(["service-clients", "revoke", client.id, "--format", "json"]);
    assert.equal(ran.exitCode, 0, ran.stderr);
    await until(1000, "the revoked client is refused", async () => {
      return (await client.caller.get("/v1/service-client")).status === 401 ? true : null;
    });
    assertRefused(await client.caller.get("/v1/service-client"), "revoked");
  });

  verifies("auth.revoked", "keeps the other keys if one is revoked", async () => {
    const { server } = fixture();
    const client = await makeClient(server);
    const added = await operateJson<{ key: string }>(server, [
      "service-clients",
      "add-key",
      client.id,
      "--key-name",
      "ci",
    ]);
    const second = new Caller(server.http, added.key);
    assert.equal((await second.get("/v1/service-client")).status, 200);
    const ran = await server.operate(["service-clients", "revoke-key", client.id, "ci", "--format", "json"]);
    assert.equal(ran.exitCode, 0, ran.stderr);
    await until(1000, "the revoked key is refused", async () => {
      return (await second.get("/v1/service-client")).status === 401 ? true : null;
    });
    assert.equal((await client.caller.get("/v1/service-client")).status, 200);
  });

  verifies("auth.named-keys", "accepts two keys of the same client, and shows each one's own mask", async () => {
    const { server } = fixture();
    const client = await makeClient(server);
    const added = await operateJson<{ key: string }>(server, [
      "service-clients",
      "add-key",
      client.id,
      "--key-name",
      "ci",
    ]);
    const second = new Caller(server.http, added.key);
    const [mine, other] = [
      (await client.caller.get("/v1/service-client")).json as ServiceClient,
      (await second.get("/v1/service-client")).json as ServiceClient,
    ];
    assert.equal(mine.id, other.id);
    assert.equal(other.maskedKey, `${added.key.slice(0, 19)}…`);
    assert.notEqual(mine.maskedKey, other.maskedKey);
    const tenantId = await fixture().tenant(client.caller);
    assert.equal((await second.get(`/v1/tenants/${tenantId}`)).status, 200);
  });

  verifies("auth.rotated", "accepts both keys during an overlap, and only the new one without an overlap", async () => {
    const { server } = fixture();
    for (const overlapSeconds of ["600", "0"]) {
      const client = await makeClient(server);
      assert.equal((await client.caller.get("/v1/service-client")).status, 200);
      const args = ["service-clients", "rotate-key", client.id, "--overlap-seconds", overlapSeconds];
      const rotated = await operateJson<{ key: string }>(server, args);
      assert.notEqual(rotated.key, client.key);
      assert.equal((await new Caller(server.http, rotated.key).get("/v1/service-client")).status, 200);
      if (overlapSeconds === "600") {
        assert.equal((await client.caller.get("/v1/service-client")).status, 200);
        continue;
      }
      await until(1000, "the old key is refused", async () => {
        return (await client.caller.get("/v1/service-client")).status === 401 ? true : null;
      });
    }
  });
});
