/** The endpoint over HTTP: access, strict JSON, protocol revisions, batches and methods. */
import assert from "node:assert/strict";
import { request as sendRequest } from "node:http";
import { after, before, test } from "node:test";
import { makeFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
  await fixture.connect();
});
after(() => fixture.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
};

type Message = { id?: unknown; result?: Record<string, unknown>; error?: { code: number; message: string } };

/** Returns the messages in a response of either form. */
async function messages(response: Response): Promise<Message[]> {
  const text = await response.text();
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
    return [JSON.parse(text) as Message].flat();
  }
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => JSON.parse(data) as Message);
}

const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;

test("requires the key as in REST, and treats another client's tenant as missing", async () => {
  const nonsense = { authorization: "Bearer svc_live_nonsense" };
  assert.equal((await fixture.post(list, nonsense)).headers.get("www-authenticate"), "Bearer");
  const { clientId } = fixture.owner;
  await fixture.deployment.store.serviceClients.update(
    clientId,
    { agentSignInUrl: "https://app.example/agents" },
    "operator",
  );
  const wrong = await fixture.post(list, nonsense);
  const metadata = `https://svc.example/.well-known/oauth-protected-resource${new URL(wrong.url).pathname}`;
  const challenge = `Bearer error="invalid_token", resource_metadata="${metadata}"`;
  assert.deepEqual([wrong.status, wrong.headers.get("www-authenticate")], [401, challenge]);
  assert.equal(await codeOf(wrong), "UNAUTHENTICATED");
  const stranger = await fixture.newOwner();
  const { tenantId } = fixture.owner;
  for (const id of [tenantId, "ten_01k0000000e8r9m2p4s6t8w0y2", "nonsense"]) {
    const response = await fixture.post(list, {}, { ...stranger, tenantId: id });
    assert.deepEqual([response.status, await codeOf(response)], [404, "TENANT_NOT_FOUND"]);
    const headers = { authorization: `Bearer ${stranger.key}`, accept: "text/event-stream" };
    const stream = await fetch(fixture.mcpUrl({ ...stranger, tenantId: id }), { headers });
    assert.deepEqual([stream.status, await codeOf(stream)], [404, "TENANT_NOT_FOUND"]);
  }
});

test("accepts only the service's own origin or one of the client's", async () => {
  for (const origin of ["https://svc.example", "https://app.example"]) {
    assert.equal((await fixture.post(list, { origin })).status, 200, origin);
  }
  for (const origin of [
    "https://evil.example",
    "null",
    "https://app.example.evil",
    "http://svc.example",
    "http://localhost:1",
  ]) {
    const refused = await fixture.post(list, { origin });
    assert.deepEqual([refused.status, await codeOf(refused)], [403, "ORIGIN_NOT_ALLOWED"], origin);
  }
});

test("accepts pages from this machine only if the service runs on this machine", async () => {
  const local = await makeFixture({ publicUrl: "http://127.0.0.1:7480" });
  try {
    for (const origin of ["http://localhost:3000", "http://127.0.0.1:7480", "http://[::1]:1"]) {
      assert.equal((await local.post(list, { origin })).status, 200, origin);
    }
    for (const origin of ["http://evil.example", "null", "http://localhost.evil.example", "http://localhost:1/"]) {
      assert.equal((await local.post(list, { origin })).status, 403, origin);
    }
  } finally {
    await local.close();
  }
});

test("accepts only a host that is the service's or this machine's", async () => {
  const statusFor = (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(list);
      const headers = {
        host,
        authorization: `Bearer ${fixture.owner.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "content-length": Buffer.byteLength(body),
      };
      const request = sendRequest(fixture.mcpUrl(), { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on("error", reject);
      request.end(body);
    });
  for (const host of ["svc.example", "SVC.example:443", "localhost", "127.0.0.1:1", "[::1]:7480"]) {
    assert.equal(await statusFor(host), 200, host);
  }
  const wrong = [
    "evil.example",
    "svc.example.evil",
    "127.0.0.1.evil.example",
    "localhost.evil:80",
    "evil@localhost",
    "1",
  ];
  for (const host of wrong) assert.equal(await statusFor(host), 403, host);
});

test("reads JSON as strictly as everywhere, in arguments too", async () => {
  const call = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"acme_things_list","arguments":${args}}}`;
  const faulty = [
    "",
    "{",
    "nonsense",
    call('{"limit":1,"limit":2}'),
    call('{"__proto__":{"limit":1}}'),
    call('{"a":"\\u0000"}'),
    call('{"a":"\\ud800"}'),
    call('{"limit":1e400}'),
    call("[".repeat(40) + "]".repeat(40)),
  ];
  for (const body of faulty) {
    const response = await fixture.post(body);
    const [message] = await messages(response);
    assert.deepEqual([response.status, message?.error?.code, message?.id], [400, -32_700, null], body);
  }
  const large = await fixture.post(call(`{"a":"${"x".repeat(400 * 1024)}"}`));
  assert.deepEqual([large.status, await codeOf(large)], [413, "PAYLOAD_TOO_LARGE"]);
});

test("rejects malformed messages, malformed JSON and unacceptable requests in the protocol's terms", async () => {
  assert.equal((await fixture.post(list, { "content-type": "text/plain" })).status, 415);
  assert.equal((await fixture.post(list, { accept: "text/html" })).status, 406);
  for (const body of ["null", "7", '"x"', "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
    assert.equal((await fixture.post(body)).status, 400, body);
  }
  const [unknown] = await messages(await fixture.post({ ...list, method: "nonsense/nonsense" }));
  assert.equal(unknown?.error?.code, -32_601);
  const [cursor] = await messages(await fixture.post({ ...list, params: { cursor: "x" } }));
  assert.equal(cursor?.error?.code, -32_602);
  const shapeless = { ...list, method: "tools/call", params: { name: "acme_things_list", arguments: [1] } };
  assert.equal((await messages(await fixture.post(shapeless)))[0]?.error?.code, -32_602);
  assert.equal((await fixture.post({ jsonrpc: "2.0", method: "notifications/initialized" })).status, 202);
});

test("negotiates revisions, rejects unknown ones, and has no session", async () => {
  for (const revision of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
    const params = { ...initialize.params, protocolVersion: revision };
    const response = await fixture.post({ ...initialize, params });
    assert.equal(response.headers.get("mcp-session-id"), null);
    const [message] = await messages(response);
    assert.equal(message?.result?.["protocolVersion"], revision);
    assert.deepEqual(message?.result?.["capabilities"], { tools: { listChanged: true } });
    assert.match(String(message?.result?.["instructions"]), /idempotency key/);
    assert.equal((await fixture.post(list, { "mcp-protocol-version": revision })).status, 200);
  }
  assert.equal((await fixture.post(list, { "mcp-protocol-version": "1999-01-01" })).status, 400);
});

test("accepts an integer or a text of at most 255 characters as an id, and does not repeat any other", async () => {
  for (const id of ["a".repeat(255), "\u{1f511}".repeat(255), 7]) {
    const response = await fixture.post({ ...list, id });
    assert.deepEqual([response.status, (await messages(response))[0]?.id], [200, id]);
  }
  for (const id of ["a".repeat(256), 1.5, -0.1]) {
    for (const body of [{ ...list, id }, [list, { ...list, id }], { id, method: 1 }]) {
      const refused = await fixture.post(body);
      const [message] = await messages(refused);
      assert.deepEqual([refused.status, message?.error?.code, message?.id], [400, -32_600, null]);
    }
  }
});

test("accepts a batch only in revisions that have batches, and counts each of its messages", async () => {
  const batch = [list, { ...list, id: 2, method: "ping" }];
  const response = await fixture.post(batch);
  assert.deepEqual(new Set((await messages(response)).map(({ id }) => id)), new Set([1, 2]));
  for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"]) {
    const refused = await fixture.post(batch, { "mcp-protocol-version": revision });
    const [message] = await messages(refused);
    assert.deepEqual([refused.status, message?.error?.code], [400, -32_600], revision);
  }
  assert.equal((await fixture.post([])).status, 400);
  assert.equal((await fixture.post(Array.from({ length: 21 }, (_, id) => ({ ...list, id })))).status, 400);

  const limited = await makeFixture({ rateLimit: 5 });
  try {
    const six = Array.from({ length: 6 }, (_, id) => ({ ...list, id }));
    const over = await limited.post(six);
    assert.deepEqual([over.status, await codeOf(over)], [429, "RATE_LIMITED"]);
  } finally {
    await limited.close();
  }
});

test("rejects other methods and names the allowed ones", async () => {
  const headers = { authorization: `Bearer ${fixture.owner.key}` };
  for (const method of ["DELETE", "HEAD"]) {
    const response = await fetch(fixture.mcpUrl(), { method, headers });
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET, POST"], method);
  }
  for (const method of ["PUT", "PATCH", "OPTIONS"]) {
    const response = await fetch(fixture.mcpUrl(), { method });
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET, POST"], method);
  }
  const present = { ...headers, accept: "text/event-stream", "mcp-protocol-version": "2026-07-28" };
  assert.equal((await fetch(fixture.mcpUrl(), { headers: present })).status, 405);
  assert.equal((await fetch(fixture.mcpUrl(), { headers })).status, 406);
  assert.equal((await fetch(fixture.mcpUrl(), { method: "DELETE" })).status, 401);
});

test("the official client lists and calls in the newest revision too", async () => {
  const client = await fixture.client({ modern: true });
  assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
  assert.equal((await client.listTools()).tools.length, 5);
  const call = { name: "acme_things_create", arguments: { name: "n" }, _meta: { idempotencyKey: "modern" } };
  const first = await client.callTool(call);
  assert.deepEqual(first.structuredContent, { id: 7, name: "n" });
  assert.equal((await client.callTool(call))._meta?.["replayed"], true);
});
