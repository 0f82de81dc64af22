import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection, TestedConnection } from "@svc/contract";
import type { ListedOrigins } from "../../../src/domain/catalog/listed-origins.ts";
import { createConnections } from "../../../src/domain/connections/connections.ts";
import { createCredentialProvider } from "../../../src/domain/connections/credential-provider.ts";
import { compileSchema } from "../../../src/domain/schemas/compile.ts";
import { connected, refusedWith } from "../connect-sessions/flow.ts";
import { alive, createFixture, refused, unsure } from "../connect-sessions/fixture.ts";

async function createConnection(origins?: Pick<ListedOrigins, "isListed">) {
  const fixture = await createFixture();
  const id = await connected(fixture);
  const { deps } = fixture;
  const store = fixture.store.connections;
  const credentials = createCredentialProvider({
    credentials: deps.credentials,
    connections: store,
    refreshes: { isSuperseded: () => assert.fail("a static credential is not refreshed") },
    refresh: () => assert.fail("a static credential can't be refreshed"),
    platform: deps.platform,
    inFlight: new Set(),
    onUnreadable: () => assert.fail("a record does not open"),
  });
  const provider = (slug: string) => deps.catalog.provider(slug);
  const connections = createConnections({
    ...deps,
    store,
    credentials,
    callTimeoutMs: 1000,
    provider,
    origins: origins ?? deps.catalog.origins,
  });
  const at = [fixture.caller, fixture.tenant.id, id] as const;
  return { fixture, connections, id, at, test: () => connections.test(...at), row: () => fixture.connection(id) };
}

test("a test of a connection whose origin isn't listed anymore sends nothing", async () => {
  const { fixture, connections, at } = await createConnection({ isListed: () => false });
  const { calls } = fixture.provider;
  const error = await refusedWith("CONNECTION_NOT_ACTIVE", () => connections.test(...at));
  assert.match(error.detail, /no longer lists the server/);
  await refusedWith("CONNECTION_NOT_ACTIVE", () => connections.checkTestable(...at));
  assert.equal(fixture.provider.calls, calls);
});

test("shows a connection without its credential", async () => {
  const { fixture, connections, at } = await createConnection();
  const shown = await connections.get(...at);
  assert.deepEqual(compileSchema(Connection)(shown), []);
  assert.deepEqual([shown.auth_config, shown.provider_binding, shown.account.slug], [{}, null, "acme"]);
  const listed = await connections.list(fixture.caller, fixture.tenant.id, { limit: 20 });
  assert.deepEqual(listed, { connections: [shown], nextCursor: null });
  assert.equal(JSON.stringify(listed).includes("CANARY"), false);
});

test("treats another client's or tenant's connection and a malformed id as missing", async () => {
  const { fixture, connections, id } = await createConnection();
  const stranger = { client: { ...fixture.caller.client, id: "scl_other" }, keyId: "k", tenants: null };
  for (const args of [
    [stranger, fixture.tenant.id, id],
    [fixture.caller, "ten_other", id],
    [fixture.caller, fixture.tenant.id, "con_\u0000"],
  ] as const) {
    const [caller, tenantId, connectionId] = args;
    for (const name of ["get", "disconnect", "test", "checkTestable"] as const) {
      await refusedWith("CONNECTION_NOT_FOUND", () => connections[name](caller, tenantId, connectionId));
    }
  }
});

test("reports a valid credential as ok, and reactivates a connection that needs reconnecting", async () => {
  const { fixture, test: run, row, id } = await createConnection();
  const result = await run();
  assert.deepEqual(compileSchema(TestedConnection)(result), []);
  assert.deepEqual([result.ok, result.account?.slug, result.error], [true, "acme", null]);
  assert.equal((await row())?.lastTestedAt, fixture.clock.nowMs);
  assert.equal(await fixture.store.connections.markNeedsReconnect(id, 1, fixture.clock.nowMs, { by: "system" }), true);
  await run();
  assert.equal((await row())?.status, "active");
});

test("reports a refused credential as a result, and the connection needs reconnecting", async () => {
  const { fixture, test: run, row } = await createConnection();
  fixture.provider.responses = [refused];
  const result = await run();
  assert.deepEqual([result.ok, result.account, result.error?.code], [false, null, "PROVIDER_UNAUTHORIZED"]);
  assert.equal((await row())?.status, "needs_reconnect");
});

test("reports a refusal that doesn't invalidate the credential as a result, and changes no status", async () => {
  for (const code of ["PROVIDER_FORBIDDEN", "PROVIDER_REJECTED"] as const) {
    const { fixture, test: run, row } = await createConnection();
    fixture.provider.responses = [() => Promise.resolve({ kind: "refused", refusal: { code } })];
    const result = await run();
    assert.deepEqual([result.ok, result.account, result.error?.code], [false, null, code]);
    const tested = await row();
    assert.deepEqual([tested?.status, tested?.lastTestedAt], ["active", fixture.clock.nowMs]);
  }
});

test("reports another account as a result, and changes no status", async () => {
  const { fixture, test: run, row } = await createConnection();
  fixture.provider.responses = [alive("other")];
  const result = await run();
  assert.deepEqual(
    [result.ok, result.account?.slug, result.error?.code],
    [false, "other", "CONNECTION_ACCOUNT_MISMATCH"],
  );
  assert.equal((await row())?.status, "active");
});

test("returns a 503 for an inconclusive test, and changes nothing", async () => {
  const { fixture, test: run, row } = await createConnection();
  const before = await row();
  fixture.provider.responses = [unsure];
  await refusedWith("PROVIDER_UNREACHABLE", run);
  fixture.provider.responses = [
    () => Promise.resolve({ kind: "unsure", refusal: { code: "PROVIDER_RATE_LIMITED", retryAfterSeconds: 17 } }),
  ];
  assert.equal((await refusedWith("PROVIDER_RATE_LIMITED", run)).retryAfterSeconds, 17);
  assert.deepEqual(await row(), before);
});

test("the refusal of a replaced credential changes nothing", async () => {
  const { fixture, test: run, row, id } = await createConnection();
  fixture.provider.responses = [() => (fixture.replaceCredential(id), refused())];
  assert.equal((await run()).ok, false);
  assert.equal((await row())?.status, "active");
});

test("a disconnected connection is final, and can't be tested", async () => {
  const { fixture, connections, id, at, test: run } = await createConnection();
  const calls = fixture.provider.calls;
  assert.equal((await connections.disconnect(...at)).status, "disconnected");
  const again = await connections.disconnect(...at);
  assert.equal(again.status, "disconnected");
  assert.equal(await fixture.record(id), null);
  await refusedWith("CONNECTION_NOT_ACTIVE", run);
  assert.equal(fixture.provider.calls, calls, "the provider is not called");
  const trail = await fixture.store.audit.page(at[0].client.id, 0, 100);
  assert.equal(trail.filter(({ type }) => type === "connection.disconnected").length, 1);
});

test("a test records the credential's expiry, unless it belongs to another account", async () => {
  const { fixture, connections, at, test: run } = await createConnection();
  const end = fixture.clock.nowMs + 86_400_000;
  assert.equal((await connections.get(...at)).credentialExpiresAt, null);
  fixture.provider.responses = [alive("other", end)];
  await run();
  assert.equal((await connections.get(...at)).credentialExpiresAt, null);
  fixture.provider.responses = [alive("acme", end)];
  await run();
  const shown = await connections.get(...at);
  assert.equal(shown.credentialExpiresAt, new Date(end).toISOString());
  assert.deepEqual(compileSchema(Connection)(shown), []);
});
