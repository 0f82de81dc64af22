/**
 * Failures along the way in Chromium: the page explains them, the server's state is right, and no connection is
 * duplicated.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkPage, openForm, untilState } from "./check-page.ts";
import { openFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

test("explains every refused kind while the user types, and doesn't send it", async () => {
  const page = await (await fixture.context()).newPage();
  await openForm(page, await fixture.session());
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
  const before = fixture.provider.ledger.requests.length;
  const { tokens } = fixture.provider;
  const kinds: [string, RegExp][] = [
    [tokens.personal, /personal token/],
    [tokens.cli, /CLI token/],
    [tokens.scim, /SCIM token/],
    [tokens.audit, /audit token/],
    [tokens.identity, /service account identity token/],
    ["ghp_something", /kind or format of token isn.t accepted/],
    [`${tokens.serviceAccount} `, /contains a space/],
  ];
  const field = page.locator("input");
  for (const [value, explanation] of kinds) {
    await field.fill("");
    await field.pressSequentially(value.slice(0, 12));
    await field.fill(value);
    await page.locator(".note").getByText(explanation).waitFor({ timeout: 60_000 });
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), await field.getAttribute("id"));
    assert.equal(await page.locator(".note, .summary").filter({ hasText: explanation }).count(), 1);
    assert.equal(await page.getByRole("alert").count(), 0);
  }
  await field.fill("");
  await page.keyboard.press("Enter");
  await page.locator(".note.bad").getByText("Paste the token first").waitFor();
  await field.fill("dp.st.");
  assert.equal(await page.locator(".note").innerText(), "");
  await page.keyboard.press("Enter");
  await page.locator(".note.bad").getByText("The token is incomplete").waitFor();
  assert.deepEqual(sent, []);
  assert.equal(fixture.provider.ledger.requests.length, before);
});

test("stores nothing and lets the user try again if the provider is down", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session();
  await openForm(page, session);
  fixture.provider.faults.add({ match: { path: "/v3/me" }, times: "always", fault: { kind: "html_502" } });
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("gave no clear response").waitFor({ timeout: 60_000 });
  fixture.provider.faults.clear();
  await checkPage(page, "form-unverified");
  assert.equal((await fixture.readSession(session)).status, "opened");
  assert.equal(await fixture.connectionCount(session.tenant_id), 0);
  await page.getByRole("button", { name: "Connect" }).click();
  await untilState(page, "completed");
});

test("reports a lost response, and connects once on the next try", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session();
  await openForm(page, session);
  await page.route("**/connect/v1/credential", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The connection was lost").waitFor();
  await checkPage(page, "form-network");
  await page.unroute("**/connect/v1/credential");
  await page.getByRole("button", { name: "Connect" }).click();
  await untilState(page, "completed");
  assert.equal(await fixture.connectionCount(session.tenant_id), 1);
});

test("offers to retry if there is no network at the start, and leaves the token unused", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session();
  await page.route("**/connect/v1/**", (route) => route.abort("internetdisconnected"));
  await page.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(page, "offline");
  await checkPage(page, "offline");
  assert.equal((await fixture.readSession(session)).status, "pending");
  await page.unroute("**/connect/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilState(page, "form");
});

test("retries an overloaded server, and keeps the user's form", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session();
  const busy = { status: 503, json: { code: "OVERLOADED" }, headers: { "retry-after": "1" } };
  await page.route("**/connect/v1/**", (route) => route.fulfill(busy));
  await page.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(page, "error");
  await checkPage(page, "error");
  assert.match(await page.locator("main").innerText(), /Something went wrong on our side/);
  assert.equal((await fixture.readSession(session)).status, "pending");
  await page.unroute("**/connect/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilState(page, "form");
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.route("**/connect/v1/**", (route) => route.fulfill(busy));
  const asked = page.waitForResponse("**/connect/v1/session");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await asked;
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Something went wrong on our side").waitFor();
  assert.equal(await page.locator("input").inputValue(), fixture.provider.tokens.serviceAccount);
  await page.unroute("**/connect/v1/**");
  await page.getByRole("button", { name: "Connect" }).click();
  await untilState(page, "completed");
  assert.equal(await fixture.connectionCount(session.tenant_id), 1);
});

test("continues after a reload, clears its storage at the end, and shows the end after the back button", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session();
  await page.goto(`${fixture.app.origin}/settings`);
  await openForm(page, session);
  await page.locator("input").fill("dp.st.half");
  await page.reload();
  await untilState(page, "form");
  assert.equal(await page.locator("input").inputValue(), "");
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  assert.equal(await page.evaluate(() => sessionStorage.length + localStorage.length), 0);
  await page.waitForURL(/status=completed/);
  await page.goBack();
  assert.equal(page.url(), `${fixture.app.origin}/settings`);
  await page.goto(session.connectUrl);
  await untilState(page, "completed");
});

test("says in a second tab that the session is open elsewhere, and lets it take over if it has the secret", async () => {
  const context = await fixture.context();
  const first = await context.newPage();
  const session = await fixture.session();
  await openForm(first, session);
  const second = await context.newPage();
  await second.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(second, "elsewhere");
  await checkPage(second, "elsewhere");
  assert.equal(await second.getByRole("button", { name: "Continue here instead" }).count(), 0);

  // Duplicating a tab copies its sessionStorage.
  const copy = await first.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  const duplicate = await context.newPage();
  await duplicate.addInitScript((entries) => {
    for (const [key, value] of JSON.parse(entries) as [string, string][]) sessionStorage.setItem(key, value);
  }, copy);
  await duplicate.goto(session.connectUrl);
  await untilState(duplicate, "elsewhere");
  await duplicate.getByRole("button", { name: "Continue here instead" }).click();
  await untilState(duplicate, "form");
  await untilState(first, "moved");
  await checkPage(first, "moved");
  assert.equal(await first.evaluate(() => sessionStorage.length), 0);
});

test("shows that the session has meanwhile ended when the user returns or tries", async () => {
  const page = await (await fixture.context()).newPage();
  const cancelled = await fixture.session();
  await openForm(page, cancelled);
  const path = `/v1/tenants/${cancelled.tenant_id}/connect-sessions/${cancelled.id}:cancel`;
  assert.equal((await fixture.caller.post(path)).status, 200);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await untilState(page, "cancelled");

  const late = await (await fixture.context()).newPage();
  const expired = await fixture.session();
  await openForm(late, expired);
  fixture.expire(expired);
  await late.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await late.keyboard.press("Enter");
  await untilState(late, "expired");
  assert.equal(await fixture.connectionCount(expired.tenant_id), 0);
});

test("ends the session and connects nothing if it is cancelled while a token is being checked", async () => {
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session();
  await openForm(page, session);
  fixture.provider.faults.add({ match: { path: "/v3/me" }, fault: { kind: "hold", when: "before_effect" } });
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByText("Checking the token").waitFor();
  await fixture.untilHeld();
  const alerts: number[] = [];
  await page.route("**/connect/v1/cancel", async (route) => {
    alerts.push(await page.getByRole("alert").count());
    await route.continue();
  });
  await page.getByRole("button", { name: "Cancel" }).click();
  await untilState(page, "cancelled");
  assert.deepEqual(alerts, [0]);
  fixture.provider.release();
  await page.waitForURL(/status=cancelled/);
  assert.equal((await fixture.readSession(session)).status, "cancelled");
  assert.equal(await fixture.connectionCount(session.tenant_id), 0);
});
