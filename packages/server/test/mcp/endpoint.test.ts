/** The endpoint as HTTP: who is let in, strict JSON, protocol revisions, batches and methods. */
import assert from "node:assert/strict";
import { request as sendRequest } from "node:http";
import { after, before, test } from "node:test";
import { makeWorld, type World } from "./world.ts";

let world: World;
before(async () => {
  world = await makeWorld();
  await world.connect();
});
after(() => world.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
};

type Message = { id?: unknown; result?: Record<string, unknown>; error?: { code: number; message: string } };

/** The messages of an answer, of whichever form. */
async function messages(response: Response): Promise<Message[]> {
  const text = await response.text();
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
    return [JSON.parse(text) as Message].flat();
  }
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => JSON.parse(data) as Message);
}

const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;

test("the key is asked for as in REST, and a stranger's tenant is a missing one", async () => {
  const wrong = await world.post(list, { authorization: "Bearer svc_live_nonsense" });
  assert.deepEqual([wrong.status, wrong.headers.get("www-authenticate")], [401, "Bearer"]);
  assert.equal(await codeOf(wrong), "UNAUTHENTICATED");
  const stranger = await world.newOwner();
  const { tenantId } = world.owner;
  for (const id of [tenantId, "ten_01k0000000e8r9m2p4s6t8w0y2", "nonsense"]) {
    const answer = await world.post(list, {}, { ...stranger, tenantId: id });
    assert.deepEqual([answer.status, await codeOf(answer)], [404, "TENANT_NOT_FOUND"]);
    const headers = { authorization: `Bearer ${stranger.key}`, accept: "text/event-stream" };
    const stream = await fetch(world.mcpUrl({ ...stranger, tenantId: id }), { headers });
    assert.deepEqual([stream.status, await codeOf(stream)], [404, "TENANT_NOT_FOUND"]);
  }
});

test("an origin must be the service's own or one of the client's", async () => {
  for (const origin of ["https://svc.example", "https://app.example"]) {
    assert.equal((await world.post(list, { origin })).status, 200, origin);
  }
  for (const origin of [
    "https://evil.example",
    "null",
    "https://app.example.evil",
    "http://svc.example",
    "http://localhost:1",
  ]) {
    const refused = await world.post(list, { origin });
    assert.deepEqual([refused.status, await codeOf(refused)], [403, "ORIGIN_NOT_ALLOWED"], origin);
  }
});

test("the pages of this machine are let in where the service is this machine's own, and no others", async () => {
  const local = await makeWorld({ publicUrl: "http://127.0.0.1:7480" });
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

test("a host must be the service's or this machine's", async () => {
  const statusFor = (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(list);
      const headers = {
        host,
        authorization: `Bearer ${world.owner.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "content-length": Buffer.byteLength(body),
      };
      const request = sendRequest(world.mcpUrl(), { method: "POST", headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
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

test("JSON is read as strictly as everywhere, in arguments too", async () => {
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
    const answer = await world.post(body);
    const [message] = await messages(answer);
    assert.deepEqual([answer.status, message?.error?.code, message?.id], [400, -32_700, null], body);
  }
  const large = await world.post(call(`{"a":"${"x".repeat(256 * 1024)}"}`));
  assert.deepEqual([large.status, await codeOf(large)], [413, "PAYLOAD_TOO_LARGE"]);
});

test("what is no message, no JSON or not acceptable is refused in the protocol's terms", async () => {
  assert.equal((await world.post(list, { "content-type": "text/plain" })).status, 415);
  assert.equal((await world.post(list, { accept: "application/json" })).status, 406);
  for (const body of ["null", "7", '"x"', "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
    assert.equal((await world.post(body)).status, 400, body);
  }
  const [unknown] = await messages(await world.post({ ...list, method: "nonsense/nonsense" }));
  assert.equal(unknown?.error?.code, -32_601);
  const [cursor] = await messages(await world.post({ ...list, params: { cursor: "x" } }));
  assert.equal(cursor?.error?.code, -32_602);
  const shapeless = { ...list, method: "tools/call", params: { name: "acme_things_list", arguments: [1] } };
  assert.equal((await messages(await world.post(shapeless)))[0]?.error?.code, -32_602);
  assert.equal((await world.post({ jsonrpc: "2.0", method: "notifications/initialized" })).status, 202);
});

test("revisions are agreed on, unknown ones are refused, and there is no session", async () => {
  for (const revision of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
    const params = { ...initialize.params, protocolVersion: revision };
    const answer = await world.post({ ...initialize, params });
    assert.equal(answer.headers.get("mcp-session-id"), null);
    const [message] = await messages(answer);
    assert.equal(message?.result?.["protocolVersion"], revision);
    assert.deepEqual(message?.result?.["capabilities"], { tools: { listChanged: true } });
    assert.match(String(message?.result?.["instructions"]), /idempotency key/);
    assert.equal((await world.post(list, { "mcp-protocol-version": revision })).status, 200);
  }
  assert.equal((await world.post(list, { "mcp-protocol-version": "1999-01-01" })).status, 400);
});

test("an id is an integer or a text of at most 255 characters, and another is not repeated", async () => {
  for (const id of ["a".repeat(255), "\u{1f511}".repeat(255), 7]) {
    const answer = await world.post({ ...list, id });
    assert.deepEqual([answer.status, (await messages(answer))[0]?.id], [200, id]);
  }
  for (const id of ["a".repeat(256), 1.5, -0.1]) {
    for (const body of [{ ...list, id }, [list, { ...list, id }], { id, method: 1 }]) {
      const refused = await world.post(body);
      const [message] = await messages(refused);
      assert.deepEqual([refused.status, message?.error?.code, message?.id], [400, -32_600, null]);
    }
  }
});

test("a batch is taken only where the revision has batches, and each of its messages counts", async () => {
  const batch = [list, { ...list, id: 2, method: "ping" }];
  const answer = await world.post(batch);
  assert.deepEqual(new Set((await messages(answer)).map(({ id }) => id)), new Set([1, 2]));
  for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"]) {
    const refused = await world.post(batch, { "mcp-protocol-version": revision });
    const [message] = await messages(refused);
    assert.deepEqual([refused.status, message?.error?.code], [400, -32_600], revision);
  }
  assert.equal((await world.post([])).status, 400);
  assert.equal((await world.post(Array.from({ length: 21 }, (_, id) => ({ ...list, id })))).status, 400);

  const limited = await makeWorld({ rateLimit: 5 });
  try {
    const six = Array.from({ length: 6 }, (_, id) => ({ ...list, id }));
    const over = await limited.post(six);
    assert.deepEqual([over.status, await codeOf(over)], [429, "RATE_LIMITED"]);
  } finally {
    await limited.close();
  }
});

test("other methods are not allowed, and say which are", async () => {
  const headers = { authorization: `Bearer ${world.owner.key}` };
  for (const method of ["DELETE", "HEAD"]) {
    const answer = await fetch(world.mcpUrl(), { method, headers });
    assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "GET, POST"], method);
  }
  const present = { ...headers, accept: "text/event-stream", "mcp-protocol-version": "2026-07-28" };
  assert.equal((await fetch(world.mcpUrl(), { headers: present })).status, 405);
  assert.equal((await fetch(world.mcpUrl(), { headers })).status, 406);
  assert.equal((await fetch(world.mcpUrl(), { method: "DELETE" })).status, 401);
});

test("the official client lists and calls in the newest revision too", async () => {
  const client = await world.client({ modern: true });
  assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
  assert.equal((await client.listTools()).tools.length, 4);
  const call = { name: "acme_things_create", arguments: { name: "n" }, _meta: { idempotencyKey: "modern" } };
  const first = await client.callTool(call);
  assert.deepEqual(first.structuredContent, { id: 7, name: "n" });
  assert.equal((await client.callTool(call))._meta?.["replayed"], true);
});
