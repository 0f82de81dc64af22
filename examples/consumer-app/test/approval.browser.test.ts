/** Harbor's user approves an agent's change on a phone, and it's made once. In Chromium, with the real server. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../tools/browser/launch.ts";
import { startExample, type Example } from "../launch.ts";
import { startAgentHost, type AgentHost } from "./agent-host.ts";
import { checkScreens } from "./screens.ts";

let browser: Browser;
let example: Example;
let host: AgentHost;
let ada: BrowserContext;
let token = "";
before(async () => {
  browser = await launchChromium();
  example = await startExample({ log: () => undefined });
  host = await startAgentHost(() => example);
  ada = await phone("en-US");
  token = await signedIn();
});
after(async () => {
  await browser.close();
  await example.stop();
  host.close();
});

/** A phone in New York, where no time is in UTC. */
function phone(locale: string, javaScriptEnabled = true): Promise<BrowserContext> {
  const timezoneId = "America/New_York";
  return browser.newContext({ locale, javaScriptEnabled, timezoneId, viewport: { width: 390, height: 844 } });
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

/** Ada connects GitHub, and allows an agent to propose changes. @returns the agent's token. */
async function signedIn(): Promise<string> {
  const page = await newPage(ada);
  await page.goto(example.url);
  await page.getByRole("button", { name: "Ada Moreno" }).click();
  await page
    .locator("[data-provider=github]")
    .getByRole("button", { name: /^Connect/ })
    .click();
  await page.getByRole("button", { name: /^Continue to GitHub/ }).click();
  await page.getByRole("button", { name: /^Authorize/ }).click();
  await page.locator("[data-provider=github] .pill").getByText("Connected", { exact: true }).waitFor();
  const { url, redeem } = await host.begin();
  await page.goto(url);
  await page.getByRole("link", { name: "Continue to Harbor" }).click();
  await page.getByRole("button", { name: "Ask before each change" }).click();
  await page.getByRole("heading", { name: "Back in the agent's host" }).waitFor();
  const { access_token = "" } = await redeem(new URL(page.url()).searchParams.get("code") ?? "");
  await page.close();
  return access_token;
}

const issue = (title: string, body = "It fails.\nSince Monday.\u202e") => ({
  owner: "octocat",
  repo: "hello-world",
  title,
  body,
});
const issues = (): number =>
  example.github.ledger.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/issues")).length;

/** The agent requests a change. @returns the proposal's id, and where a person decides about it. */
async function ask(title: string, body?: string): Promise<{ id: string; url: string }> {
  const { structuredContent } = await host.call(token, "github_issues_create", issue(title, body));
  assert.equal(structuredContent?.["status"], "pending_approval");
  return { id: String(structuredContent["proposal_id"]), url: String(structuredContent["approvalUrl"]) };
}

/** Opens a proposal's link, and says at Harbor that it is really them. */
async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("button", { name: "Look at it" }).click();
  await page.getByRole("heading", { name: "Let Example Chat do this?" }).waitFor();
}

test("a user approves an agent's change on a phone, and it is made once", async () => {
  const before = issues();
  const { id, url } = await ask("Deploy 42 failed");
  assert.equal(issues(), before);
  const page = await newPage(ada);
  await openPage(page, url);
  for (const text of ["Create an issue", "octocat", "Deploy 42 failed", "Since Monday.[U+202E]", "Ada Moreno (ada)"]) {
    await page.getByText(text).first().waitFor();
  }
  assert.deepEqual(await page.locator(".facts dt").allTextContents(), [
    "Owner",
    "Repository",
    "Title",
    "Text",
    "Agent",
    "Acts for",
    "Why you are asked",
    "Waits until",
  ]);
  assert.match((await page.locator("time").textContent()) ?? "", /^\w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T$/);
  assert.match((await page.locator("time").getAttribute("title")) ?? "", /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  await page.getByText(/^Opens an issue in octocat\/hello-world \(.+\), and notifies its watchers\.$/).waitFor();
  await checkScreens(page, "approval");
  await page.setViewportSize({ width: 320, height: 640 });
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(excess, 0, "it scrolls sideways at 320 pixels");
  await page.getByLabel("Reason (optional)").fill("Known regression.");
  // Neither a double click on the button nor one on the checkbox approves: they are two acts.
  await page.getByRole("button", { name: "Approve" }).dblclick();
  await page.getByRole("checkbox").dblclick();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Let Example Chat do this?" }).waitFor();
  assert.equal(issues(), before);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Approve" }).click();
  // The outcome comes by itself.
  await page.getByRole("heading", { name: "Done" }).waitFor();
  await page.getByText(/^Approved by Ada Moreno on /).waitFor();
  await page.getByText("destroyed after the decision").waitFor();
  assert.equal(await page.getByText("Since Monday").count(), 0);
  await checkScreens(page, "approval-done");
  assert.equal(issues(), before + 1);
  const told = await host.call(token, "get_proposal", { proposal_id: id });
  assert.equal(told.structuredContent?.["status"], "accepted");
  // Back to the previous form: it decides nothing more.
  await page.goBack();
  await page.goto(url);
  await page.getByRole("button", { name: "Look at it" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  assert.equal(issues(), before + 1);
  await page.close();
});

test("a user approves with the keyboard alone, and Enter does nothing before the box is checked", async () => {
  const before = issues();
  const { url } = await ask("Approved with keys");
  const page = await newPage(ada);
  await openPage(page, url);
  const tabTo = async (field: string): Promise<void> => {
    for (let tries = 0; tries < 20; tries += 1) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate(
        () => `${document.activeElement?.getAttribute("name")}=${document.activeElement?.getAttribute("value")}`,
      );
      if (found === field) return;
    }
    assert.fail(`Tab doesn't reach ${field}`);
  };
  await tabTo("read=yes");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Let Example Chat do this?" }).waitFor();
  assert.equal(await page.getByRole("checkbox").isChecked(), false);
  assert.equal(issues(), before);
  await page.keyboard.press("Space");
  await tabTo("decision=approve");
  await page.keyboard.press("Enter");
  // Chromium may never close a page that is just reloading itself, so the last page comes first.
  await page.getByRole("heading", { name: "Done" }).waitFor();
  assert.equal(issues(), before + 1);
  await page.close();
});

test("folds a long text under a line with its size, and the outcome comes without scripts too", async () => {
  const before = issues();
  const lines = Array.from({ length: 60 }, (_one, index) => `Line ${index} of a long report.`);
  const { url } = await ask("A long report", lines.join("\n"));
  const page = await newPage(ada);
  await openPage(page, url);
  await page.getByText("Line 1 of a long report.").waitFor();
  const last = page.getByText("Line 59 of a long report.");
  assert.equal(await last.isVisible(), false);
  await checkScreens(page, "approval-long");
  await page.getByText(/^Show the other [\d,]+ characters$/).click();
  await last.waitFor();
  await page.close();
  const plain = await newPage(await phone("en-US", false));
  await plain.goto(url);
  await plain.getByRole("button", { name: "Ada Moreno" }).click();
  await plain.getByRole("button", { name: "Look at it" }).click();
  await plain.getByText(/ UTC$/).first().waitFor();
  await plain.getByRole("checkbox").check();
  await plain.getByRole("button", { name: "Approve" }).click();
  await plain.getByRole("heading", { name: "Done" }).waitFor();
  await plain.context().close();
  assert.equal(issues(), before + 1);
});

test("an address that doesn't exist is a page for people, and a problem for programs", async () => {
  const page = await newPage(await phone("en-US"));
  for (const path of ["/approve", "/approve/a/b/c", "/oauth/nothing", "/connect/a/b"]) {
    const response = await page.goto(example.serviceUrl + path);
    assert.equal(response?.status(), 404, path);
    await page.getByRole("heading", { name: "Link not found" }).waitFor();
    const { headers } = await fetch(example.serviceUrl + path);
    assert.match(headers.get("content-type") ?? "", /problem\+json/);
  }
  await checkScreens(page, "unknown-address");
  await page.context().close();
});

test("works without scripts, in every language, and sends nothing once denied", async () => {
  const before = issues();
  const { url } = await ask("Denied by its user");
  for (const [locale, deny, end] of [
    ["de", "Ablehnen", "Abgelehnt"],
    ["es", "Rechazar", "Rechazado"],
    ["fr", "Refuser", "Refusé"],
    ["ja", "拒否する", "拒否されました"],
  ] as const) {
    const page = await newPage(await phone(locale, false));
    await page.goto(url);
    await page.getByRole("button", { name: "Ada Moreno" }).click();
    await page.getByRole("button", { name: "Look at it" }).click();
    // Even without scripts, a page that continues by itself does so.
    const isFirst = locale === "de";
    // Denying needs no checkbox.
    if (isFirst) await page.getByRole("button", { name: deny }).click();
    await page.getByRole("heading", { name: end }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), locale);
    await page.context().close();
  }
  assert.equal(issues(), before);
});

test("shows nothing to a person from another company, and says what to do", async () => {
  const { url } = await ask("Not for Grace");
  const page = await newPage(await phone("en-US"));
  await page.goto(url);
  await page.getByRole("button", { name: "Grace Lin" }).click();
  await page.getByRole("button", { name: "Look at it" }).click();
  await page.getByRole("heading", { name: "You can't decide on this" }).waitFor();
  await checkScreens(page, "approval-refused");
  assert.equal(await page.getByText("Not for Grace").count(), 0);
  await page.context().close();
  const stranger = await newPage(await phone("en-US"));
  const own = await newPage(ada);
  await openPage(own, url);
  await stranger.goto(own.url());
  await stranger.getByRole("heading", { name: "Opened in another browser" }).waitFor();
  await checkScreens(stranger, "approval-other-browser");
  await stranger.context().close();
  await own.close();
});
