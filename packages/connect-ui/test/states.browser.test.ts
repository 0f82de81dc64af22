/** Every state of the hosted page in Chromium: reached as a user reaches it, judged by axe in light and dark, pictured. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { look, openForm, staying, untilState } from "./looking.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({ SVC_BRAND_NAME: "Harbor Tools", SVC_BRAND_COLOR: "#7a1f5c" });
});
after(() => stage.close());

test("form: what is asked for stands above it; a wrong token is explained; the right one is checked and connects", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session({
    requestedActions: ["projects.list", "secrets.get", "secrets.set", "secrets.delete"],
  });
  await openForm(page, session);
  const text = await page.locator("main").innerText();
  for (const part of ["Doppler", "Acme Inc.", stage.app.origin, "Read the value of a secret", "Delete secrets"]) {
    assert.ok(text.includes(part), `${part} is not named`);
  }
  assert.match(text, /A Service Account Token whose account may write/);
  assert.equal(await page.title(), "Connect Doppler · Harbor Tools");
  await look(page, "form");
  const field = page.getByLabel("Service Token or Service Account Token", { exact: true });
  await field.fill(stage.provider.tokens.personal);
  await look(page, "form-refused-kind");
  await page.getByRole("button", { name: "Connect" }).click();
  await look(page, "form-summary");
  await field.fill(stage.provider.tokens.serviceReadWrite);
  await page.getByText("Projects and configs cannot be listed with it").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await look(page, "form-fits");
  stage.provider.faults.add({ match: { path: "/v3/me" }, fault: { kind: "hold", when: "before_effect" } });
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByText("Checking the token with Doppler").waitFor();
  await stage.untilHeld();
  await look(page, "form-checking");
  const stay = await staying(page);
  stage.provider.release();
  await untilState(page, "completed");
  assert.match(await page.locator("main").innerText(), /Doppler account Harbor Works is connected/);
  await look(page, "completed");
  await stay.over();
  await page.waitForURL(`${stage.app.origin}/connected?tab=settings&connect_session_id=${session.id}&status=completed`);
  assert.equal((await stage.stateOf(session)).status, "completed");
});

test("awaiting confirmation: the code goes to the return URL, and the backend completes with it", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session({ completion: "confirmed" });
  await openForm(page, session);
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  const stay = await staying(page);
  await page.keyboard.press("Enter");
  await untilState(page, "awaiting_confirmation");
  await look(page, "awaiting_confirmation");
  await stay.over();
  await page.waitForURL(/completion_code=/);
  const completionCode = new URL(page.url()).searchParams.get("completion_code");
  const path = `/v1/tenants/${session.tenant_id}/connect-sessions/${session.id}:complete`;
  assert.equal((await stage.caller.post(path, { completionCode })).status, 200);
});

test("reconnect: what is added is marked, and a token of another account changes nothing", async () => {
  const page = await (await stage.context()).newPage();
  const tenantId = await stage.tenant();
  const first = await stage.session({ requestedActions: ["secrets.get"] }, tenantId);
  await openForm(page, first);
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  await page.waitForURL(/status=completed/);
  const { connection_id } = await stage.stateOf(first);
  const again = await stage.session({ connection_id, requestedActions: ["secrets.get", "secrets.set"] }, tenantId);
  await openForm(page, again);
  assert.match(await page.locator("main").innerText(), /Create and replace secrets\s*new/);
  await look(page, "reconnect");
  await page.locator("input").fill(stage.provider.tokens.otherWorkplace);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("another Doppler account").waitFor();
  await page.locator("input").fill(stage.provider.tokens.serviceAccountRotated);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  assert.equal((await stage.stateOf(again)).connection_id, connection_id);
  assert.equal(await stage.connectionCount(tenantId), 1);
});

test("cancelled, expired, used, unknown, incomplete: each has its page", async () => {
  const context = await stage.context();
  const page = await context.newPage();
  const cancelled = await stage.session();
  await openForm(page, cancelled);
  const stay = await staying(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await untilState(page, "cancelled");
  await look(page, "cancelled");
  await stay.over();
  await page.waitForURL(/status=cancelled/);
  assert.equal((await stage.stateOf(cancelled)).status, "cancelled");
  await page.goto(cancelled.connectUrl);
  await untilState(page, "cancelled");
  // The page goes back by itself, and would lead away from whatever is opened before that.
  await page.waitForURL(/status=cancelled/);

  const expired = await stage.session();
  stage.expire(expired);
  await page.goto(`${expired.connectUrl}#token=${expired.token}`);
  await untilState(page, "expired");
  await look(page, "expired");

  const used = await stage.session();
  await openForm(await (await stage.context()).newPage(), used);
  await page.goto(`${used.connectUrl}#token=${used.token}`);
  await untilState(page, "used");
  await look(page, "used");

  const unknown = used.connectUrl.replace(used.id, "cs_01k0000000e0080000000000zz");
  assert.equal((await page.goto(unknown))?.status(), 404);
  await untilState(page, "unknown");
  await look(page, "unknown");

  const incomplete = await stage.session();
  await page.goto(incomplete.connectUrl);
  await untilState(page, "incomplete");
  await look(page, "incomplete");
  await page.goto(`${incomplete.connectUrl}#token=cst_${"A".repeat(43)}`);
  await untilState(page, "unknown");
  assert.equal(page.url(), incomplete.connectUrl);
  await page.goto(`${incomplete.connectUrl}#token=${incomplete.token}`);
  await untilState(page, "form");
});

test("failed: the fifth refusal of the provider ends the session", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session();
  await openForm(page, session);
  for (let count = 1; count <= 5; count += 1) {
    await page.locator("input").fill(stage.provider.tokens.revoked);
    await page.keyboard.press("Enter");
    if (count === 5) break;
    await page.getByRole("alert").getByText("Doppler does not accept this token").waitFor();
    if (count === 1) await look(page, "form-rejected");
  }
  await untilState(page, "failed");
  await look(page, "failed");
  assert.match((await page.getByRole("link", { name: /^Back/ }).getAttribute("href")) ?? "", /status=failed$/);
  assert.equal((await stage.stateOf(session)).status, "failed");
});
