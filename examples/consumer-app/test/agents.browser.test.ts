/** An agent's host signs in with Harbor's user, in Chromium, with the real server, knowing only its address. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ServiceClient } from "@svc/sdk";
import type { Browser, Page } from "../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../tools/browser/launch.ts";
import { startExample, type Example } from "../launch.ts";
import { startAgentHost, type AgentHost } from "./agent-host.ts";
import { checkScreens } from "./screens.ts";

let browser: Browser;
let example: Example;
let host: AgentHost;
before(async () => {
  browser = await launchChromium();
  example = await startExample({ log: () => undefined });
  host = await startAgentHost(() => example);
});
after(async () => {
  await browser.close();
  await example.stop();
  host.close();
});

async function phone(): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

test("a user signs in an agent's host, which gets a token for the chosen access", async () => {
  const { url, redeem } = await host.begin();
  const page = await phone();
  await page.goto(url);
  await page.getByRole("heading", { name: "Example Chat wants to use Harbor for you" }).waitFor();
  await page.getByText(new URL(host.callback).origin).first().waitFor();
  await checkScreens(page, "agent-asks");
  await page.getByRole("link", { name: "Continue to Harbor" }).click();
  await page.getByRole("button", { name: "Ada Moreno" }).click();
  await page.getByRole("heading", { name: "Let Example Chat act for you?" }).waitFor();
  await checkScreens(page, "agent-choices");
  await page.getByRole("button", { name: "Look and change" }).click();
  await page.getByRole("heading", { name: "Back in the agent's host" }).waitFor();
  const back = new URL(page.url()).searchParams;
  assert.deepEqual([back.get("state"), back.get("iss")], ["s", example.serviceUrl]);
  const { access_token: token = "" } = await redeem(back.get("code") ?? "");
  assert.match(token, /^svc_dt_/);
  const client = new ServiceClient({ baseUrl: example.serviceUrl, accessToken: example.serviceKey });
  const made = [];
  for await (const each of client.delegatedTokens.list()) made.push(each);
  const grant = made.find(({ parent_id }) => parent_id === null);
  assert.deepEqual([grant?.subject, grant?.agent, grant?.maxEffect], ["ada", "Example Chat", "write"]);
});

test("a user who doesn't allow it is sent back with a refusal, and a page that can't continue says why", async () => {
  const { url } = await host.begin();
  const page = await phone();
  await page.goto(url);
  await page.getByRole("link", { name: "Continue to Harbor" }).click();
  await page.getByRole("button", { name: "Grace Lin" }).click();
  await page.getByRole("button", { name: "Don't allow it" }).click();
  await page.getByRole("heading", { name: "Back in the agent's host" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("error"), "access_denied");
  await page.goto(url.replace(encodeURIComponent(host.callback), encodeURIComponent("https://evil.example/")));
  await page.getByRole("heading", { name: "This request isn't safe" }).waitFor();
  await checkScreens(page, "agent-refused");
});

test("asks in the user's language", async () => {
  const { url } = await host.begin();
  for (const [locale, submit] of [
    ["de", "Weiter zu Harbor"],
    ["es", "Continuar a Harbor"],
    ["fr", "Continuer vers Harbor"],
    ["ja", "Harbor へ進む"],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(url);
    assert.equal(await page.locator("html").getAttribute("lang"), locale);
    await page.getByRole("link", { name: submit }).waitFor();
    await context.close();
  }
});
