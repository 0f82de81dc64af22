import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { CreatedConnectSession } from "@svc/contract";
import { createConnectFrontend } from "../../src/connect/frontend.ts";
import { createConnectSessions } from "../../src/connect/sessions.ts";
import { createCredentials } from "../../src/connections/credentials.ts";
import { VaultError } from "../../src/vault/errors.ts";
import { openWorld } from "../service-clients/world.ts";
import { credential, refusedWith, request } from "./flow.ts";
import { createWorld, memoryVault, origin } from "./memory.ts";

/** The rules of Connect over the real tables: one client, one tenant, a provider that says what the test wants. */
async function openStored(context: TestContext) {
  const world = createWorld();
  const { store, clock } = await openWorld(context);
  clock.nowMs = world.clock.nowMs;
  const { client } = world.caller;
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
  await store.tenants.create(world.tenant, { ...claim, tenantId: "-", key: "t" }, answers);
  const vault = { ...memoryVault };
  const deps = {
    ...world.deps,
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
    const scope = { ...claim, tenantId: world.tenant.id, key: name };
    const made = await sessions.create(world.caller, world.tenant.id, { ...request, completion }, scope);
    assert.ok(made.kind === "made");
    const { id, token = "" } = made.answer.body as CreatedConnectSession;
    const { sessionSecret } = await frontend.exchange(origin, token);
    return { id, submit: () => frontend.credential(origin, sessionSecret, credential) };
  };
  return { world, store, sessions, open, vault };
}

test("a session is completed once, however often its credential is submitted", async (context) => {
  const { world, store, open } = await openStored(context);
  const { submit } = await open("a", "automatic");
  const first = await submit();
  assert.deepEqual(await submit(), first);
  const { clientId, id } = world.tenant;
  const query = { provider: null, status: null, after: null, limit: 10 };
  assert.equal((await store.connections.list(clientId, id, query)).rows.length, 1);
});

test("confirmed completion gives a repeat the same code, and completes once", async (context) => {
  const { world, sessions, open } = await openStored(context);
  const { id, submit } = await open("a", "confirmed");
  const first = await submit();
  assert.deepEqual(await submit(), first);
  assert.ok(first.status === "awaiting_confirmation");
  const complete = (code: string) => sessions.complete(world.caller, world.tenant.id, id, code);
  await refusedWith("COMPLETION_CODE_INVALID", () => complete("cc_wrong"));
  const done = await complete(first.completionCode);
  assert.equal(done.status, "completed");
  assert.deepEqual(await complete(first.completionCode), done);
});

test("five refused credentials fail the session", async (context) => {
  const { world, sessions, open } = await openStored(context);
  const { id, submit } = await open("a", "automatic");
  world.provider.answers = [() => Promise.resolve({ kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } })];
  for (let count = 1; count <= 5; count += 1) await refusedWith("CREDENTIAL_REJECTED", submit);
  await refusedWith("CONNECT_SESSION_NOT_OPEN", submit);
  assert.equal((await sessions.get(world.caller, world.tenant.id, id)).status, "failed");
});

test("the fifth wrong code ends the session and destroys its credential, whatever was refused before", async (context) => {
  const { world, store, sessions, open } = await openStored(context);
  const { id, submit } = await open("a", "confirmed");
  const answer = world.provider.answers;
  world.provider.answers = [
    () => Promise.resolve({ kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } }),
    ...answer,
  ];
  await refusedWith("CREDENTIAL_REJECTED", submit);
  await submit();
  const complete = () => sessions.complete(world.caller, world.tenant.id, id, "cc_wrong");
  for (let count = 1; count <= 4; count += 1) await refusedWith("COMPLETION_CODE_INVALID", complete);
  assert.notEqual(await store.connectSessions.pendingCompletion(id), null);
  await refusedWith("COMPLETION_CODE_INVALID", complete);
  assert.equal(await store.connectSessions.pendingCompletion(id), null);
  const shown = await sessions.get(world.caller, world.tenant.id, id);
  assert.deepEqual([shown.status, shown.error?.code], ["failed", "COMPLETION_CODE_INVALID"]);
});

test("a tenant that is deleted while its credential is sealed or opened ends the session; a key that is gone alone is a fault", async (context) => {
  for (const [way, completion] of [
    ["sealCredential", "automatic"],
    ["sealCredential", "confirmed"],
    ["openCredential", "confirmed"],
  ] as const) {
    const { world, store, sessions, open, vault } = await openStored(context);
    const { id, submit } = await open("a", completion);
    const { clientId, id: tenantId } = world.tenant;
    const complete = (code: string) => sessions.complete(world.caller, tenantId, id, code);
    const first = way === "openCredential" ? await submit() : null;
    const act = first?.status === "awaiting_confirmation" ? () => complete(first.completionCode) : submit;
    vault[way] = () => Promise.reject(new VaultError("TENANT_KEY_ABSENT"));
    if (first !== null) await assert.rejects(act, { code: "TENANT_KEY_ABSENT" });
    vault[way] = async () => {
      assert.equal(await store.tenants.remove(clientId, tenantId, world.clock.nowMs, true), "removed");
      throw new VaultError("TENANT_KEY_ABSENT");
    };
    await refusedWith("CONNECT_SESSION_NOT_OPEN", act);
  }
});
