/** Open pages of the console in Chromium: the menu on a phone, and live updates. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "../../../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../../../tools/browser/launch.ts";
import * as samples from "../../adapters/store/samples.ts";
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

test("on a phone the sections are behind a button, with and without the keyboard", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const { page, faults } = await openWatched(fixture, context);
  fixture.clock.aheadMs += 1000;
  await page.goto(fixture.origin);
  await page.locator("#token").fill(fixture.token);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  const link = page.getByRole("link", { name: "Webhook endpoints", exact: true });
  assert.equal(await link.isVisible(), false);
  await page.getByRole("button", { name: "Menu" }).press("Enter");
  await link.waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await link.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Menu" }).click();
  await link.click();
  await page.getByRole("heading", { level: 1, name: "Webhook endpoints" }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("a page keeps itself up to date without a reload, unless it is paused or in use", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const { page, faults } = await openWatched(fixture, context);
  await page.clock.install();
  await signIn(fixture, page, "/executions");
  const { store } = fixture.deployment;
  const { clientId, tenantId, connectionId } = fixture.seeded;
  const place = { clientId, tenantId };
  const appear = async (): Promise<string> => {
    const createdAt = fixture.deployment.platform.nowMs();
    const { row, claim } = samples.keyedExecution(place, { connectionId, provider: "acme", createdAt });
    await store.executions.claim(row, claim);
    return row.id;
  };
  const refreshed = () => page.waitForResponse((response) => response.request().headers()["x-console-refresh"] === "1");
  /** Advances the time to a refresh, and waits until the page has applied it. */
  const pass = async (): Promise<void> => {
    const response = refreshed();
    await page.clock.runFor(10_000);
    await (await response).finished();
  };
  const linkTo = (id: string) => page.locator(`a[href="/executions/${id}"]`);
  const first = await appear();
  await page.locator("details.filters summary").click();
  await page.locator("#f-action").fill("half a thought");
  await pass();
  await linkTo(first).waitFor();
  assert.equal(await page.locator("#f-action").inputValue(), "half a thought", "a form stays unchanged");

  await linkTo(first).focus();
  const second = await appear();
  await pass();
  assert.equal(await linkTo(second).count(), 0, "a part that has the focus stays");
  await page.locator("#f-action").focus();
  await pass();
  await linkTo(second).waitFor();

  const live = page.getByRole("button", { name: "Live" });
  await live.press("Enter");
  assert.equal(await live.getAttribute("aria-pressed"), "false");
  const third = await appear();
  let asked = 0;
  page.on("request", () => (asked += 1));
  await page.clock.runFor(30_000);
  assert.equal(asked, 0, "a paused page asks for nothing");
  const again = refreshed();
  await live.press("Enter");
  await again;
  await linkTo(third).waitFor();

  await context.clearCookies();
  await page.clock.runFor(10_000);
  await page.getByText("Signed out", { exact: true }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
