/** Unresponsive name servers of webhook hosts don't delay provider calls or other deliveries. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { createWebhookPost } from "../../../src/adapters/egress/webhook-post.ts";
import type { PostFacts } from "../../../src/domain/webhooks/port.ts";
import { engines } from "../journal/fixture.ts";
import { silentZone, startNameServer } from "../../adapters/egress/name-server.ts";
import { egressTo, rawServer, sendOnce, until } from "../../adapters/egress/raw-server.ts";
import { sendingFixture } from "./testing/sending.ts";

const noContent = "HTTP/1.1 204 No Content\r\n\r\n";

test("200 deliveries to names that never resolve don't delay provider calls or other clients", async (t) => {
  const nameServer = await startNameServer(t, { "hooks.acme.io": ["127.0.0.1"] });
  const receiver = await rawServer(t, (socket) => void socket.end(noContent));
  const provider = await rawServer(t, (socket) => void socket.end(noContent));
  const fixture = await sendingFixture(t, engines.SQLite);
  const silent = await fixture.client([1, 2, 3, 4, 5].map((n) => `http://${n}.${silentZone}:${receiver.port}/`));
  await fixture.events(silent, 40);
  const post = createWebhookPost({
    urlRules: { sandbox: true, isAllowedAddress: addressGuard({ loopbackOnly: true }) },
    // No lookup times out while the test runs.
    connectTimeoutMs: 3_600_000,
    userAgent: "svc-test",
    nowMs: () => 0,
    nameServers: [nameServer.address],
  });
  const ended: PostFacts[] = [];
  fixture.send(async (url, request) => {
    const facts = await post(url, { ...request, timeoutMs: 3_600_000 });
    ended.push(facts);
    return facts;
  });
  // Two queries for each of the client's four slots.
  await until(() => nameServer.asked.length === 8);
  assert.ok(!process.getActiveResourcesInfo().includes("GetAddrInfoReqWrap"), "a thread is blocked");
  // Each one dials again and looks up its provider's name in the system's resolver.
  for (let call = 0; call < 5; call += 1) {
    const egress = egressTo(t, `http://localhost:${provider.port}`);
    assert.equal((await sendOnce(egress)).kind, "answered");
  }
  const other = await fixture.client([`http://hooks.acme.io:${receiver.port}/`]);
  await fixture.events(other, 10);
  await until(() => ended.length === 10);
  assert.ok(ended.every(({ kind }) => kind === "answered"));
  const silentQueries = nameServer.asked.filter((name) => name.endsWith(silentZone));
  assert.equal(silentQueries.length, 8, "the earlier lookups are still running, and no others have started");
});
