/** A disconnect with revocation, through the whole server. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { readConfig } from "../../../src/app/config.ts";
import { makeFixture, type Fixture } from "./fixture.ts";
import { connected } from "./steps.ts";

const wanted = { SVC_OAUTH_ACME_REVOKE_ON_DISCONNECT: "true" };

async function disconnected(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  response?: { status: number; body: unknown },
) {
  const fixture = await makeFixture(t, { env });
  const id = await connected(fixture);
  if (response !== undefined) fixture.server.revocationResponses.push(response);
  const path = `/v1/tenants/${fixture.owner.tenantId}/connections/${id}`;
  const { status, body } = await fixture.call("DELETE", path);
  assert.deepEqual([status, body["status"]], [200, "disconnected"], JSON.stringify(body));
  return { fixture, again: () => fixture.call("DELETE", path) };
}

function tokens({ server }: Fixture): (string | undefined)[] {
  return server.revocations.map(({ token }) => token);
}

test("revokes the token once, after the connection is disconnected", async (t) => {
  const { fixture, again } = await disconnected(t, wanted);
  assert.deepEqual(tokens(fixture), [fixture.server.given.find((text) => text.startsWith("rt-"))]);
  assert.deepEqual(await fixture.audit("credential.revoked"), [{ provider: "acme" }]);
  assert.equal((await again()).status, 200);
  assert.equal(fixture.server.revocations.length, 1);
});

test("a failing revocation stops no disconnect, and is in the audit trail", async (t) => {
  const { fixture } = await disconnected(t, wanted, { status: 503, body: { error: "canary" } });
  assert.deepEqual(await fixture.audit("credential.revoked"), []);
  const failed = { provider: "acme", reason: "status_503" };
  assert.deepEqual(await fixture.audit("credential.revocation_failed"), [failed]);
  assert.equal((await fixture.audit("connection.disconnected")).length, 1);
});

test("sends nothing unless the operator wants it", async (t) => {
  for (const env of [
    {},
    { SVC_OAUTH_OTHER_REVOKE_ON_DISCONNECT: "true" },
    { SVC_OAUTH_ACME_REVOKE_ON_DISCONNECT: "false" },
  ]) {
    const { fixture } = await disconnected(t, env);
    assert.deepEqual(tokens(fixture), []);
    assert.deepEqual(await fixture.audit("credential.revocation_failed"), []);
  }
});

test("reads the setting, with a slug's hyphens as underscores, and rejects any other value", () => {
  const config = readConfig({
    SVC_OAUTH_BIG_BOX_REVOKE_ON_DISCONNECT: "true",
    SVC_OAUTH_ACME_REVOKE_ON_DISCONNECT: "false",
  });
  assert.deepEqual([...config.revokesOnDisconnect], ["big-box"]);
  assert.throws(
    () => readConfig({ SVC_OAUTH_ACME_REVOKE_ON_DISCONNECT: "yes" }),
    /SVC_OAUTH_ACME_REVOKE_ON_DISCONNECT/,
  );
});
