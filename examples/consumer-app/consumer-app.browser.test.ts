/** The example end to end in Chromium: signing in, connecting each way, reading, writing, and an unknown outcome. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ServiceClient } from "@svc/sdk";
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core";
import { enterText, submitFormOf } from "../../tools/browser/enter.ts";
import { launchChromium } from "../../tools/browser/launch.ts";
import { startExample, type Example } from "./launch.ts";

let browser: Browser;
let example: Example;

before(async () => {
  browser = await launchChromium();
  example = await startExample();
});
after(async () => {
  await browser.close();
  await example.stop();
});

/** Opens a page and signs this user in. */
async function signIn(name: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(example.url);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText(`${name}: not connected yet`).waitFor();
  return { page, context };
}

/** Fills in the hosted page. */
async function paste(hosted: Page | FrameLocator, token: string): Promise<void> {
  const field = hosted.locator("#field-access_token");
  await enterText(field, token);
  await submitFormOf(field);
}

const modalOf = (page: Page): FrameLocator => page.frameLocator("[data-svc-connect] iframe");

async function connectByModal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connect here" }).click();
  await paste(modalOf(page), example.token);
  await page.getByText("Your account is connected.").waitFor();
}

/** How many active connections svc lists for this user's tenant. */
async function connections(externalId: string): Promise<number> {
  const client = new ServiceClient({ baseUrl: example.serviceUrl, accessToken: example.serviceKey });
  let count = 0;
  for await (const tenant of client.tenants.list({ externalId })) {
    for await (const { status } of client.tenant(tenant.id).connections.list()) if (status === "active") count += 1;
  }
  return count;
}

test("connects in a modal, then lists, reads and writes", async () => {
  const { page, context } = await signIn("Ada");
  await connectByModal(page);
  assert.equal(await connections("ada"), 1);
  await page.getByRole("button", { name: "Show STRIPE_KEY" }).click();
  await page.getByText("STRIPE_KEY = canary-harbor-api-dev-stripe-key").waitFor();
  await page.getByLabel("Value").fill("hello");
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await page.getByText("GREETING: written", { exact: true }).waitFor();
  await context.close();
});

test("popup", async () => {
  const { page, context } = await signIn("Grace");
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "In a popup" }).click();
  await paste(await opened, example.token);
  await page.getByText("Your account is connected.").waitFor();
  assert.equal(await connections("grace"), 1);
  await context.close();
});

test("redirect", async () => {
  const { page, context } = await signIn("Edsger");
  await page.getByRole("button", { name: "With a redirect" }).click();
  await page.waitForURL(/\/connect\/cs_/);
  await paste(page, example.token);
  await page.getByText("Your account is connected.").waitFor();
  assert.equal(page.url(), `${example.url}/`);
  assert.equal(await connections("edsger"), 1);
  await context.close();
});

test("connects nothing if the user closes the modal, and can start again", async () => {
  const { page, context } = await signIn("Barbara");
  await page.getByRole("button", { name: "Connect here" }).click();
  await modalOf(page).locator("#field-access_token").waitFor();
  await page.locator("[data-svc-connect] button").click();
  await page.getByText("Nothing was connected.").waitFor();
  assert.equal(await connections("barbara"), 0);
  await connectByModal(page);
  assert.equal(await connections("barbara"), 1);
  await context.close();
});

test("rejects a completion code for another user's session", async () => {
  const ada = await signIn("Mallory");
  const other = await signIn("Niklaus");
  const statusOf = (page: Page, session: string): Promise<number> =>
    page.evaluate(async (session) => {
      const body = JSON.stringify({ session, completionCode: "x" });
      return (await fetch("/api/connect/complete", { method: "POST", body })).status;
    }, session);
  const session = await other.page.evaluate(async () => {
    const response = await fetch("/api/connect", { method: "POST", body: "{}" });
    return ((await response.json()) as { session: { id: string } }).session.id;
  });
  assert.equal(await statusOf(ada.page, session), 404);
  assert.notEqual(await statusOf(other.page, session), 200);
  await Promise.all([ada.context.close(), other.context.close()]);
});

test("shows a write whose answer is lost as unknown, sends it once, and lets the user resolve it", async () => {
  const { page, context } = await signIn("Tony");
  await connectByModal(page);
  await page.getByRole("button", { name: "Show STRIPE_KEY" }).waitFor();
  const writes = (): number => example.provider.ledger.requests.filter(({ method }) => method === "POST").length;
  const before = writes();
  example.loseNextAnswer();
  await page.getByLabel("Name", { exact: true }).fill("LOST_ANSWER");
  await page.getByLabel("Value").fill("kept");
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await page.getByText("LOST_ANSWER: unknown").waitFor();
  assert.equal(writes(), before + 1);
  await page.getByRole("button", { name: "Show LOST_ANSWER" }).click();
  await page.getByText("LOST_ANSWER = kept").waitFor();
  const resolve = page.getByRole("button", { name: "It was written" });
  for (const deadline = Date.now() + 60_000; await resolve.isVisible();) {
    assert.ok(Date.now() < deadline, "the unknown write could not be resolved");
    // An earlier click may have resolved it already, and the button may be gone.
    if (await resolve.isEnabled()) await resolve.click({ timeout: 1000 }).catch(() => undefined);
    await page.waitForTimeout(500);
  }
  await page.getByText("LOST_ANSWER: written", { exact: true }).waitFor();
  assert.equal(writes(), before + 1);
  await context.close();
});
