import assert from "node:assert/strict";
import { test } from "node:test";
import { createConnectSessions } from "../../../src/domain/connect-sessions/sessions.ts";
import { createCredentials } from "../../../src/domain/connections/sealed-credential.ts";
import { VaultError } from "../../../src/domain/vault/errors.ts";
import { bindingVault, createFixture } from "./fixture.ts";
import { opened, refusedWith } from "./flow.ts";

/** Sessions whose vault the test can change. */
async function openStored() {
  const fixture = await createFixture();
  const vault = { ...bindingVault };
  fixture.deps.credentials = createCredentials({
    sealCredential: (...given) => vault.sealCredential(...given),
    openCredential: (...given) => vault.openCredential(...given),
    openCredentialFromCache: () => null,
  });
  const sessions = createConnectSessions(fixture.deps);
  const open = async (completion: "automatic" | "confirmed") => {
    const { session, submit } = await opened(fixture, { completion });
    return { id: session.id, submit };
  };
  return { fixture, store: fixture.store, sessions, open, vault };
}

test("the fifth wrong code fails the session and destroys its credential, regardless of earlier rejections", async () => {
  const { fixture, store, sessions, open } = await openStored();
  const { id, submit } = await open("confirmed");
  const response = fixture.provider.responses;
  fixture.provider.responses = [
    () => Promise.resolve({ kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } }),
    ...response,
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

test("deleting a tenant while its credential is sealed or opened ends the session; a missing key alone is a fault", async () => {
  for (const [method, completion] of [
    ["sealCredential", "automatic"],
    ["sealCredential", "confirmed"],
    ["openCredential", "confirmed"],
  ] as const) {
    const { fixture, store, sessions, open, vault } = await openStored();
    const { id, submit } = await open(completion);
    const { clientId, id: tenantId } = fixture.tenant;
    const complete = (code: string) => sessions.complete(fixture.caller, tenantId, id, code);
    const first = method === "openCredential" ? await submit() : null;
    const act = first?.status === "awaiting_confirmation" ? () => complete(first.completionCode) : submit;
    vault[method] = () => Promise.reject(new VaultError("TENANT_KEY_ABSENT"));
    if (first !== null) await assert.rejects(act, { code: "TENANT_KEY_ABSENT" });
    vault[method] = async () => {
      assert.equal(await store.tenants.remove(clientId, tenantId, fixture.clock.nowMs, true, "operator"), "removed");
      throw new VaultError("TENANT_KEY_ABSENT");
    };
    await refusedWith("CONNECT_SESSION_NOT_OPEN", act);
  }
});
