/**
 * Streams: notified about changes, one check per key and tenant, bounded, and ended with their key, their tenant and the
 * server.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ServiceError } from "@svc/contract";
import { createToolWatch, type WatchDeps, type WatchedStream } from "../../../src/entry/mcp/tool-watch.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";
import { sampleClient } from "../../adapters/store/samples.ts";
import { makeFixture, withOtherKey, type Owner, type Fixture } from "./fixture.ts";
import { until } from "./until.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
});
after(() => fixture.close());

const untilTrue = (holds: () => boolean, what: string) => until(() => (holds() ? what : null));

/** Opens a stream as an early revision does, with everything received so far. */
async function listen(owner: Owner): Promise<{ text: () => string; ended: () => boolean }> {
  const headers = { authorization: `Bearer ${owner.key}`, accept: "text/event-stream" };
  const response = await fetch(fixture.mcpUrl(owner), { headers });
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "text/event-stream"]);
  let text = "";
  let ended = false;
  const reading = response.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(part) {
        text += part;
      },
    }),
  );
  void reading?.catch(() => {}).finally(() => (ended = true));
  return { text: () => text, ended: () => ended };
}

const changes = (text: string): number => text.split("notifications/tools/list_changed").length - 1;

test("notifies a stream about a new or removed connection and a changed policy, and nothing else", async () => {
  const owner = await fixture.newOwner();
  const stranger = await fixture.newOwner();
  const own = await listen(owner);
  const others = await listen(stranger);
  const connection = await fixture.connect({}, owner);
  await untilTrue(() => changes(own.text()) === 1, "a connection was added");
  const { connections, serviceClients } = fixture.deployment.store;
  await connections.recordTest(connection.id, 1, { alive: { credentialExpiresAt: null }, code: "" }, 5000, "operator");
  await serviceClients.update(owner.clientId, { allowedActions: ["acme/things.list"] }, "operator");
  await untilTrue(() => changes(own.text()) === 2, "the policy changed");
  await connections.disconnect(owner.clientId, owner.tenantId, connection.id, 6000, "operator");
  await untilTrue(() => changes(own.text()) === 3, "the connection was removed");
  assert.equal(changes(others.text()), 0);
});

test("notifies the official client in either revision", async () => {
  for (const modern of [false, true]) {
    const owner = await fixture.newOwner();
    let notified = 0;
    const client = await fixture.client({ owner, modern, listChanged: () => (notified += 1) });
    assert.deepEqual([(await client.listTools()).tools.length, notified], [0, 0]);
    await fixture.connect({}, owner);
    await untilTrue(() => notified > 0, `notified in ${modern ? "the newest" : "an early"} revision`);
    assert.equal((await client.listTools()).tools.length, 5);
  }
});

test("a stream ends with its key, and with its tenant", async () => {
  const owner = await fixture.newOwner();
  const kept = await fixture.newOwner();
  const [own, others] = [await listen(owner), await listen(kept)];
  await fixture.deployment.store.serviceClients.revokeKey(owner.keyId, Date.now(), "operator");
  await untilTrue(own.ended, "the key was revoked");
  assert.ok(!others.ended());
  await fixture.deployment.store.tenants.remove(kept.clientId, kept.tenantId, Date.now(), true, "operator");
  await untilTrue(others.ended, "the tenant was deleted");
});

test("a stream ends when its key no longer reaches the tenant, and another key's stays", async () => {
  const { store } = fixture.deployment;
  const owner = await fixture.newOwner();
  await store.tenants.update(owner.clientId, owner.tenantId, { label: "eu" }, "operator");
  const narrow = await withOtherKey(fixture, owner, { tenants: { label: "eu" } });
  const [own, others] = [await listen(narrow), await listen(owner)];
  await store.tenants.update(owner.clientId, owner.tenantId, { label: "us" }, "operator");
  await untilTrue(own.ended, "the tenant lost the label");
  assert.ok(!others.ended());
});

test("a subscription in the newest revision ends with the server's stop, as its protocol requires", async () => {
  const stopping = await makeFixture();
  try {
    const client = await stopping.client({ modern: true });
    const subscription = await client.listen({ toolsListChanged: true });
    stopping.draining = true;
    assert.equal(await subscription.closed, "graceful");
  } finally {
    await stopping.close();
  }
});

const caller = (clientId: string, keyId = "key"): Caller => ({
  client: sampleClient({ id: clientId }),
  keyId,
  tenants: null,
});

/** A watch with scripted responses. */
function makeWatch(change: Partial<WatchDeps> = {}) {
  const digests = new Map<string, number>();
  const deps: WatchDeps = {
    authenticate: () => Promise.resolve(caller("one")),
    digest: (_caller, tenantId) => {
      digests.set(tenantId, (digests.get(tenantId) ?? 0) + 1);
      return Promise.resolve("same");
    },
    draining: () => false,
    monotonicMs: () => performance.now(),
    times: { keysEveryMs: 5, toolsEveryMs: 5, streamsPerClientMax: 3 },
    ...change,
  };
  return { watch: createToolWatch(deps), digests };
}

function streamOf(change: Partial<WatchedStream> = {}): WatchedStream & { reports: string[] } {
  const reports: string[] = [];
  const report = (what: string) => () => void reports.push(what);
  const stream = {
    caller: caller("one"),
    tenantId: "a",
    authorization: [],
    changed: report("changed"),
    ended: report("ended"),
  };
  return Object.assign(stream, { reports }, change);
}

test("bounds the streams of a service client, and a closed one makes room", () => {
  const { watch } = makeWatch();
  const opened = [1, 2, 3].map(() => watch.open(streamOf()));
  assert.ok(!watch.hasRoom("one") && watch.hasRoom("two"));
  assert.throws(
    () => watch.open(streamOf()),
    (error) => error instanceof ServiceError && error.code === "RATE_LIMITED",
  );
  watch.open(streamOf({ caller: caller("two") })).leave();
  opened[0]?.leave();
  opened[0]?.leave();
  const another = watch.open(streamOf());
  assert.ok(!watch.hasRoom("one"), "a stream that was closed twice made room twice");
  another.leave();
  for (const { leave } of opened) leave();
});

test("checks the tools of a tenant once for all streams of a key, and never without one", async () => {
  const { watch, digests } = makeWatch({ times: { keysEveryMs: 5, toolsEveryMs: 60_000, streamsPerClientMax: 9 } });
  const opened = [1, 2, 3].map(() => watch.open(streamOf()));
  const other = watch.open(streamOf({ tenantId: "b" }));
  await Promise.all([...opened, other].map(({ ready }) => ready));
  const first = digests.get("a") ?? 0;
  await untilTrue(() => (digests.get("b") ?? 0) === 2, "the tools were checked");
  assert.equal(digests.get("a"), first + 1);
  for (const { leave } of [...opened, other]) leave();
});

test("a failed check neither ends nor notifies a stream", async () => {
  let asked = 0;
  const away = () => {
    asked += 1;
    return Promise.reject(new Error("the database failed"));
  };
  const { watch } = makeWatch({ authenticate: away, digest: away });
  const stream = streamOf();
  const { leave } = watch.open(stream);
  await untilTrue(() => asked > 5, "checked often");
  assert.deepEqual(stream.reports, []);
  leave();
});
