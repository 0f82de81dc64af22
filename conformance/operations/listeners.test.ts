/** Connect pages on a listener of their own: there and nowhere else, with everything that a browser needs of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectSession } from "@svc/contract";
import { freePort } from "../../tools/free-port.ts";
import { sessionBody, suite, uniqueName } from "../harness/index.ts";

const connectPort = await freePort();
const connectUrl = `http://127.0.0.1:${connectPort}`;

suite(
  "listeners",
  (stage) => {
    const statusAt = async (base: string, path: string, init: RequestInit = {}): Promise<number> =>
      (await fetch(base + path, { redirect: "manual", ...init })).status;

    test("each listener serves its own routes, its health, and nothing of the other", async () => {
      const { server } = stage();
      for (const path of ["/healthz", "/readyz"]) {
        assert.equal(await statusAt(server.url, path), 200, path);
        assert.equal(await statusAt(connectUrl, path), 200, path);
      }
      for (const path of ["/v1/tenants", "/api/catalog/v1/providers", "/docs", "/openapi.json", "/llms.txt"]) {
        assert.notEqual(await statusAt(server.url, path), 404, path);
        assert.equal(await statusAt(connectUrl, path), 404, path);
      }
      const exchange = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      assert.equal(await statusAt(server.url, "/connect/v1/exchange", exchange), 404);
      assert.notEqual(await statusAt(connectUrl, "/connect/v1/exchange", exchange), 404);
    });

    test("a session leads to the page there, and a connection made there works at the API", async () => {
      const { caller } = stage();
      const tenantId = await stage().tenant();
      const key = uniqueName("apart");
      const answer = await caller.post(`/v1/tenants/${tenantId}/connect-sessions`, sessionBody(), {
        idempotencyKey: key,
      });
      assert.equal(answer.status, 201, answer.text);
      const { connectUrl: page, token, allowedOrigin } = answer.json as ConnectSession & { token: string };
      assert.ok(page.startsWith(`${connectUrl}/connect/`), page);
      assert.equal((await fetch(page)).status, 200);
      assert.equal(await statusAt(stage().server.url, new URL(page).pathname), 404);
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
        body: JSON.stringify({ access_token: stage().provider.tokens.serviceAccount }),
      });
      assert.equal(submitted.status, 200);
      const { connection_id: id } = (await submitted.json()) as { connection_id: string };
      const found = await caller.get(`/v1/tenants/${tenantId}/connections/${id}`);
      assert.equal(found.status, 200, found.text);
    });
  },
  {
    env: { SVC_CONNECT_LISTEN: `127.0.0.1:${connectPort}`, SVC_CONNECT_URL: connectUrl, SVC_DRAIN_GRACE_MS: "0" },
    isOnOneEngine: true,
  },
);
