/** An operator's browser: watched pages, signing in with the keyboard, and axe. */
import assert from "node:assert/strict";
import { axe } from "../../../../../judges/pages/axe.ts";
import type { BrowserContext, Page } from "../../../../../judges/pages/playwright.ts";
import type { Fixture } from "./fixture.ts";

/** A page, its errors, and its requests to other origins. */
export async function openWatched(
  fixture: Fixture,
  context: BrowserContext,
): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // A sign-in or not-found page has such a status by design.
    const isResponse = /status of 40[14] /.test(message.text());
    if (!isResponse && (message.type() === "error" || message.type() === "warning")) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(fixture.origin) && !request.url().startsWith("data:")) faults.push(request.url());
  });
  return { page, faults };
}

/** Signs in as a keyboard user does: the field already has the focus. */
export async function signIn(fixture: Fixture, page: Page, path = "/"): Promise<void> {
  fixture.clock.aheadMs += 1000;
  await page.goto(fixture.origin + path);
  const field = page.locator("#token");
  await page.locator("#token:focus").waitFor();
  // On a busy machine a new page may not have the keyboard focus yet, even if it says so; typed text is then lost.
  for (const deadline = Date.now() + 60_000; (await field.inputValue()) !== fixture.token;) {
    assert.ok(Date.now() < deadline, "the field accepts typed text");
    await field.press("Control+a");
    await page.keyboard.type(fixture.token);
  }
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Console" }).waitFor();
}

/** Returns the violations that axe finds on a page. */
export async function violations(page: Page): Promise<string[]> {
  // The page's policy allows no other script; the debugger does.
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    async () => (await (globalThis as unknown as { axe: typeof axe }).axe.run()).violations,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
