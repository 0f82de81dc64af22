/** The request to an endpoint, and the parts of its response that count. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { createWebhookPost } from "../../../src/adapters/egress/webhook-post.ts";
import type { PostFacts } from "../../../src/domain/webhooks/port.ts";
import { rawServer, requestCount } from "../../adapters/egress/raw-server.ts";

async function answered(t: TestContext, response: string, timeoutMs = 30_000): Promise<[PostFacts, string, number]> {
  const server = await rawServer(t, (socket) => void socket.write(response));
  const urlRules = { sandbox: true, isAllowedAddress: addressGuard({ loopbackOnly: true }) };
  const post = createWebhookPost({ urlRules, connectTimeoutMs: 3000, userAgent: "svc/1", nowMs: () => 0 });
  const url = new URL(`${server.origin}/hooks/ü?a=b`);
  const facts = await post(url, { headers: { "webhook-id": "evt_1" }, body: '{"a":1}', timeoutMs });
  return [facts, server.received[0] ?? "", requestCount(server)];
}

test("sends one request with the exact bytes; only the status counts", async (t) => {
  const [facts, sent, count] = await answered(t, "HTTP/1.1 204 No Content\r\n\r\n");
  assert.deepEqual(facts, { kind: "answered", httpStatus: 204, retryAfterSeconds: null });
  assert.match(sent, /^POST \/hooks\/%C3%BC\?a=b HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/);
  assert.match(sent, /\r\nwebhook-id: evt_1\r\n[^]*\r\ncontent-length: 7\r\n\r\n\{"a":1\}$/);
  assert.equal(count, 1);
});

test("treats a redirect as a response and does not follow it", async (t) => {
  const head = "HTTP/1.1 307 Moved\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n";
  const [facts, , count] = await answered(t, head);
  assert.deepEqual([facts, count], [{ kind: "answered", httpStatus: 307, retryAfterSeconds: null }, 1]);
});

test("reads Retry-After, even if the body never ends", async (t) => {
  const head = "HTTP/1.1 503 Busy\r\nretry-after: 120\r\ncontent-length: 100000000\r\n\r\n";
  const [facts] = await answered(t, head + "x".repeat(200_000));
  assert.deepEqual(facts, { kind: "answered", httpStatus: 503, retryAfterSeconds: 120 });
});

test("reports a fault for a late response and for a malformed one", async (t) => {
  assert.deepEqual((await answered(t, "", 300))[0], { kind: "none", fault: "timeout" });
  assert.deepEqual((await answered(t, "nonsense\r\n\r\n"))[0], { kind: "none", fault: "lost" });
});
