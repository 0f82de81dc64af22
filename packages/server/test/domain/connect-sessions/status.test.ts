import assert from "node:assert/strict";
import { test } from "node:test";
import { createConnectFrontend } from "../../../src/domain/connect-sessions/frontend.ts";
import { created, credential, opened, refusedWith } from "./flow.ts";
import { createFixture, origin, publicUrl, refused } from "./fixture.ts";

test("the token shows its session's status before and after the exchange, without being spent", async () => {
  const fixture = await createFixture();
  const { id, token } = await created(fixture);
  const frontend = createConnectFrontend(fixture.deps);
  const readStatus = () => frontend.status(origin, token);
  assert.deepEqual(await readStatus(), { session: id, status: "pending", connection_id: null, error: null });
  const { sessionSecret } = await frontend.exchange(origin, token);
  assert.equal((await readStatus()).status, "opened");
  const response = await frontend.credential(origin, sessionSecret, credential);
  assert.ok(response.status === "completed");
  const { connection_id } = response;
  assert.deepEqual(await readStatus(), { session: id, status: "completed", connection_id, error: null });
  assert.equal((await frontend.status(publicUrl, token)).status, "completed");
});

test("the status shows every other end, and a reconnect's connection only once completed", async () => {
  const fixture = await createFixture();
  const first = await opened(fixture);
  const done = await first.submit();
  assert.ok(done.status === "completed");
  const again = await created(fixture, { connection_id: done.connection_id });
  const frontend = createConnectFrontend(fixture.deps);
  assert.equal((await frontend.status(origin, again.token)).connection_id, null);
  const cancelled = await opened(fixture);
  await frontend.cancel(origin, cancelled.secret);
  assert.equal((await frontend.status(origin, cancelled.session.token)).status, "cancelled");
  const failed = await opened(fixture);
  fixture.provider.responses = [refused];
  for (let count = 0; count < 5; count += 1) await refusedWith("CREDENTIAL_REJECTED", () => failed.submit());
  const shownStatus = await frontend.status(origin, failed.session.token);
  assert.deepEqual([shownStatus.status, shownStatus.error?.code], ["failed", "CREDENTIAL_REJECTED"]);
  const late = await created(fixture);
  fixture.clock.nowMs += 30 * 60 * 1000;
  assert.equal((await frontend.status(origin, late.token)).status, "expired");
});

test("shows the status only to the session's origin and for its token", async () => {
  const fixture = await createFixture();
  const { session, secret, frontend } = await opened(fixture);
  for (const foreign of [null, "null", "https://evil.example"]) {
    await refusedWith("ORIGIN_NOT_ALLOWED", () => frontend.status(foreign, session.token));
  }
  for (const wrong of ["", "cst_", secret, `${session.token}x`]) {
    await refusedWith("CONNECT_TOKEN_INVALID", () => frontend.status(origin, wrong));
  }
});

test("only the browser that submitted the credential gets the completion code, not everyone with the token", async () => {
  const fixture = await createFixture();
  const { session, secret, frontend, submit } = await opened(fixture, { completion: "confirmed" });
  const response = await submit();
  assert.ok(response.status === "awaiting_confirmation");
  const shownStatus = await frontend.status(origin, session.token);
  assert.equal(shownStatus.status, "awaiting_confirmation");
  assert.equal(JSON.stringify(shownStatus).includes(response.completionCode), false);
  const shown = await frontend.session(origin, secret);
  assert.equal(shown.completionCode, response.completionCode);
  assert.deepEqual(shown.account, { slug: "acme", name: "Account acme" });
});

test("the form recommends the smallest grant, explains kinds of tokens, and uses an available language", async () => {
  const fixture = await createFixture();
  const { frontend, secret } = await opened(fixture, { requestedActions: ["secrets.get", "projects.list"] });
  const { form } = await frontend.session(origin, secret, ["xx-YY", "de-AT", "en"]);
  assert.equal(form.language, "de");
  assert.match(form.grant?.title ?? "", /^Ein Service Account Token/);
  const [field] = form.fields;
  assert.deepEqual(
    field?.hints.map(({ prefix, accepted }) => [prefix, accepted]),
    [
      ["dp.st.", true],
      ["dp.sa.", true],
      ["dp.pt.", false],
      ["dp.ct.", false],
      ["dp.scim.", false],
      ["dp.audit.", false],
      ["dp.said.", false],
    ],
  );
  assert.equal((await frontend.session(origin, secret)).form.language, "en");
  const reader = await opened(fixture, { requestedActions: ["secrets.get"] });
  const smaller = await reader.frontend.session(origin, reader.secret);
  assert.equal(smaller.form.grant?.title, "A Service Token with read access");
});
