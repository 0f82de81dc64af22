/**
 * The console in Chromium: axe on every page in light and dark, from 320 px to wide, and all of an operator's tasks
 * with only the keyboard.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "../../../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../../../tools/browser/launch.ts";
import { takePictures } from "../../../../../tools/browser/pictures.ts";
import { makeFixture, type Fixture } from "./fixture.ts";
import { openWatched, signIn, violations } from "./operator-browser.ts";

let fixture: Fixture;
let browser: Browser;
before(async () => {
  fixture = await makeFixture();
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  await fixture.close();
});

/** Pages that together contain every painted element. */
const darkModePages = new Set([
  "sign-in-refused",
  "overview",
  "executions",
  "execution",
  "execution-settled",
  "connection",
  "proposals",
  "proposal",
  "service-client",
  "client-policy",
  "filter-refused",
  "search",
  "webhook",
  "audit-empty",
]);

test("every page, in light and dark, narrow and wide, passes axe, does not overflow, and sends no request elsewhere", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const { page, faults } = await openWatched(fixture, context);
  await page.goto(fixture.origin);
  const look = async (name: string): Promise<void> => {
    await takePictures(page, "console", name);
    // Collapsed parts belong to the page too.
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    for (const width of [320, 1920, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, name);
    }
    assert.deepEqual(await violations(page), [], name);
    if (!darkModePages.has(name)) return;
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 320, height: 900 });
    assert.deepEqual(await violations(page), [], `${name} in the dark`);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  await look("sign-in");
  await page.locator("#token").fill("sop_wrong");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await look("sign-in-refused");
  await signIn(fixture, page);
  const { clientId, tenantId, connectionId, unknownId, settledId, endpointId, proposalId, sessionId, eventId } =
    fixture.seeded;
  const pages: Readonly<Record<string, string>> = {
    overview: "/",
    "overview-week": "/?window=7d",
    unknown: "/unknown",
    executions: "/executions?status=succeeded",
    execution: `/executions/${unknownId}`,
    "execution-settled": `/executions/${settledId}`,
    proposals: "/proposals",
    proposal: `/proposals/${proposalId}`,
    connections: "/connections",
    connection: `/connections/${connectionId}?done=tested`,
    tenants: "/tenants",
    tenant: `/tenants/${tenantId}`,
    "service-clients": "/service-clients",
    "service-client": `/service-clients/${clientId}`,
    "client-new": "/service-clients/new",
    "client-policy": `/service-clients/${clientId}/policy`,
    "key-new": `/service-clients/${clientId}/keys/new`,
    "app-new": "/oauth-apps/edit",
    "operator-new": "/operator-tokens/new",
    machine: "/machine",
    "oauth-apps": "/oauth-apps",
    "operator-tokens": "/operator-tokens",
    "connect-session": `/connect-sessions/${sessionId}`,
    search: "/search?q=act_",
    webhooks: "/webhooks",
    webhook: `/webhooks/${endpointId}`,
    providers: "/providers",
    provider: "/providers/notes",
    "mcp-add": "/mcp-servers/add",
    tool: "/providers/notes/review?tool=list_notes",
    audit: "/audit",
    entry: `/audit/${clientId}/${eventId}`,
    "audit-empty": "/audit?type=vault.rekeyed",
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(fixture.origin + path);
    await look(name);
  }
  assert.deepEqual(faults, []);
  // A refused page has such a status by design, which the browser logs.
  await page.goto(`${fixture.origin}/executions?status=sent&tenant=acme`);
  await look("filter-refused");
  await page.goto(`${fixture.origin}/nowhere`);
  await look("nowhere");
  await context.close();
});

/** Presses Tab until the named element has the focus. */
async function tabTo(page: Page, role: string, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 150; steps += 1) {
    await page.keyboard.press("Tab");
    const [isThere, isSeen] = await page.evaluate(
      ([wanted, source]) => {
        const at = document.activeElement;
        if (at === null) return [false, false];
        const text =
          at.getAttribute("aria-label") ??
          (at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at.textContent || at.id);
        const fits = at.matches(wanted ?? "") && new RegExp(source ?? "").test((text ?? "").trim());
        return [fits, at.getBoundingClientRect().width > 0 && getComputedStyle(at).outlineStyle !== "none"];
      },
      [role, name.source],
    );
    if (isThere) {
      assert.ok(isSeen, `the focus on ${name.source} is visible`);
      return;
    }
  }
  assert.fail(`the keyboard does not reach ${name.source}`);
}

/** Focuses the named element and presses Enter, until the page with this heading is shown. */
async function press(page: Page, role: string, name: RegExp, heading: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  await page.waitForLoadState();
}

test("with only the keyboard, approves, resolves an outcome, revokes a key, disables an endpoint and filters a listing", async () => {
  const context = await browser.newContext();
  const { page, faults } = await openWatched(fixture, context);
  const { unknownId, endpointId, proposalId } = fixture.seeded;
  await signIn(fixture, page);
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");
  const atFirst = await focused();
  for (const deadline = Date.now() + 60_000; (await focused()) === atFirst && Date.now() < deadline;) {
    await page.keyboard.press("Tab");
  }
  assert.equal(await focused(), "Skip to main content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  await page.goto(fixture.origin);
  await press(page, "a", /^Unknown outcomes$/, "Unknown outcomes");
  await press(page, `a[href="/executions/${unknownId}"]`, /^acme\/secrets\.set$/, "acme/secrets.set");
  await tabTo(page, "input[type=radio]", /It took effect/);
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getByLabel("It had no effect").isChecked(), true);
  await tabTo(page, "textarea", /^note$/);
  await page.keyboard.type("Not in the provider's log.");
  await press(page, "button", /^Review$/, "Resolve as failed?");
  assert.deepEqual(await violations(page), []);
  await press(page, "button", /^Resolve as failed$/, "acme/secrets.set");
  await page.getByText("Resolved. This is final.").waitFor();
  assert.equal((await fixture.deployment.store.overview.execution(unknownId))?.status, "failed");

  await press(page, "a", /^Proposals$/, "Proposals");
  await press(page, `a[href="/proposals/${proposalId}"]`, /^acme\/things\.create$/, "Create a thing");
  await tabTo(page, "textarea", /^reason$/);
  await page.keyboard.type("Asked for by support.");
  await press(page, "button", /^Approve$/, "Create a thing");
  await page.getByText("Approved. svc makes the call in a moment, once.").waitFor();
  assert.deepEqual(await violations(page), []);

  await press(page, "a", /^Service clients$/, "Service clients");
  await press(page, "a", /^shop$/, "shop");
  await press(page, "button", /^Revoke… key backend of shop$/, "Revoke this key?");
  await press(page, "button", /^Revoke for good$/, "shop");
  await page.getByText("Revoked. Every server refuses the key within a second.").waitFor();

  await press(page, "a", /^Webhook endpoints$/, "Webhook endpoints");
  await press(page, "a", /^orders$/, "orders");
  assert.match(page.url(), new RegExp(`${endpointId}$`));
  await press(page, "button", /^Disable…$/, "Disable this endpoint?");
  await press(page, "button", /^Disable$/, "orders");
  await page.getByText("Disabled. Nothing is sent to it").waitFor();

  await press(page, "a", /^Executions$/, "Executions");
  await press(page, "a", /^Succeeded$/, "Executions");
  await tabTo(page, "summary", /^Filter$/);
  await page.keyboard.press("Enter");
  await tabTo(page, "select[name=provider]", /./);
  await page.keyboard.type("acme");
  await tabTo(page, "button", /^Apply$/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/status=succeeded.*provider=acme/);
  await page.waitForLoadState();
  await press(page, "button", /^Sign out$/, "svc operator console");
  await page.getByText("You are signed out.").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("the key / goes to the search, which finds a page with and without scripts", async () => {
  const { tenantId } = fixture.seeded;
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const { page, faults } = await openWatched(fixture, context);
    await signIn(fixture, page, "/audit");
    const field = page.getByRole("searchbox");
    if (javaScriptEnabled) {
      await page.keyboard.press("/");
      await page.locator("#search:focus").waitFor();
      await page.keyboard.type("/");
      assert.equal(await field.inputValue(), "/", "in a field, it is a character");
    }
    await field.fill(tenantId);
    await field.press("Enter");
    await page.waitForURL(`**/tenants/${tenantId}`);
    await field.fill("customer-");
    await field.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Results for customer-" }).waitFor();
    assert.equal(await field.inputValue(), "customer-");
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("everything except copying works without scripts; with them, an id is copied and that is announced", async () => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = await openWatched(fixture, context);
  await signIn(fixture, page, "/tenants");
  assert.equal(new URL(page.url()).pathname, "/tenants", "where the user was going");
  await page.getByRole("button", { name: `Copy ${fixture.seeded.tenantId}` }).press("Enter");
  await page
    .getByRole("status")
    .filter({ hasText: `Copied ${fixture.seeded.tenantId}` })
    .waitFor();
  await context.close();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const { page: bare } = await openWatched(fixture, plain);
  await signIn(fixture, bare, "/connections");
  assert.equal(await bare.getByRole("button", { name: /^Copy/ }).count(), 0);
  await bare.getByRole("link", { name: "Acme", exact: true }).click();
  await bare.getByRole("button", { name: "Test now" }).click();
  await bare.getByText("Tested: the provider accepts the credential.").waitFor();
  await plain.close();
});
