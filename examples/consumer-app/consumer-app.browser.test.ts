/** The example from end to end in Chromium: sign in, connect each way, read, write, and a write that nobody can know. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ServiceClient } from "@svc/sdk";
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core";
import { enterText, submitFormOf } from "../../tools/browser/enter.ts";
import { launchChromium } from "../../tools/browser/launch.ts";
import { startExample, type Example } from "./stage.ts";

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

/** A page on which this user is signed in. */
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

/** What the user does on the hosted page. */
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

/** How many connections this user's tenant has, as the service tells. */
async function connections(externalId: string): Promise<number> {
  const client = new ServiceClient({ baseUrl: example.serviceUrl, accessToken: example.serviceKey });
  let count = 0;
  for await (const tenant of client.tenants.list({ externalId })) {
    for await (const { status } of client.tenant(tenant.id).connections.list()) if (status === "active") count += 1;
  }
  return count;
}

test("modal: connect, list, read and write", async () => {
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
  await page.getByRole("button", { name: "By redirect" }).click();
  await page.waitForURL(/\/connect\/cs_/);
  await paste(page, example.token);
  await page.getByText("Your account is connected.").waitFor();
  assert.equal(page.url(), `${example.url}/`);
  assert.equal(await connections("edsger"), 1);
  await context.close();
});

test("a user who closes the modal has connected nothing, and can start again", async () => {
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

test("a completion code of one user's session is worth nothing to another", async () => {
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

test("a write whose answer is lost is shown as unknown, is sent once, and is settled by the user", async () => {
  const { page, context } = await signIn("Tony");
  await connectByModal(page);
  await page.getByRole("button", { name: "Show STRIPE_KEY" }).waitFor();
  const writes = (): number => example.provider.ledger.requests.filter(({ method }) => method === "POST").length;
  const before = writes();
  example.loseNextAnswer();
  await page.getByLabel("Name", { exact: true }).fill("LOST_ANSWER");
  await page.getByLabel("Value").fill("kept");
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await page.getByText("LOST_ANSWER: nobody can know yet").waitFor();
  assert.equal(writes(), before + 1);
  await page.getByRole("button", { name: "Show LOST_ANSWER" }).click();
  await page.getByText("LOST_ANSWER = kept").waitFor();
  const settle = page.getByRole("button", { name: "It was written" });
  for (const deadline = Date.now() + 60_000; await settle.isVisible();) {
    assert.ok(Date.now() < deadline, "the unknown write could not be settled");
    // It may be gone by the time it is pressed: the press before has settled it.
    if (await settle.isEnabled()) await settle.click({ timeout: 1000 }).catch(() => undefined);
    await page.waitForTimeout(500);
  }
  await page.getByText("LOST_ANSWER: written", { exact: true }).waitFor();
  assert.equal(writes(), before + 1);
  await context.close();
});
