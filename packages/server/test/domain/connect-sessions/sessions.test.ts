import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "@svc/contract";
import { vaultContext } from "../../../src/domain/connections/sealed-credential.ts";
import { createConnectSessions } from "../../../src/domain/connect-sessions/sessions.ts";
import { connected, created, opened, refusedWith, request } from "./flow.ts";
import { alive, createFixture, newClaim, origin, publicUrl } from "./fixture.ts";

test("the creation response contains the token, and nothing stored does", async () => {
  const fixture = await createFixture();
  const session = await created(fixture);
  assert.match(session.token, /^cst_[A-Za-z0-9_-]{43}$/);
  assert.equal(session.status, "pending");
  assert.equal(session.connection_id, null);
  assert.equal(session.connectUrl, `${publicUrl}/connect/${session.id}`);
  assert.equal(Date.parse(session.expiresAt) - Date.parse(session.createdAt), 30 * 60 * 1000);
  const sessions = createConnectSessions(fixture.deps);
  const shown = await sessions.get(fixture.caller, fixture.tenant.id, session.id);
  assert.equal("token" in shown, false);
  const kept = JSON.stringify([await fixture.sessions(), fixture.audit, shown]);
  assert.equal(kept.includes(session.token), false);
});

test("the key stores the response without the token", async () => {
  const fixture = await createFixture();
  const responses: unknown[] = [];
  const { store } = fixture.deps;
  fixture.deps.store = {
    ...store,
    create: (session, claim, response, by) => (responses.push(response), store.create(session, claim, response, by)),
  };
  const { token, ...rest } = await created(fixture);
  assert.ok(token.length > 40);
  assert.deepEqual(responses, [{ status: 201, body: rest }]);
});

const refusals: readonly [string, Partial<typeof request> & Record<string, unknown>, ErrorCode][] = [
  ["an unknown provider", { provider: "unknown" }, "PROVIDER_NOT_AVAILABLE"],
  ["an auth kind that the provider doesn't have", { authKind: "oauth2_authorization_code" }, "INVALID_REQUEST"],
  ["an origin that is not registered", { allowedOrigin: "https://evil.example" }, "ORIGIN_NOT_REGISTERED"],
  ["a return URL that is not registered", { returnUrl: `${origin}/doneevil` }, "RETURN_URL_NOT_REGISTERED"],
  ["an unknown action", { requestedActions: ["secrets.steal"] }, "ACTION_NOT_FOUND"],
  ["a malformed connection id", { connection_id: "con_x" }, "CONNECTION_NOT_FOUND"],
];

for (const [name, input, code] of refusals) {
  test(`rejects ${name} before anything is stored`, async () => {
    const fixture = await createFixture();
    await refusedWith(code, () => created(fixture, input));
    assert.equal((await fixture.sessions()).length, 0);
  });
}

test("makes the checks in order, from provider to connection", async () => {
  const fixture = await createFixture();
  const wrong = { requestedActions: ["secrets.steal"], connection_id: "con_x" };
  await refusedWith("ACTION_NOT_FOUND", () => created(fixture, wrong));
  await refusedWith("RETURN_URL_NOT_REGISTERED", () => created(fixture, { ...wrong, returnUrl: "x" }));
  await refusedWith("ORIGIN_NOT_REGISTERED", () => created(fixture, { ...wrong, returnUrl: "x", allowedOrigin: "x" }));
});

test("an empty policy, list of origins or list of return URLs allows nothing", async () => {
  for (const [part, code] of [
    [{ allowedActions: [] }, "PROVIDER_NOT_AVAILABLE"],
    [{ allowedOrigins: [] }, "ORIGIN_NOT_REGISTERED"],
    [{ allowedReturnUrls: [] }, "RETURN_URL_NOT_REGISTERED"],
  ] as const) {
    const fixture = await createFixture();
    await fixture.changeClient(part);
    await refusedWith(code, () => created(fixture));
  }
});

test("requestedActions is optional only for a reconnect, and then keeps the grants", async () => {
  const fixture = await createFixture();
  const sessions = createConnectSessions(fixture.deps);
  const claim = newClaim(fixture.tenant);
  const { requestedActions, ...without } = request;
  await refusedWith("INVALID_REQUEST", () => sessions.create(fixture.caller, fixture.tenant.id, without, claim));
  const connection_id = await connected(fixture);
  const made = await sessions.create(fixture.caller, fixture.tenant.id, { ...without, connection_id }, claim);
  assert.ok(made.kind === "made");
  assert.deepEqual((made.response.body as { requestedActions: string[] }).requestedActions, requestedActions);
});

test("does not reconnect a disconnected connection", async () => {
  const fixture = await createFixture();
  const connection_id = await connected(fixture);
  const { client } = fixture.caller;
  await fixture.store.connections.disconnect(
    client.id,
    fixture.tenant.id,
    connection_id,
    fixture.clock.nowMs,
    "operator",
  );
  await refusedWith("CONNECTION_NOT_ACTIVE", () => created(fixture, { connection_id }));
});

for (const required of [{ requireConfirmed: true }, { requireConfirmedCompletion: true }]) {
  test(`with ${Object.keys(required).join()} a session is confirmed, and can't be automatic`, async () => {
    const fixture = await createFixture(required);
    assert.equal((await created(fixture)).completion, "confirmed");
    assert.equal((await created(fixture, { completion: "confirmed" })).completion, "confirmed");
    const error = await refusedWith("INVALID_REQUEST", () => created(fixture, { completion: "automatic" }));
    assert.deepEqual(
      error.errors?.map(({ pointer }) => pointer),
      ["/completion"],
    );
  });
}

test("without a requirement, a session is automatic unless it asks to be confirmed", async () => {
  const fixture = await createFixture();
  assert.equal((await created(fixture)).completion, "automatic");
  assert.equal((await created(fixture, { completion: "confirmed" })).completion, "confirmed");
});

test("treats a session of another client or tenant, and a malformed id, as missing", async () => {
  const fixture = await createFixture();
  const { id } = await created(fixture);
  const sessions = createConnectSessions(fixture.deps);
  const stranger = { client: { ...fixture.caller.client, id: "scl_other" }, keyId: "k", tenants: null };
  await refusedWith("CONNECT_SESSION_NOT_FOUND", () => sessions.get(stranger, fixture.tenant.id, id));
  await refusedWith("CONNECT_SESSION_NOT_FOUND", () => sessions.get(fixture.caller, "ten_other", id));
  await refusedWith("CONNECT_SESSION_NOT_FOUND", () => sessions.get(fixture.caller, fixture.tenant.id, "cs_\u0000"));
});

test("cancel ends an open session for good, and is rejected for one that ended in another way", async () => {
  const fixture = await createFixture();
  const sessions = createConnectSessions(fixture.deps);
  const { session, submit } = await opened(fixture);
  assert.equal((await sessions.cancel(fixture.caller, fixture.tenant.id, session.id)).status, "cancelled");
  assert.equal((await sessions.cancel(fixture.caller, fixture.tenant.id, session.id)).status, "cancelled");
  await refusedWith("CONNECT_SESSION_NOT_OPEN", () => submit());
  const done = await opened(fixture);
  await done.submit();
  await refusedWith("CONNECT_SESSION_NOT_OPEN", () =>
    sessions.cancel(fixture.caller, fixture.tenant.id, done.session.id),
  );
});

test("shows a session as expired past its expiry even before it is swept", async () => {
  const fixture = await createFixture();
  const { id } = await created(fixture);
  fixture.clock.nowMs += 30 * 60 * 1000;
  const sessions = createConnectSessions(fixture.deps);
  assert.equal((await sessions.get(fixture.caller, fixture.tenant.id, id)).status, "expired");
  await refusedWith("CONNECT_SESSION_NOT_OPEN", () => sessions.cancel(fixture.caller, fixture.tenant.id, id));
});

test("confirmed completion: the code completes once, and a repeat gets the same response", async () => {
  const fixture = await createFixture();
  const sessions = createConnectSessions(fixture.deps);
  const { session, submit } = await opened(fixture, { completion: "confirmed" });
  const response = await submit();
  assert.ok(response.status === "awaiting_confirmation");
  assert.match(response.completionCode, /^cc_/);
  assert.equal((await fixture.connections()).length, 0, "nothing is active before the backend confirms");
  const done = await sessions.complete(fixture.caller, fixture.tenant.id, session.id, response.completionCode);
  assert.equal(done.status, "completed");
  assert.equal((await fixture.connections()).length, 1);
  const again = await sessions.complete(fixture.caller, fixture.tenant.id, session.id, response.completionCode);
  assert.deepEqual(again, done);
  assert.equal((await fixture.connections()).length, 1);
  const connection = await fixture.connection(done.connection_id ?? "");
  const record = await fixture.record(done.connection_id ?? "");
  assert.ok(record !== null && connection !== null);
  const context = vaultContext(connection);
  assert.deepEqual(Object.keys((await fixture.deps.credentials.open(context, record)) as object), ["access_token"]);
});

test("rejects wrong codes, and the fifth destroys everything", async () => {
  const fixture = await createFixture();
  const sessions = createConnectSessions(fixture.deps);
  const { session, submit } = await opened(fixture, { completion: "confirmed" });
  const response = await submit();
  assert.ok(response.status === "awaiting_confirmation");
  const complete = (code: string) => sessions.complete(fixture.caller, fixture.tenant.id, session.id, code);
  for (let count = 1; count <= 4; count += 1) await refusedWith("COMPLETION_CODE_INVALID", () => complete("cc_wrong"));
  assert.notEqual(await fixture.pending(session.id), null);
  await refusedWith("COMPLETION_CODE_INVALID", () => complete("cc_wrong"));
  assert.equal(await fixture.pending(session.id), null);
  await refusedWith("CONNECT_SESSION_NOT_OPEN", () => complete(response.completionCode));
  const shown = await sessions.get(fixture.caller, fixture.tenant.id, session.id);
  assert.deepEqual([shown.status, shown.error?.code], ["failed", "COMPLETION_CODE_INVALID"]);
});

test("after five minutes the right code is too late and everything is destroyed", async () => {
  const fixture = await createFixture();
  const sessions = createConnectSessions(fixture.deps);
  const { session, submit } = await opened(fixture, { completion: "confirmed" });
  const response = await submit();
  assert.ok(response.status === "awaiting_confirmation");
  fixture.clock.nowMs += 5 * 60 * 1000;
  const complete = () => sessions.complete(fixture.caller, fixture.tenant.id, session.id, response.completionCode);
  await refusedWith("CONNECT_SESSION_EXPIRED", complete);
  assert.equal(await fixture.pending(session.id), null);
  assert.equal((await fixture.connections()).length, 0);
});

test("does not confirm a session whose user has done nothing", async () => {
  const fixture = await createFixture();
  const { id } = await created(fixture, { completion: "confirmed" });
  const complete = () => createConnectSessions(fixture.deps).complete(fixture.caller, fixture.tenant.id, id, "");
  await refusedWith("CONNECT_SESSION_NOT_OPEN", complete);
});

test("checks the policy again when a session is confirmed", async () => {
  const fixture = await createFixture();
  const { session, submit } = await opened(fixture, { completion: "confirmed" });
  const response = await submit();
  assert.ok(response.status === "awaiting_confirmation");
  await fixture.changeClient({ allowedActions: ["doppler/projects.list"] });
  const sessions = createConnectSessions(fixture.deps);
  const complete = () => sessions.complete(fixture.caller, fixture.tenant.id, session.id, response.completionCode);
  await refusedWith("CONNECT_SESSION_NOT_OPEN", complete);
  assert.equal((await fixture.connections()).length, 0);
});

test("the listing does not contain the token", async () => {
  const fixture = await createFixture();
  fixture.provider.responses = [alive()];
  const { token } = await created(fixture);
  const listed = await createConnectSessions(fixture.deps).list(fixture.caller, fixture.tenant.id, { limit: 20 });
  assert.equal(listed.connectSessions.length, 1);
  assert.equal(JSON.stringify(listed).includes(token), false);
});
