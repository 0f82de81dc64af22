/**
 * Every state of the hosted page in Chromium, reached as a user would, checked by axe in light and dark.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkPage, openForm, preventReturn, untilState } from "./check-page.ts";
import { openFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await openFixture({ SVC_BRAND_NAME: "Harbor Tools", SVC_BRAND_COLOR: "#7a1f5c" });
});
after(() => fixture.close());

test("form: shows what is requested, explains a wrong token, and connects with the right one", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session({
    requestedActions: ["projects.list", "secrets.get", "secrets.set", "secrets.delete"],
  });
  await openForm(page, session);
  const text = await page.locator("main").innerText();
  for (const part of ["Doppler", "Acme Inc.", fixture.app.origin, "Read the value of a secret", "Delete secrets"]) {
    assert.ok(text.includes(part), `${part} is not named`);
  }
  assert.match(text, /A Service Account Token with write access/);
  assert.equal(await page.title(), "Connect Doppler · Harbor Tools");
  await checkPage(page, "form");
  const field = page.getByLabel("Service Token or Service Account Token", { exact: true });
  await field.fill(fixture.provider.tokens.personal);
  await checkPage(page, "form-refused-kind");
  await page.getByRole("button", { name: "Connect" }).click();
  assert.equal(await page.getByText("This is a personal token").count(), 1);
  await checkPage(page, "form-refused-submit");
  await field.fill(fixture.provider.tokens.serviceReadWrite);
  await page.getByText("It can't list projects or configs").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await checkPage(page, "form-fits");
  fixture.provider.faults.add({ match: { path: "/v3/me" }, fault: { kind: "hold", when: "before_effect" } });
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByText("Checking the token with Doppler").waitFor();
  await fixture.untilHeld();
  await checkPage(page, "form-checking");
  const stay = await preventReturn(page);
  fixture.provider.release();
  await untilState(page, "completed");
  assert.match(await page.locator("main").innerText(), /Doppler account Harbor Works is connected/);
  await checkPage(page, "completed");
  await stay.over();
  await page.waitForURL(
    `${fixture.app.origin}/connected?tab=settings&connect_session_id=${session.id}&status=completed`,
  );
  assert.equal((await fixture.readSession(session)).status, "completed");
});

test("awaiting confirmation: puts the code in the return URL, with which the backend completes the session", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session({ completion: "confirmed" });
  await openForm(page, session);
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  const stay = await preventReturn(page);
  await page.keyboard.press("Enter");
  await untilState(page, "awaiting_confirmation");
  await checkPage(page, "awaiting_confirmation");
  await stay.over();
  await page.waitForURL(/completion_code=/);
  const completionCode = new URL(page.url()).searchParams.get("completion_code");
  const path = `/v1/tenants/${session.tenant_id}/connect-sessions/${session.id}:complete`;
  assert.equal((await fixture.caller.post(path, { completionCode })).status, 200);
});

test("reconnect: marks new actions, and changes nothing for a token of another account", async () => {
  const page = await (await fixture.context()).newPage();
  const tenantId = await fixture.tenant();
  const first = await fixture.session({ requestedActions: ["secrets.get"] }, tenantId);
  await openForm(page, first);
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  await page.waitForURL(/status=completed/);
  const { connection_id } = await fixture.readSession(first);
  const again = await fixture.session({ connection_id, requestedActions: ["secrets.get", "secrets.set"] }, tenantId);
  await openForm(page, again);
  assert.match(await page.locator("main").innerText(), /Create and replace secrets\s*new/);
  await checkPage(page, "reconnect");
  await page.locator("input").fill(fixture.provider.tokens.otherWorkplace);
  await page.keyboard.press("Enter");
  await page.locator(".note.bad").getByText("different Doppler account").waitFor();
  await page.locator("input").fill(fixture.provider.tokens.serviceAccountRotated);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  assert.equal((await fixture.readSession(again)).connection_id, connection_id);
  assert.equal(await fixture.connectionCount(tenantId), 1);
});

test("cancelled, expired, used, unknown, incomplete: each has its screen", async () => {
  const context = await fixture.context();
  const page = await context.newPage();
  const cancelled = await fixture.session();
  await openForm(page, cancelled);
  const stay = await preventReturn(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await untilState(page, "cancelled");
  await checkPage(page, "cancelled");
  await stay.over();
  await page.waitForURL(/status=cancelled/);
  assert.equal((await fixture.readSession(cancelled)).status, "cancelled");
  await page.goto(cancelled.connectUrl);
  await untilState(page, "cancelled");
  // The page returns automatically, and would navigate away from any page opened before that.
  await page.waitForURL(/status=cancelled/);

  const expired = await fixture.session();
  fixture.expire(expired);
  await page.goto(`${expired.connectUrl}#token=${expired.token}`);
  await untilState(page, "expired");
  await checkPage(page, "expired");

  const used = await fixture.session();
  await openForm(await (await fixture.context()).newPage(), used);
  await page.goto(`${used.connectUrl}#token=${used.token}`);
  await untilState(page, "used");
  await checkPage(page, "used");

  const unknown = used.connectUrl.replace(used.id, "cs_01k0000000e0080000000000zz");
  assert.equal((await page.goto(unknown))?.status(), 404);
  await untilState(page, "unknown");
  await checkPage(page, "unknown");

  const incomplete = await fixture.session();
  await page.goto(incomplete.connectUrl);
  await untilState(page, "incomplete");
  await checkPage(page, "incomplete");
  await page.goto(`${incomplete.connectUrl}#token=cst_${"A".repeat(43)}`);
  await untilState(page, "unknown");
  assert.equal(page.url(), incomplete.connectUrl);
  await page.goto(`${incomplete.connectUrl}#token=${incomplete.token}`);
  await untilState(page, "form");
});

test("failed: ends the session at the provider's fifth refusal", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session();
  await openForm(page, session);
  for (let count = 1; count <= 5; count += 1) {
    await page.locator("input").fill(fixture.provider.tokens.revoked);
    await page.keyboard.press("Enter");
    if (count === 5) break;
    await page.locator(".note.bad").getByText("Doppler doesn't accept this token").waitFor();
    if (count === 1) await checkPage(page, "form-rejected");
  }
  await untilState(page, "failed");
  await checkPage(page, "failed");
  assert.match((await page.getByRole("link", { name: /^Back/ }).getAttribute("href")) ?? "", /status=failed$/);
  assert.equal((await fixture.readSession(session)).status, "failed");
});
