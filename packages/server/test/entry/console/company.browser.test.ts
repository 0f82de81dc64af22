/** The sign-in with the company's account in Chromium, whose cookies and policies decide whether it works at all. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "../../../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../../../tools/browser/launch.ts";
import { makeCompany, type Company } from "./company.ts";
import { violations } from "./operator-browser.ts";

let company: Company;
let browser: Browser;
before(async () => {
  company = await makeCompany();
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  await company.close();
});

const looks = [
  { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
] as const;

for (const look of looks) {
  test(`goes to the provider, back to the page, and out again: ${look.viewport.width} px, ${look.colorScheme}`, async () => {
    const { fixture, issuer } = company;
    const context = await browser.newContext(look);
    const page = await context.newPage();
    fixture.clock.aheadMs += 1000;
    await page.goto(`${fixture.origin}/tenants`);
    const way = page.getByRole("link", { name: "Sign in with Acme" });
    assert.equal(
      await way.evaluate((link) => link.compareDocumentPosition(document.querySelector("#token") ?? link)),
      4,
    );
    assert.deepEqual(await violations(page), []);
    await way.click();
    await page.waitForURL(`${fixture.origin}/tenants`);
    await page.getByRole("heading", { level: 1, name: "Tenants" }).waitFor();
    const cookies = await context.cookies();
    assert.deepEqual(
      cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
      [["svc_operator", true, "Strict"]],
    );
    if (look.viewport.width < 1024) await page.getByRole("button", { name: "Menu" }).click();
    await page.getByText("Grace Hopper").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${issuer.url}/end?**`);
    await page.goto(`${fixture.origin}/tenants`);
    await way.waitFor();
    await context.close();
  });
}

test("says on the sign-in page why it didn't work, and offers the token first while the provider is down", async () => {
  const { fixture, issuer } = company;
  const page = await browser.newPage();
  issuer.knobs.person = { ...issuer.knobs.person, groups: [] };
  fixture.clock.aheadMs += 1000;
  await page.goto(`${fixture.origin}/login/oidc`);
  await page.getByRole("alert").getByText("you have no role in this console").waitFor();
  assert.deepEqual(await violations(page), []);
  issuer.knobs.isDown = true;
  fixture.clock.aheadMs += 11 * 60_000;
  await page.goto(`${fixture.origin}/login`);
  await page.getByText("Acme can't be reached right now").waitFor();
  await page.locator("#token:focus").waitFor();
  assert.deepEqual(await violations(page), []);
  issuer.reset();
});
