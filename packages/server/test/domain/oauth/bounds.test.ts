/**
 * Provider requests outside of executions are bounded together with executions: connection tests and callbacks.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { atProvider, connected } from "./steps.ts";
import { makeFixture, type Called } from "./fixture.ts";

/** An operation that waits until it is released. */
function createGate(): { reached: Promise<void>; wait: () => Promise<void>; release: () => void } {
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

test("bounds concurrent connection tests together with executions, and a refusal claims no key", async (t) => {
  const fixture = await makeFixture(t, { env: { SVC_CONCURRENCY_PER_CONNECTION: "1" } });
  const id = await connected(fixture);
  const path = `/v1/tenants/${fixture.owner.tenantId}/connections/${id}`;
  const run = (key: string): Promise<Called> => fixture.call("POST", `${path}:test`, undefined, fixture.owner, key);
  const done = await run("done");
  assert.equal(done.status, 200);
  const gate = createGate();
  fixture.server.beforeIdentified = gate.wait;
  const before = fixture.server.identified;
  const first = run("first");
  await gate.reached;
  assertRefused(await run("second"), { connection_id: id });
  const execution = fixture.call("POST", `${path}/actions/notes.list:execute`, { input: {} });
  assertRefused(await execution, { connection_id: id });
  assert.deepEqual((await run("done")).body, done.body, "a replay sends nothing and needs no slot");
  assert.equal((await run("first")).body["code"], "IDEMPOTENCY_KEY_IN_PROGRESS");
  assert.equal(fixture.server.identified, before + 1, "a refused test called the provider");
  gate.release();
  assert.equal((await first).status, 200);
  assert.equal((await run("second")).status, 200, "a refused test stored its key");
  assert.equal((await fixture.call("POST", `${path}/actions/notes.list:execute`, { input: {} })).status, 200);
});

test("bounds the connection tests of a tenant together", async (t) => {
  const fixture = await makeFixture(t, { env: { SVC_CONCURRENCY_PER_TENANT: "1", SVC_CONCURRENCY_PER_CLIENT: "2" } });
  const id = await connected(fixture);
  fixture.server.account = "grace";
  const other = await connected(fixture);
  const run = (connectionId: string): Promise<Called> =>
    fixture.call("POST", `/v1/tenants/${fixture.owner.tenantId}/connections/${connectionId}:test`);
  const gate = createGate();
  fixture.server.beforeIdentified = gate.wait;
  const first = run(id);
  await gate.reached;
  const refused = await run(other);
  assertRefused(refused, { tenant_id: fixture.owner.tenantId });
  gate.release();
  assert.equal((await first).status, 200);
  assert.equal((await run(other)).status, 200);
});

test("bounds concurrent callbacks of a tenant, and a refused response can be used later", async (t) => {
  const fixture = await makeFixture(t, { env: { SVC_CONCURRENCY_PER_TENANT: "1" } });
  const [one, two] = [await atProvider(fixture), await atProvider(fixture)];
  const gate = createGate();
  fixture.server.beforeResponse = gate.wait;
  const first = one.browser.go(fixture.server.agree(one.location));
  await gate.reached;
  const callback = fixture.server.agree(two.location);
  const page = await two.browser.go(callback);
  assert.equal(page.status, 409);
  assert.match(page.html, /reload this page/i);
  assert.equal(fixture.server.tokenRequests.length, 1, "a refused callback exchanged its code");
  assert.equal((await fixture.session(two.session.id)).status, "authorizing");
  gate.release();
  assert.match((await first).location, /status=completed/);
  assert.match((await two.browser.go(callback)).location, /status=completed/);
  assert.equal((await fixture.connections()).length, 2);
});
