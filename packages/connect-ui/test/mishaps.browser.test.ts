/** What goes wrong on the way, in Chromium: the page says so, the server's state is right, and no connection is doubled. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { look, openForm, untilState } from "./looking.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

test("every refused kind is explained as it is typed, and nothing is sent for it", async () => {
  const page = await (await stage.context()).newPage();
  await openForm(page, await stage.session());
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
  const before = stage.provider.ledger.requests.length;
  const { tokens } = stage.provider;
  const kinds: [string, RegExp][] = [
    [tokens.personal, /personal token/],
    [tokens.cli, /CLI token/],
    [tokens.scim, /SCIM token/],
    [tokens.audit, /audit token/],
    [tokens.identity, /service account identity token/],
    ["ghp_something", /not a token of a kind/],
    [`${tokens.serviceAccount} `, /space in the token/],
  ];
  const field = page.locator("input");
  for (const [value, explanation] of kinds) {
    await field.fill("");
    await field.pressSequentially(value.slice(0, 12));
    await field.fill(value);
    await page.locator(".note").getByText(explanation).waitFor({ timeout: 60_000 });
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText(explanation).waitFor({ timeout: 60_000 });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "alert");
  }
  await field.fill("");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Paste the token first").waitFor();
  await field.fill("dp.st.");
  assert.equal(await page.locator(".note").innerText(), "");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The token is not complete").waitFor();
  assert.deepEqual(sent, []);
  assert.equal(stage.provider.ledger.requests.length, before);
});

test("a provider that is down keeps nothing and lets the user try again", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session();
  await openForm(page, session);
  stage.provider.faults.add({ match: { path: "/v3/me" }, times: "always", fault: { kind: "html_502" } });
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("gave no clear answer").waitFor({ timeout: 60_000 });
  stage.provider.faults.clear();
  await look(page, "form-unverified");
  assert.equal((await stage.stateOf(session)).status, "opened");
  assert.equal(await stage.connectionCount(session.tenant_id), 0);
  await page.getByRole("button", { name: "Connect" }).click();
  await untilState(page, "completed");
});

test("a lost answer is told, and trying again gives the one connection", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session();
  await openForm(page, session);
  await page.route("**/connect/v1/credential", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The connection was lost").waitFor();
  await look(page, "form-network");
  await page.unroute("**/connect/v1/credential");
  await page.getByRole("button", { name: "Connect" }).click();
  await untilState(page, "completed");
  assert.equal(await stage.connectionCount(session.tenant_id), 1);
});

test("no network at the start: a page that tries again, with the token still unused", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session();
  await page.route("**/connect/v1/**", (route) => route.abort("internetdisconnected"));
  await page.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(page, "offline");
  await look(page, "offline");
  assert.equal((await stage.stateOf(session)).status, "pending");
  await page.unroute("**/connect/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilState(page, "form");
});

test("a service that takes nothing just now is asked again, and takes no form away from the user", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session();
  const busy = { status: 503, json: { code: "OVERLOADED" }, headers: { "retry-after": "1" } };
  await page.route("**/connect/v1/**", (route) => route.fulfill(busy));
  await page.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(page, "error");
  await look(page, "error");
  assert.match(await page.locator("main").innerText(), /Not connected yet\s+Something went wrong on our side/);
  assert.equal((await stage.stateOf(session)).status, "pending");
  await page.unroute("**/connect/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilState(page, "form");
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  await page.route("**/connect/v1/**", (route) => route.fulfill(busy));
  const asked = page.waitForResponse("**/connect/v1/session");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await asked;
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Something went wrong on our side").waitFor();
  assert.equal(await page.locator("input").inputValue(), stage.provider.tokens.serviceAccount);
  await page.unroute("**/connect/v1/**");
  await page.getByRole("button", { name: "Connect" }).click();
  await untilState(page, "completed");
  assert.equal(await stage.connectionCount(session.tenant_id), 1);
});

test("a reload goes on; the end clears what was kept; the back button shows the end", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session();
  await page.goto(`${stage.app.origin}/settings`);
  await openForm(page, session);
  await page.locator("input").fill("dp.st.half");
  await page.reload();
  await untilState(page, "form");
  assert.equal(await page.locator("input").inputValue(), "");
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  assert.equal(await page.evaluate(() => sessionStorage.length + localStorage.length), 0);
  await page.waitForURL(/status=completed/);
  await page.goBack();
  assert.equal(page.url(), `${stage.app.origin}/settings`);
  await page.goto(session.connectUrl);
  await untilState(page, "completed");
});

test("a second tab is told that the session is open elsewhere, and can take it over where it may", async () => {
  const context = await stage.context();
  const first = await context.newPage();
  const session = await stage.session();
  await openForm(first, session);
  const second = await context.newPage();
  await second.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(second, "elsewhere");
  await look(second, "elsewhere");
  assert.equal(await second.getByRole("button", { name: "Go on here instead" }).count(), 0);

  // What a browser does when a tab is duplicated: the new one has the old one's sessionStorage.
  const copy = await first.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  const duplicate = await context.newPage();
  await duplicate.addInitScript((entries) => {
    for (const [key, value] of JSON.parse(entries) as [string, string][]) sessionStorage.setItem(key, value);
  }, copy);
  await duplicate.goto(session.connectUrl);
  await untilState(duplicate, "elsewhere");
  await duplicate.getByRole("button", { name: "Go on here instead" }).click();
  await untilState(duplicate, "form");
  await untilState(first, "moved");
  await look(first, "moved");
  assert.equal(await first.evaluate(() => sessionStorage.length), 0);
});

test("what ends meanwhile is shown when the user looks again or tries", async () => {
  const page = await (await stage.context()).newPage();
  const cancelled = await stage.session();
  await openForm(page, cancelled);
  const path = `/v1/tenants/${cancelled.tenant_id}/connect-sessions/${cancelled.id}:cancel`;
  assert.equal((await stage.caller.post(path)).status, 200);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await untilState(page, "cancelled");

  const late = await (await stage.context()).newPage();
  const expired = await stage.session();
  await openForm(late, expired);
  stage.expire(expired);
  await late.locator("input").fill(stage.provider.tokens.serviceAccount);
  await late.keyboard.press("Enter");
  await untilState(late, "expired");
  assert.equal(await stage.connectionCount(expired.tenant_id), 0);
});

test("cancelling while a token is checked ends the session and connects nothing", async () => {
  const page = await (await stage.context()).newPage();
  const session = await stage.session();
  await openForm(page, session);
  stage.provider.faults.add({ match: { path: "/v3/me" }, fault: { kind: "hold", when: "before_effect" } });
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByText("Checking the token").waitFor();
  await stage.untilHeld();
  const alerts: number[] = [];
  await page.route("**/connect/v1/cancel", async (route) => {
    alerts.push(await page.getByRole("alert").count());
    await route.continue();
  });
  await page.getByRole("button", { name: "Cancel" }).click();
  await untilState(page, "cancelled");
  assert.deepEqual(alerts, [0]);
  stage.provider.release();
  await page.waitForURL(/status=cancelled/);
  assert.equal((await stage.stateOf(session)).status, "cancelled");
  assert.equal(await stage.connectionCount(session.tenant_id), 0);
});
