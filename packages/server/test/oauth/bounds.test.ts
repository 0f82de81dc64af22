/** What asks a provider and is no execution is bounded as executions are: tests of connections, and answers to callbacks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { atProvider, connected } from "./steps.ts";
import { makeWorld, type Called } from "./world.ts";

/** Something that waits until it is let go. */
function hold(): { reached: Promise<void>; wait: () => Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const wait = (): Promise<void> => {
    reached.resolve();
    return released.promise;
  };
  return { reached: reached.promise, wait, release: released.resolve };
}

function assertRefused({ status, body }: Called, named: Readonly<Record<string, string>>): void {
  assert.deepEqual([status, body["code"], body["retryable"]], [429, "RATE_LIMITED", true], JSON.stringify(body));
  for (const [name, value] of Object.entries(named)) assert.equal(body[name], value);
}

test("tests of a connection at once are bounded with its executions, and a refusal claims no key", async (t) => {
  const world = await makeWorld(t, { env: { SVC_CONCURRENCY_PER_CONNECTION: "1" } });
  const id = await connected(world);
  const path = `/v1/tenants/${world.owner.tenantId}/connections/${id}`;
  const run = (key: string): Promise<Called> => world.call("POST", `${path}:test`, undefined, world.owner, key);
  const done = await run("done");
  assert.equal(done.status, 200);
  const held = hold();
  world.server.beforeIdentified = held.wait;
  const asked = world.server.identified;
  const first = run("first");
  await held.reached;
  assertRefused(await run("second"), { connection_id: id });
  const execution = world.call("POST", `${path}/actions/notes.list:execute`, { input: {} });
  assertRefused(await execution, { connection_id: id });
  assert.deepEqual((await run("done")).body, done.body, "a replay asks nobody and needs no slot");
  assert.equal((await run("first")).body["code"], "IDEMPOTENCY_KEY_IN_PROGRESS");
  assert.equal(world.server.identified, asked + 1, "a refused test asked the provider");
  held.release();
  assert.equal((await first).status, 200);
  assert.equal((await run("second")).status, 200, "the key of a refused test is kept");
  assert.equal((await world.call("POST", `${path}/actions/notes.list:execute`, { input: {} })).status, 200);
});

test("tests of all connections of a tenant are bounded together", async (t) => {
  const world = await makeWorld(t, { env: { SVC_CONCURRENCY_PER_TENANT: "1", SVC_CONCURRENCY_PER_CLIENT: "2" } });
  const id = await connected(world);
  world.server.account = "grace";
  const other = await connected(world);
  const run = (of: string): Promise<Called> =>
    world.call("POST", `/v1/tenants/${world.owner.tenantId}/connections/${of}:test`);
  const held = hold();
  world.server.beforeIdentified = held.wait;
  const first = run(id);
  await held.reached;
  const refused = await run(other);
  assertRefused(refused, { tenant_id: world.owner.tenantId });
  held.release();
  assert.equal((await first).status, 200);
  assert.equal((await run(other)).status, 200);
});

test("callbacks of a tenant at once are bounded, and the provider's answer that came too soon is good later", async (t) => {
  const world = await makeWorld(t, { env: { SVC_CONCURRENCY_PER_TENANT: "1" } });
  const [one, two] = [await atProvider(world), await atProvider(world)];
  const held = hold();
  world.server.beforeAnswer = held.wait;
  const first = one.browser.go(world.server.agree(one.location));
  await held.reached;
  const callback = world.server.agree(two.location);
  const page = await two.browser.go(callback);
  assert.equal(page.status, 409);
  assert.match(page.html, /reload this page/i);
  assert.equal(world.server.tokenRequests.length, 1, "a refused callback exchanged its code");
  assert.equal((await world.session(two.session.id)).status, "authorizing");
  held.release();
  assert.match((await first).location, /status=completed/);
  assert.match((await two.browser.go(callback)).location, /status=completed/);
  assert.equal((await world.connections()).length, 2);
});
