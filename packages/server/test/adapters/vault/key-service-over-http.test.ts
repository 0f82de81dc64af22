/**
 * A whole server with a key-management service: its failures are reported as temporary, and no connection needs
 * reconnecting.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorTable } from "@svc/contract";
import { createCredentialProvider } from "../../../src/domain/connections/credential-provider.ts";
import { toServiceError } from "../../../src/entry/rest/problems.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { VaultError } from "../../../src/domain/vault/errors.ts";
import { openVault } from "../../../src/adapters/vault/vault.ts";
import { until } from "../../entry/mcp/until.ts";
import { acme } from "../../entry/mcp/providers.ts";
import { makeFixture, type Fixture } from "../../entry/mcp/fixture.ts";
import { startKeyService, type KeyService } from "./key-service.ts";

type Called = { status: number; retryAfter: string | null; body: Record<string, unknown>; text: string };

async function call(fixture: Fixture, method: string, path: string, body?: unknown, key?: string): Promise<Called> {
  const headers = {
    authorization: `Bearer ${fixture.owner.key}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${fixture.url}${path}`, init);
  const text = await response.text();
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, text, body: JSON.parse(text) as Record<string, unknown> };
}

/** Rotates in another process, so that this server needs the service again although it had cached every key. */
async function makeKeysNeeded(fixture: Fixture, service: KeyService): Promise<void> {
  const [first = "", second = ""] = service.rootKeys.keyIds;
  const { store, platform } = fixture.deployment;
  for (const keyIds of [
    [second, first],
    [first, second],
  ]) {
    const other = await openVault({
      rootKeys: { ...service.rootKeys, keyIds },
      store: store.vault,
      sandbox: false,
      platform,
    });
    await other.rotate();
  }
}

for (const mode of ["throttles", "denies", "foreign"] as const) {
  test(`while the service ${mode}, answers 503 without dispatching, and recovers afterwards`, async () => {
    const service = startKeyService(["kms-1", "kms-2"]);
    const fixture = await makeFixture({ providers: [acme], rootKeys: service.rootKeys });
    try {
      const { id } = await fixture.connect();
      const path = `/v1/tenants/${fixture.owner.tenantId}/connections/${id}`;
      const read = () => call(fixture, "POST", `${path}/actions/things.list:execute`, { input: {} });
      const write = () =>
        call(fixture, "POST", `${path}/actions/things.create:execute`, { input: { name: "one" } }, "key-1");
      assert.equal((await read()).status, 200);
      await makeKeysNeeded(fixture, service);
      service.mode = mode;
      const deadline = Date.now() + 60_000;
      let refused = await read();
      while (refused.status === 200 && Date.now() < deadline) refused = await read();
      for (const response of [refused, await write()]) {
        assert.deepEqual([response.status, response.body["code"]], [503, "ACTION_NOT_DISPATCHED"], response.text);
        assert.equal(response.body["retryable"], true);
        assert.ok(response.retryAfter !== null);
      }
      const tested = await call(fixture, "POST", `${path}:test`, undefined, "test-1");
      assert.deepEqual([tested.status, tested.body["retryable"]], [503, true], tested.text);
      assert.deepEqual(fixture.sent, [], "nothing left");
      assert.equal((await call(fixture, "GET", path)).body["status"], "active");
      assert.equal((await call(fixture, "GET", "/readyz")).status, 503);
      service.mode = "responses";
      assert.equal((await write()).status, 200);
      assert.equal(fixture.sent.length, 1);
      assert.equal((await call(fixture, "POST", `${path}:test`, undefined, "test-1")).status, 200);
      // The health result is reused for half a second.
      await until(async () => ((await call(fixture, "GET", "/readyz")).status === 200 ? true : null));
      assert.doesNotMatch(fixture.log(), /canary-request-body|Throttling/);
    } finally {
      await fixture.close();
    }
  });
}

/**
 * Opens a session of the owner and exchanges its token; returns a function that submits its credential from the
 * application's own form.
 */
async function openSession(fixture: Fixture): Promise<() => Promise<Response>> {
  const { key, tenantId } = await fixture.newOwner({ allowedReturnUrls: ["https://app.example/done"] });
  const path = `/v1/tenants/${tenantId}/connect-sessions`;
  const json = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const asked = { provider: "acme", allowedOrigin: "https://app.example", returnUrl: "https://app.example/done" };
  const made = await fetch(`${fixture.url}${path}`, {
    method: "POST",
    headers: { ...json, "idempotency-key": "session-1" },
    body: JSON.stringify({ ...asked, authKind: "static_credential", requestedActions: ["things.list"] }),
  });
  const { token } = (await made.json()) as { token: string };
  const post = (name: string, secret: string, body: unknown): Promise<Response> =>
    fetch(`${fixture.url}/connect/v1/${name}`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${secret}`, origin: "https://app.example" },
      body: JSON.stringify(body),
    });
  const { sessionSecret } = (await (await post("exchange", "", { token })).json()) as { sessionSecret: string };
  assert.equal(typeof sessionSecret, "string");
  return () => post("credential", sessionSecret, { access_token: "acme_1" });
}

test("while the service fails, answers a credential with a 503 that its form can read, and connects afterwards", async () => {
  const service = startKeyService();
  const fixture = await makeFixture({ providers: [acme], rootKeys: service.rootKeys });
  try {
    const submit = await openSession(fixture);
    service.mode = "throttles";
    const refused = await submit();
    const { code, retryable } = (await refused.json()) as Record<string, unknown>;
    assert.deepEqual([refused.status, code, retryable], [503, "OVERLOADED", true]);
    assert.equal(refused.headers.get("retry-after"), "1");
    assert.equal(refused.headers.get("access-control-allow-origin"), "https://app.example");
    service.mode = "responses";
    const connected = await submit();
    assert.deepEqual([connected.status, ((await connected.json()) as { status: string }).status], [200, "completed"]);
  } finally {
    await fixture.close();
  }
});

test("waits for a slow service", async () => {
  const service = startKeyService(["kms-1", "kms-2"]);
  const fixture = await makeFixture({ providers: [acme], rootKeys: service.rootKeys });
  try {
    const { id } = await fixture.connect();
    await makeKeysNeeded(fixture, service);
    service.latencyMs = 300;
    const path = `/v1/tenants/${fixture.owner.tenantId}/connections/${id}/actions/things.list:execute`;
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(fixture, "POST", path, { input: {} })));
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  } finally {
    await fixture.close();
  }
});

test("stops waiting for the service when the call's own time is up", async () => {
  const told: boolean[] = [];
  const credentials = createCredentialProvider({
    credentials: { open: () => new Promise(() => undefined), openFromCache: () => null },
    connections: { find: () => assert.fail("the connection must not be looked up") },
    refreshes: { isSuperseded: () => assert.fail("nothing is refreshed") },
    refresh: () => assert.fail("nothing is refreshed"),
    platform: systemPlatform,
    inFlight: new Set(),
    onUnreadable: (_connectionId, isLocked) => void told.push(isLocked),
  });
  const [auth] = acme.auth;
  assert.ok(auth !== undefined);
  const sealContext = { clientId: "scl_1", tenantId: "ten_1", connectionId: "con_1", version: 1 };
  const sealed = {
    ...sealContext,
    record: new Uint8Array(),
    provider: acme,
    auth,
    listedOrigin: "",
    grantedActions: [],
  };
  assert.deepEqual(await credentials.open(sealed, systemPlatform.monotonicMs() + 20), { kind: "locked" });
  assert.deepEqual(told, [true]);
});

test("reports missing root keys as retryable and an unreadable record as a defect", () => {
  for (const code of ["ROOT_KEYS_UNAVAILABLE", "ROOT_KEYS_DENIED"] as const) {
    assert.equal(toServiceError(new VaultError(code)).code, "OVERLOADED");
  }
  const defect = toServiceError(new VaultError("RECORD_UNREADABLE"));
  assert.deepEqual([defect.code, defect.detail], ["INTERNAL", errorTable.INTERNAL.detail]);
});
