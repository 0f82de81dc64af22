/** Connect pages and the operator console on separate listeners: only there, with everything that a browser needs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectSession } from "@svc/contract";
import { freePort } from "../../../tools/free-port.ts";
import { operateJson, sessionBody, suite, uniqueName } from "../../harness/index.ts";

const connectPort = await freePort();
const connectUrl = `http://127.0.0.1:${connectPort}`;
const adminPort = await freePort();
const adminUrl = `http://127.0.0.1:${adminPort}`;

suite(
  "listeners",
  (fixture) => {
    const statusAt = async (base: string, path: string, init: RequestInit = {}): Promise<number> =>
      (await fetch(base + path, { redirect: "manual", ...init })).status;

    test("each listener serves only its own routes and its health", async () => {
      const { server } = fixture();
      for (const path of ["/healthz", "/readyz"]) {
        assert.equal(await statusAt(adminUrl, path), 200, path);
        assert.equal(await statusAt(server.url, path), 200, path);
        assert.equal(await statusAt(connectUrl, path), 200, path);
      }
      for (const path of ["/v1/tenants", "/api/catalog/v1/providers", "/docs", "/openapi.json", "/llms.txt"]) {
        assert.notEqual(await statusAt(server.url, path), 404, path);
        assert.equal(await statusAt(connectUrl, path), 404, path);
        assert.equal(await statusAt(adminUrl, path), 401, path);
      }
      for (const path of ["/login", "/tenants", "/executions", "/service-clients", "/audit"]) {
        for (const base of [server.url, connectUrl]) assert.equal(await statusAt(base, path), 404, base + path);
      }
      const exchange = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      assert.equal(await statusAt(server.url, "/connect/v1/exchange", exchange), 404);
      assert.notEqual(await statusAt(connectUrl, "/connect/v1/exchange", exchange), 404);
    });

    test("a token from the command line signs in to the console until it's revoked", async () => {
      const { server } = fixture();
      const made = await operateJson<{ id: string; token: string }>(server, [
        "operator-tokens",
        "create",
        "--name",
        "ada",
      ]);
      assert.match(made.token, /^sop_[0-9A-Za-z]{59}$/);
      const form = { method: "POST", headers: { origin: adminUrl }, body: new URLSearchParams({ token: made.token }) };
      const response = await fetch(`${adminUrl}/login`, { ...form, redirect: "manual" });
      assert.equal(response.status, 303);
      const cookie = response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
      const headers = { cookie };
      assert.equal(await statusAt(adminUrl, "/tenants", { headers }), 200);
      assert.equal(
        await statusAt(server.url, "/v1/tenants", { headers: { authorization: `Bearer ${made.token}` } }),
        401,
      );
      const listed = await server.operate(["operator-tokens", "list", "--format", "json"]);
      assert.ok(
        listed.stdout.includes(made.id) && !listed.stdout.includes(made.token.slice(14)),
        "its public part alone",
      );
      assert.doesNotMatch(listed.stdout, /"lastUsedAt": null/);
      await operateJson(server, ["operator-tokens", "revoke", "ada"]);
      assert.equal(await statusAt(adminUrl, "/tenants", { headers }), 401);
    });

    test("a session leads to the Connect listener, and its connection works on the API listener", async () => {
      const { caller } = fixture();
      const tenantId = await fixture().tenant();
      const key = uniqueName("apart");
      const response = await caller.post(`/v1/tenants/${tenantId}/connect-sessions`, sessionBody(), {
        idempotencyKey: key,
      });
      assert.equal(response.status, 201, response.text);
      const { connectUrl: page, token, allowedOrigin } = response.json as ConnectSession & { token: string };
      assert.ok(page.startsWith(`${connectUrl}/connect/`), page);
      assert.equal((await fetch(page)).status, 200);
      assert.equal(await statusAt(fixture().server.url, new URL(page).pathname), 404);
      const headers = { "content-type": "application/json", origin: allowedOrigin };
      const exchanged = await fetch(`${connectUrl}/connect/v1/exchange`, {
        method: "POST",
        headers,
        body: JSON.stringify({ token }),
      });
      assert.equal(exchanged.status, 200);
      const { sessionSecret } = (await exchanged.json()) as { sessionSecret: string };
      const submitted = await fetch(`${connectUrl}/connect/v1/credential`, {
        method: "POST",
        headers: { ...headers, authorization: `Bearer ${sessionSecret}` },
        body: JSON.stringify({ access_token: fixture().provider.tokens.serviceAccount }),
      });
      assert.equal(submitted.status, 200);
      const { connection_id: id } = (await submitted.json()) as { connection_id: string };
      const found = await caller.get(`/v1/tenants/${tenantId}/connections/${id}`);
      assert.equal(found.status, 200, found.text);
    });
  },
  {
    env: {
      SVC_CONNECT_LISTEN: `127.0.0.1:${connectPort}`,
      SVC_CONNECT_URL: connectUrl,
      SVC_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
      SVC_DRAIN_GRACE_MS: "0",
    },
  },
);
