import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { CreatedConnectSession } from "@svc/contract";
import { createConnectFrontend } from "../../src/connect/frontend.ts";
import { createConnectSessions } from "../../src/connect/sessions.ts";
import { createCredentials } from "../../src/connections/credentials.ts";
import { VaultError } from "../../src/vault/errors.ts";
import { openFixture } from "../service-clients/fixture.ts";
import { credential, refusedWith, request } from "./flow.ts";
import { createFixture, memoryVault, origin } from "./fixture.ts";

/** Connect's rules over the real tables: one client, one tenant, and a provider that returns what the test wants. */
async function openStored(context: TestContext) {
  const fixture = createFixture();
  const { store, clock } = await openFixture(context);
  clock.nowMs = fixture.clock.nowMs;
  const { client } = fixture.caller;
  const key = {
    id: "k1",
    clientId: client.id,
    name: "default",
    hash: "1.h",
    createdAt: 0,
    expiresAt: null,
    revokedAt: null,
  };
  await store.serviceClients.create(client, key);
  const claim = { clientId: client.id, fingerprint: "1.f", ownerId: "o", createdAt: 0 };
  const kept = { status: 201, body: {} };
  const answers = { created: kept, exists: () => kept };
  await store.tenants.create(fixture.tenant, { ...claim, tenantId: "-", key: "t" }, answers);
  const vault = { ...memoryVault };
  const deps = {
    ...fixture.deps,
    credentials: createCredentials({
      sealCredential: (...given) => vault.sealCredential(...given),
      openCredential: (...given) => vault.openCredential(...given),
      openCredentialFromCache: () => null,
    }),
    store: store.connectSessions,
    connections: store.connections,
    tenants: store.tenants,
    serviceClients: store.serviceClients,
  };
  const sessions = createConnectSessions(deps);
  const frontend = createConnectFrontend(deps);
  const open = async (name: string, completion: "automatic" | "confirmed") => {
    const scope = { ...claim, tenantId: fixture.tenant.id, key: name };
    const made = await sessions.create(fixture.caller, fixture.tenant.id, { ...request, completion }, scope);
    assert.ok(made.kind === "made");
    const { id, token = "" } = made.answer.body as CreatedConnectSession;
    const { sessionSecret } = await frontend.exchange(origin, token);
    return { id, submit: () => frontend.credential(origin, sessionSecret, credential) };
  };
  return { fixture, store, sessions, open, vault };
}

test("completes a session once, however often its credential is submitted", async (context) => {
  const { fixture, store, open } = await openStored(context);
  const { submit } = await open("a", "automatic");
  const first = await submit();
  assert.deepEqual(await submit(), first);
  const { clientId, id } = fixture.tenant;
  const query = { provider: null, status: null, after: null, limit: 10 };
  assert.equal((await store.connections.list(clientId, id, query)).rows.length, 1);
});

test("confirmed completion returns the same code to a repeat, and completes once", async (context) => {
  const { fixture, sessions, open } = await openStored(context);
  const { id, submit } = await open("a", "confirmed");
  const first = await submit();
  assert.deepEqual(await submit(), first);
  assert.ok(first.status === "awaiting_confirmation");
  const complete = (code: string) => sessions.complete(fixture.caller, fixture.tenant.id, id, code);
  await refusedWith("COMPLETION_CODE_INVALID", () => complete("cc_wrong"));
  const done = await complete(first.completionCode);
  assert.equal(done.status, "completed");
  assert.deepEqual(await complete(first.completionCode), done);
});

test("five refused credentials fail the session", async (context) => {
  const { fixture, sessions, open } = await openStored(context);
  const { id, submit } = await open("a", "automatic");
  fixture.provider.answers = [() => Promise.resolve({ kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } })];
  for (let count = 1; count <= 5; count += 1) await refusedWith("CREDENTIAL_REJECTED", submit);
  await refusedWith("CONNECT_SESSION_NOT_OPEN", submit);
  assert.equal((await sessions.get(fixture.caller, fixture.tenant.id, id)).status, "failed");
});

test("the fifth wrong code ends the session and destroys its credential, whatever was refused before", async (context) => {
  const { fixture, store, sessions, open } = await openStored(context);
  const { id, submit } = await open("a", "confirmed");
  const answer = fixture.provider.answers;
  fixture.provider.answers = [
    () => Promise.resolve({ kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } }),
    ...answer,
  ];
  await refusedWith("CREDENTIAL_REJECTED", submit);
  await submit();
  const complete = () => sessions.complete(fixture.caller, fixture.tenant.id, id, "cc_wrong");
  for (let count = 1; count <= 4; count += 1) await refusedWith("COMPLETION_CODE_INVALID", complete);
  assert.notEqual(await store.connectSessions.pendingCompletion(id), null);
  await refusedWith("COMPLETION_CODE_INVALID", complete);
  assert.equal(await store.connectSessions.pendingCompletion(id), null);
  const shown = await sessions.get(fixture.caller, fixture.tenant.id, id);
  assert.deepEqual([shown.status, shown.error?.code], ["failed", "COMPLETION_CODE_INVALID"]);
});

test("deleting a tenant while its credential is sealed or opened ends the session; a missing key alone is a fault", async (context) => {
  for (const [way, completion] of [
    ["sealCredential", "automatic"],
    ["sealCredential", "confirmed"],
    ["openCredential", "confirmed"],
  ] as const) {
    const { fixture, store, sessions, open, vault } = await openStored(context);
    const { id, submit } = await open("a", completion);
    const { clientId, id: tenantId } = fixture.tenant;
    const complete = (code: string) => sessions.complete(fixture.caller, tenantId, id, code);
    const first = way === "openCredential" ? await submit() : null;
    const act = first?.status === "awaiting_confirmation" ? () => complete(first.completionCode) : submit;
    vault[way] = () => Promise.reject(new VaultError("TENANT_KEY_ABSENT"));
    if (first !== null) await assert.rejects(act, { code: "TENANT_KEY_ABSENT" });
    vault[way] = async () => {
      assert.equal(await store.tenants.remove(clientId, tenantId, fixture.clock.nowMs, true), "removed");
      throw new VaultError("TENANT_KEY_ABSENT");
    };
    await refusedWith("CONNECT_SESSION_NOT_OPEN", act);
  }
});
