import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "../../../src/domain/clock/units.ts";
import { createConnectFrontend } from "../../../src/domain/connect-sessions/frontend.ts";
import { createConnectSessions } from "../../../src/domain/connect-sessions/sessions.ts";
import { connected, created, credential, opened, refusedWith } from "./flow.ts";
import { alive, createFixture, type Fixture, origin, publicUrl, refused, unsure } from "./fixture.ts";

test("the exchange opens the session and returns the form", async () => {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  const response = await createConnectFrontend(fixture.deps).exchange(origin, token);
  assert.equal(response.session.status, "opened");
  assert.equal(response.session.tenantDisplayName, "Customer One");
  assert.deepEqual(
    response.session.actions.map(({ id, added }) => [id, added]),
    [
      ["secrets.get", true],
      ["secrets.set", true],
    ],
  );
  assert.equal(response.provider.fields[0]?.name, "access_token");
  assert.match(response.sessionSecret, /^css_/);
  const kept = JSON.stringify([await fixture.sessions(), fixture.audit, response.session]);
  assert.equal(kept.includes(token) || kept.includes(response.sessionSecret), false);
});

test("each failed exchange has its own code", async () => {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  const frontend = createConnectFrontend(fixture.deps);
  const wrongEnd = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
  for (const wrong of ["", "cst_", wrongEnd, `${token} `, token.replace("cst_", "css_")]) {
    await refusedWith("CONNECT_TOKEN_INVALID", () => frontend.exchange(origin, wrong));
  }
  await frontend.exchange(origin, token);
  await refusedWith("CONNECT_TOKEN_USED", () => frontend.exchange(origin, token));
  const late = await created(fixture);
  fixture.clock.nowMs += 30 * 60 * 1000;
  await refusedWith("CONNECT_SESSION_EXPIRED", () => frontend.exchange(origin, late.token));
  const cancelled = await created(fixture);
  await fixture.deps.store.end(cancelled.id, "cancelled", "", fixture.clock.nowMs, { actor: "system" });
  await refusedWith("CONNECT_SESSION_NOT_OPEN", () => frontend.exchange(origin, cancelled.token));
});

test("one of 50 concurrent exchanges wins", async () => {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  const frontend = createConnectFrontend(fixture.deps);
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => frontend.exchange(origin, token)));
  const lost = results.flatMap((result) =>
    result.status === "rejected" ? [(result.reason as { code: string }).code] : [],
  );
  assert.deepEqual(
    lost,
    Array.from({ length: 49 }, () => "CONNECT_TOKEN_USED"),
  );
});

test("rejects and audits a foreign, missing or null origin, and leaves the token unused", async () => {
  const fixture = await createFixture();
  const { token } = await created(fixture);
  const frontend = createConnectFrontend(fixture.deps);
  const foreign = [
    null,
    "null",
    "",
    "https://evil.example",
    `${origin}.evil.example`,
    `${origin}/`,
    "http://app.example.com",
    "https://APP.example.com",
  ];
  for (const wrong of foreign) await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.exchange(wrong, token));
  const audited = fixture.audit.filter(({ type }) => type === "connect_session.exchange_refused");
  // A missing origin and an empty one are the same event.
  assert.equal(audited.length, foreign.length - 1);
  assert.equal((await frontend.exchange(publicUrl, token)).session.status, "opened");
});

test("the session secret works from the session's origin only", async () => {
  const fixture = await createFixture();
  const { frontend, secret } = await opened(fixture);
  assert.equal((await frontend.session(origin, secret)).status, "opened");
  await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.session("https://evil.example", secret));
  await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.credential(null, secret, credential));
  for (const wrong of [null, "", "css_", `${secret}x`]) {
    await refusedWith("CONNECT_TOKEN_INVALID", () => frontend.session(origin, wrong));
  }
  assert.equal((await frontend.cancel(origin, secret)).status, "cancelled");
  assert.equal(fixture.provider.calls, 0);
});

test("a verified credential creates one active connection, and a repeat returns the same one", async () => {
  const fixture = await createFixture();
  const { submit, session } = await opened(fixture);
  const first = await submit();
  assert.ok(first.status === "completed");
  assert.deepEqual(await submit(), first);
  assert.equal((await fixture.connections()).length, 1);
  const row = await fixture.connection(first.connection_id);
  assert.deepEqual([row?.status, row?.accountSlug, row?.credentialVersion], ["active", "acme", 1]);
  assert.deepEqual(row?.grantedActions, session.requestedActions);
  assert.equal(fixture.provider.calls, 1);
});

test("never sends or quotes a credential that violates the schema", async () => {
  const fixture = await createFixture();
  const { submit } = await opened(fixture);
  const canary = "CANARYcanaryCANARY";
  for (const body of [
    { access_token: `dp.pt.${canary}` },
    { access_token: "" },
    { access_token: 42 },
    {},
    { [canary]: canary },
    { ...credential, [canary]: "x" },
    null,
    [canary],
  ]) {
    const error = await refusedWith("CREDENTIAL_INVALID", () => submit(body));
    assert.ok((error.errors ?? []).length > 0);
    assert.equal(JSON.stringify([error, error.detail, error.errors, fixture.audit]).includes(canary), false);
  }
  assert.match(
    (await refusedWith("CREDENTIAL_INVALID", () => submit({ access_token: `dp.pt.${canary}` }))).detail,
    /personal token/,
  );
  assert.equal(fixture.provider.calls, 0);
});

test("five refusals by the provider fail the session, and nothing else counts", async () => {
  const fixture = await createFixture();
  const { submit, frontend, secret } = await opened(fixture);
  fixture.provider.responses = [unsure];
  for (let count = 0; count < 6; count += 1) await refusedWith("CREDENTIAL_UNVERIFIED", () => submit());
  fixture.provider.responses = [refused];
  for (let count = 0; count < 6; count += 1) {
    await refusedWith("CREDENTIAL_INVALID", () => submit({ access_token: "x" }));
  }
  for (let count = 0; count < 4; count += 1) await refusedWith("CREDENTIAL_REJECTED", () => submit());
  assert.equal((await frontend.session(origin, secret)).status, "opened");
  await refusedWith("CREDENTIAL_REJECTED", () => submit());
  const shown = await frontend.session(origin, secret);
  assert.deepEqual([shown.status, shown.error?.code], ["failed", "CREDENTIAL_REJECTED"]);
  await refusedWith("CONNECT_SESSION_NOT_OPEN", () => submit());
  assert.equal((await fixture.connections()).length, 0);
});

test("a response that the provider's code can't read is a fault of the code, not one of the credential", async () => {
  const fixture = await createFixture();
  const { submit, frontend, secret } = await opened(fixture);
  fixture.provider.responses = [
    () => Promise.resolve({ kind: "unsure", refusal: { code: "PROVIDER_ERROR" }, isUnreadable: true }),
  ];
  const { detail } = await refusedWith("ACCOUNT_UNREADABLE", () => submit());
  assert.match(detail, /Trying again won't help/);
  assert.equal((await frontend.session(origin, secret)).status, "opened");
  assert.equal((await fixture.connections()).length, 0);
});

test("a session verifies one credential at a time, and unlocks if the verification itself fails", async () => {
  const fixture = await createFixture();
  const { submit } = await opened(fixture);
  let response = (): void => {};
  const waiting = new Promise<void>((resolve) => (response = resolve));
  fixture.provider.responses = [() => waiting.then(alive()), alive()];
  const first = submit();
  const error = await refusedWith("CONNECT_SESSION_NOT_OPEN", () => submit());
  assert.equal(error.retryAfterSeconds, 2);
  response();
  assert.equal((await first).status, "completed");

  const broken = await opened(fixture);
  fixture.provider.responses = [() => Promise.reject(new Error("defect")), alive()];
  await assert.rejects(broken.submit(), /defect/);
  assert.equal((await broken.submit()).status, "completed");
});

test("a refusal does not unlock a verification that started after it was counted", async () => {
  const fixture = await createFixture();
  const { submit, session } = await opened(fixture);
  fixture.provider.responses = [refused];
  const { store } = fixture.deps;
  const reject = store.reject.bind(store);
  store.reject = async (id, limit, at, rejection) => {
    const count = await reject(id, limit, at, rejection);
    assert.ok(await store.beginVerification(id, at, at + 1000));
    return count;
  };
  await refusedWith("CREDENTIAL_REJECTED", () => submit());
  assert.equal((await store.findById(session.id))?.verifyingUntil, fixture.clock.nowMs + 1000);
});

test("a session without its tenant or client sends nothing to the provider", async () => {
  for (const end of [(fixture: Fixture) => fixture.removeTenant(), (fixture: Fixture) => fixture.revokeClient()]) {
    const fixture = await createFixture();
    const { submit } = await opened(fixture);
    await end(fixture);
    await refusedWith("CONNECT_SESSION_NOT_OPEN", () => submit());
    assert.equal(fixture.provider.calls, 0);
  }
});

test("does not complete a session that ends during the provider call", async () => {
  const ends: readonly ((fixture: Fixture, id: string) => unknown)[] = [
    (fixture) => (fixture.clock.nowMs += 30 * 60 * 1000),
    (fixture) => fixture.removeTenant(),
    (fixture) => fixture.revokeClient(),
    (fixture) => fixture.changeClient({ allowedActions: [] }),
    (fixture) => fixture.changeClient({ allowedActions: ["doppler/secrets.get"] }),
    (fixture, id) => fixture.deps.store.end(id, "cancelled", "", fixture.clock.nowMs, { actor: "system" }),
  ];
  const codes: string[] = [];
  for (const end of ends) {
    const fixture = await createFixture();
    const { submit, session } = await opened(fixture);
    fixture.provider.responses = [async () => (await end(fixture, session.id), alive()())];
    await submit().then(
      () => codes.push("completed"),
      (error: { code: string }) => codes.push(error.code),
    );
    assert.equal((await fixture.connections()).length, 0);
  }
  const gone = "CONNECT_SESSION_NOT_OPEN";
  assert.deepEqual(codes, ["CONNECT_SESSION_EXPIRED", gone, gone, "PROVIDER_NOT_AVAILABLE", gone, gone]);
});

test("shows the verified credential's expiry, and each reconnect updates the connection's", async () => {
  const fixture = await createFixture();
  const end = fixture.clock.nowMs + 30 * dayMs;
  const shown = async ({ frontend, secret }: Awaited<ReturnType<typeof opened>>) =>
    (await frontend.session(origin, secret)).credentialExpiresAt;
  fixture.provider.responses = [alive("acme", end)];
  const first = await opened(fixture);
  assert.equal(await shown(first), null, "nothing is verified yet");
  const response = await first.submit();
  assert.ok(response.status === "completed");
  assert.equal(await shown(first), new Date(end).toISOString());
  const expiry = async () => {
    const row = await fixture.connection(response.connection_id);
    return [row?.credentialExpiresAt, row?.expiryDueAt];
  };
  assert.deepEqual(await expiry(), [end, end - 7 * dayMs]);
  fixture.provider.responses = [alive("acme", end + dayMs)];
  const { connection_id } = response;
  const second = await opened(fixture, { connection_id, completion: "confirmed" });
  assert.equal(await shown(second), null, "the session doesn't show the current credential's expiry");
  const awaiting = await second.submit();
  assert.ok(awaiting.status === "awaiting_confirmation");
  assert.equal(await shown(second), new Date(end + dayMs).toISOString());
  assert.deepEqual(await expiry(), [end, end - 7 * dayMs], "until it is confirmed");
  const { completionCode } = awaiting;
  const sessions = createConnectSessions(fixture.deps);
  await sessions.complete(fixture.caller, fixture.tenant.id, second.session.id, completionCode);
  assert.deepEqual(await expiry(), [end + dayMs, end - 6 * dayMs]);
  fixture.provider.responses = [alive("acme")];
  await (await opened(fixture, { connection_id })).submit();
  assert.deepEqual(await expiry(), [null, null]);
});

test("a repeat while awaiting confirmation returns the same code and does not extend the time", async () => {
  const fixture = await createFixture();
  const { submit, session } = await opened(fixture, { completion: "confirmed" });
  const other = await opened(fixture, { completion: "confirmed" });
  const first = await submit();
  const expiresAt = (await fixture.deps.store.findById(session.id))?.expiresAt;
  fixture.clock.nowMs += 60 * 1000;
  assert.deepEqual(await submit(), first);
  assert.notDeepEqual(await other.submit(), first);
  assert.equal((await fixture.deps.store.findById(session.id))?.expiresAt, expiresAt);
  assert.equal(fixture.provider.calls, 2);
  assert.ok(first.status === "awaiting_confirmation");
  const kept = JSON.stringify([await fixture.sessions(), fixture.audit]);
  assert.equal(kept.includes(first.completionCode), false);
});

test("no part of Connect stores the credential outside the vault", async () => {
  const fixture = await createFixture();
  await connected(fixture);
  const { submit } = await opened(fixture);
  fixture.provider.responses = [refused];
  const error = await refusedWith("CREDENTIAL_REJECTED", () => submit());
  const kept = JSON.stringify([
    await fixture.sessions(),
    await fixture.connections(),
    fixture.audit,
    error,
    error.detail,
  ]);
  assert.equal(kept.includes("CANARY"), false);
});
