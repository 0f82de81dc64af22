/** The MCP endpoint over plain HTTP and through the official client, with a connection to the secrets provider only. */
import assert from "node:assert/strict";
import { request as sendRequest } from "node:http";
import { ProtocolError } from "@modelcontextprotocol/client";
import {
  assertProblem,
  everyAction,
  makeClient,
  startServer,
  suite,
  testOrigin,
  until,
  verifies,
  type HttpResponse,
  type Caller,
} from "../harness/index.ts";
import { endpointOf, openClient } from "./mcp-client.ts";

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const accept = ["accept", "application/json, text/event-stream"] as const;

/** The messages of a response in either format. */
function messagesOf(
  response: HttpResponse,
): { id?: unknown; result?: Record<string, unknown>; error?: { code: number } }[] {
  const isStream = response.headers["content-type"] === "text/event-stream";
  const texts = isStream ? [...response.text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data) : [response.text];
  return texts.map((text) => JSON.parse(text) as ReturnType<typeof messagesOf>[number]);
}

suite("mcp", (fixture) => {
  const post = (tenantId: string, body: unknown, more: readonly (readonly [string, string])[] = [], caller?: Caller) =>
    (caller ?? fixture().caller).post(`/v1/tenants/${tenantId}/mcp`, body, { headers: [accept, ...more] });
  const endpointFor = (tenantId: string, key = fixture().client.key) => ({ url: fixture().server.url, tenantId, key });

  verifies("mcp.access", "requires the key, and answers another client as if nothing existed", async () => {
    const tenantId = await fixture().tenant();
    const path = `/v1/tenants/${tenantId}/mcp`;
    for (const method of ["POST", "GET", "DELETE"]) {
      assertProblem(await fixture().server.http.send({ method, path }), "UNAUTHENTICATED");
    }
    const { caller } = await fixture().another();
    const never = "ten_01k0000000e8r9m2p4s6t8w0y2";
    const id = ["x-request-id", "one-length-for-all"] as const;
    const shapes = [];
    for (const tenant of [tenantId, never]) {
      const response = await post(tenant, list, [id], caller);
      assertProblem(response, "TENANT_NOT_FOUND");
      shapes.push([response.text, Object.keys(response.headers)]);
      assertProblem(await caller.get(`/v1/tenants/${tenant}/mcp`, { headers: [accept] }), "TENANT_NOT_FOUND");
    }
    assert.deepEqual(shapes[0], shapes[1]);
    assert.notEqual((await post(tenantId, list)).headers["ratelimit-limit"], undefined);
  });

  verifies("mcp.origin", "refuses another Origin and another Host", async () => {
    const tenantId = await fixture().tenant();
    for (const origin of [testOrigin, fixture().server.url]) {
      assert.equal((await post(tenantId, list, [["origin", origin]])).status, 200, origin);
    }
    for (const origin of ["https://evil.example", "null", `${testOrigin}.evil.example`]) {
      assertProblem(await post(tenantId, list, [["origin", origin]]), "ORIGIN_NOT_ALLOWED");
    }
    const statusFor = (host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { host, authorization: `Bearer ${fixture().client.key}` };
        const url = endpointOf(endpointFor(tenantId));
        const request = sendRequest(url, { method: "DELETE", headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        request.once("error", reject).end();
      });
    assert.equal(await statusFor("localhost:80"), 405);
    for (const host of ["evil.example", "127.0.0.1.evil.example"]) assert.equal(await statusFor(host), 403, host);
  });

  verifies(
    "mcp.protocol",
    "accepts strict JSON and known revisions, without sessions, DELETE, or batches that a revision lacks",
    async () => {
      const tenantId = await fixture().tenant();
      const faulty = ["{", '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', '{"__proto__":{}}', '"\\ud800"'];
      for (const body of faulty) {
        const response = await post(tenantId, body);
        assert.deepEqual([response.status, messagesOf(response)[0]?.error?.code], [400, -32_700], body);
      }
      assertProblem(await post(tenantId, JSON.stringify({ text: "x".repeat(400 * 1024) })), "PAYLOAD_TOO_LARGE");
      const params = { capabilities: {}, clientInfo: { name: "x", version: "1" } };
      for (const protocolVersion of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
        const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: { ...params, protocolVersion } };
        const response = await post(tenantId, message);
        assert.equal(messagesOf(response)[0]?.result?.["protocolVersion"], protocolVersion);
        assert.equal(response.headers["mcp-session-id"], undefined);
      }
      const refused = await post(tenantId, [list], [["mcp-protocol-version", "2025-11-25"]]);
      assert.deepEqual([refused.status, messagesOf(refused)[0]?.error?.code], [400, -32_600]);
      assert.equal((await post(tenantId, list, [["mcp-protocol-version", "1999-01-01"]])).status, 400);
      const deleted = await fixture().caller.delete(`/v1/tenants/${tenantId}/mcp`);
      assert.deepEqual([deleted.status, deleted.headers["allow"]], [405, "GET, POST"]);
    },
  );

  verifies("mcp.secrets-provider", "neither lists nor calls its actions, in either lifecycle", async () => {
    const { tenantId, id } = await fixture().connected();
    const before = fixture().provider.ledger.requests.length;
    for (const modern of [false, true]) {
      const client = await openClient(endpointFor(tenantId), { modern });
      assert.deepEqual((await client.listTools()).tools, []);
      for (const action of everyAction) {
        const name = `doppler_${action.replaceAll(".", "_")}`;
        const call = client.callTool({ name, arguments: { connection_id: id, project: "p" } });
        await assert.rejects(call, (error) => error instanceof ProtocolError && error.code === -32_602, name);
      }
      await client.close();
    }
    assert.equal(fixture().provider.ledger.requests.length, before);
  });

  verifies("mcp.streams", "closes a stream within a second of its key's revocation", async () => {
    const tenantId = await fixture().tenant();
    const { server } = fixture();
    const stranger = await fixture().another();
    const kept = await openStream(endpointFor(tenantId));
    const own = await openStream(endpointFor(await fixture().tenant(stranger.caller), stranger.key));
    const ran = await server.operate(["service-clients", "revoke", stranger.id, "--format", "json"]);
    assert.equal(ran.exitCode, 0, ran.stderr);
    await until(1000, "the stream ends", () => (own.ended() ? true : null));
    assert.ok(!kept.ended());
    kept.close();
  });

  verifies("mcp.streams", "closes streams on a stop, without waiting for them", async () => {
    const { engine } = fixture();
    const server = await startServer({ engine });
    try {
      const { caller, key } = await makeClient(server);
      const body = { externalId: "stop", displayName: "Acme Inc." };
      const tenant = await caller.post("/v1/tenants", body, { idempotencyKey: "stop" });
      const stream = await openStream({ url: server.url, tenantId: (tenant.json as { id: string }).id, key });
      process.kill(server.pid, "SIGTERM");
      await until(3000, "the stream ends", () => (stream.ended() ? true : null));
    } finally {
      await server.dispose();
    }
  });
});

/** A stream as early revisions open it. */
async function openStream(endpoint: Parameters<typeof endpointOf>[0] & { readonly key: string }) {
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${endpoint.key}`, accept: "text/event-stream" };
  const response = await fetch(endpointOf(endpoint), { headers, signal: abort.signal });
  assert.equal(response.status, 200);
  let ended = false;
  void response.text().then(
    () => (ended = true),
    () => (ended = true),
  );
  return { ended: () => ended, close: () => abort.abort() };
}
