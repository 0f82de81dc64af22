/** Harbor from end to end in Chromium, with the real server and simulated providers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ServiceClient } from "@svc/sdk";
import type { Browser, FrameLocator, Locator, Page } from "../../../judges/pages/playwright.ts";
import { enterText, submitFormOf } from "../../../tools/browser/enter.ts";
import { launchChromium } from "../../../tools/browser/launch.ts";
import { startExample, type Example } from "../launch.ts";
import { checkScreens } from "./screens.ts";

const value = "canary-value-typed-in-a-browser";
const log: string[] = [];
let browser: Browser;
let example: Example;

before(async () => {
  browser = await launchChromium();
  example = await startExample({ log: (line) => log.push(line) });
});
after(async () => {
  await browser.close();
  await example.stop();
});

/** Opens a separate browser, and signs in this user. */
async function signIn(name: "Ada Moreno" | "Grace Lin", from = example): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(from.url);
  await page.getByRole("button", { name }).click();
  await page.getByRole("heading", { name: "Integrations" }).waitFor();
  return page;
}

const card = (page: Page, provider: string): Locator => page.locator(`[data-provider=${provider}]`);
const modalOf = (page: Page): FrameLocator => page.frameLocator("[data-svc-connect] iframe");
const state = (page: Page, provider: string, label: string): Promise<void> =>
  card(page, provider).locator(".pill").getByText(label, { exact: true }).waitFor();

/** Opens the hosted page for Doppler, enters a token, and waits until Harbor's page has loaded again. */
async function paste(page: Page, verb: RegExp, token: string): Promise<void> {
  await card(page, "doppler").getByRole("button", { name: verb }).click();
  const field = modalOf(page).locator("#field-access_token");
  await enterText(field, token);
  // A card that was connected before shows that immediately, so its text doesn't show that this attempt has ended.
  await Promise.all([page.waitForEvent("load"), submitFormOf(field)]);
}

async function connections(from = example): Promise<{ id: string; status: string; provider: string }[]> {
  const client = new ServiceClient({ baseUrl: from.serviceUrl, accessToken: from.serviceKey });
  const found = [];
  for await (const tenant of client.tenants.list()) {
    for await (const one of client.tenant(tenant.id).connections.list()) found.push(one);
  }
  return found;
}

const writesAt = (provider: Example["doppler"] | Example["github"]): number =>
  provider.ledger.requests.filter(({ method, path }) => method === "POST" && !path.startsWith("/login/")).length;

/** Opens the form and fills it in. */
async function fillSecret(page: Page, name: string): Promise<Locator> {
  await page.goto(`${example.url}/secrets`);
  await page.locator("input[name=name]").fill(name);
  await page.locator("input[name=value]").fill(value);
  return page.getByRole("button", { name: "Save in harbor-api / dev" });
}

test("the journey of one user: connect, use, fail, reconnect, disconnect", async (t) => {
  const context = await browser.newContext({ locale: "en-US" });
  const visitor = await context.newPage();
  await visitor.goto(example.url);
  await checkScreens(visitor, "sign-in");
  await context.close();
  const page = await signIn("Ada Moreno");
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.location().url.includes("/connect/")) faults.push(message.text());
  });
  await checkScreens(page, "not-connected");
  await page.goto(`${example.url}/secrets`);
  await checkScreens(page, "secrets-not-connected");
  await page.goto(`${example.url}/integrations`);

  await t.test("closing the modal connects nothing, and says so", async () => {
    await card(page, "doppler").getByRole("button", { name: "Connect" }).click();
    await modalOf(page).locator("#field-access_token").waitFor();
    const other = await page.context().newPage();
    await other.goto(`${example.url}/integrations`);
    await state(other, "doppler", "Connecting");
    await checkScreens(other, "connecting");
    await page.locator("[data-svc-connect] button").click();
    await page.getByText("You cancelled.").waitFor();
    // The other tab learns of it from the server.
    await other.getByText("You cancelled.").waitFor();
    await other.close();
    await checkScreens(page, "cancelled");
    assert.equal((await connections()).length, 0);
  });

  await t.test("connects in a modal, which the backend confirms", async () => {
    await paste(page, /^Connect/, example.token);
    await state(page, "doppler", "Connected");
    assert.match(await card(page, "doppler").innerText(), /Harbor Works[^]*List secret names[^]*Write a secret/);
    // svc's webhook arrives on its own.
    for (const deadline = Date.now() + 30_000; !(await page.getByText("Doppler was connected").isVisible());) {
      assert.ok(Date.now() < deadline, "no webhook arrived");
      await page.waitForTimeout(250);
      await page.reload();
    }
    await checkScreens(page, "connected");
  });

  await t.test("a double click makes one write, and a reload none", async () => {
    const save = await fillSecret(page, "GREETING");
    await checkScreens(page, "secrets");
    const before = writesAt(example.doppler);
    await save.dblclick();
    await page.getByRole("heading", { name: "GREETING was saved" }).waitFor();
    await checkScreens(page, "saved");
    await page.reload();
    await page.getByRole("heading", { name: "GREETING was saved" }).waitFor();
    assert.equal(writesAt(example.doppler), before + 1);
    await page.goto(`${example.url}/secrets`);
    await page.getByText("GREETING", { exact: true }).waitFor();
  });

  await t.test("learns from svc that a write whose response was lost took effect, and sends it once", async () => {
    const before = writesAt(example.doppler);
    await (await fillSecret(page, "SVC_TEST_LOSE_RESPONSE")).click();
    await page.getByRole("heading", { name: "SVC_TEST_LOSE_RESPONSE was saved" }).waitFor();
    assert.equal(writesAt(example.doppler), before + 1);
  });

  await t.test("shows an unknown outcome, sends it once, and resolves it", async () => {
    const before = writesAt(example.doppler);
    await (await fillSecret(page, "SVC_TEST_RESET")).click();
    const title = page.getByRole("heading", { name: "We don't know whether SVC_TEST_RESET was saved" });
    await title.waitFor();
    assert.match(await page.locator("main").innerText(), /Execution act_\w+/);
    assert.equal(await page.locator("form[action='/secrets']").count(), 0);
    await checkScreens(page, "unknown");
    for (const deadline = Date.now() + 60_000; await title.isVisible();) {
      assert.ok(Date.now() < deadline, "the unknown write could not be resolved");
      // An earlier click may have resolved it, and the button may be gone.
      const button = page.getByRole("button", { name: "It was not saved" });
      await button.click({ timeout: 1000 }).catch(() => undefined);
      await page.waitForTimeout(500);
    }
    await page.getByRole("heading", { name: "SVC_TEST_RESET was not saved" }).waitFor();
    assert.equal(writesAt(example.doppler), before + 1);
  });

  await t.test("waits as long as Doppler requires", async () => {
    await (await fillSecret(page, "SVC_TEST_429")).click();
    await page.getByText("Doppler is limiting requests.").waitFor();
    const save = page.getByRole("button", { name: "Save in harbor-api / dev" });
    await save.and(page.locator(":enabled")).waitFor();
    await page.getByText("You can try again now.").waitFor();
    await checkScreens(page, "rate-limited");
    assert.equal(await page.locator("input[name=value]").inputValue(), "");
    assert.equal(await page.locator("input[name=name]").inputValue(), "SVC_TEST_429");
  });

  await t.test("shows the fault next to an invalid field", async () => {
    await (await fillSecret(page, "no_capitals")).click();
    await page.getByText("Please correct what you entered.").waitFor();
    assert.equal(await page.locator("#name-error").count(), 1);
    await checkScreens(page, "invalid");
  });

  await t.test("reconnects the same connection after Doppler refused the token", async () => {
    const [first] = await connections();
    const save = await fillSecret(page, "GREETING");
    example.doppler.world.revoke(example.token);
    await save.click();
    await page.getByText("Doppler needs to be reconnected").first().waitFor();
    await checkScreens(page, "refused");
    await page.goto(`${example.url}/integrations`);
    await state(page, "doppler", "Reconnect needed");
    await checkScreens(page, "needs-reconnect");
    await paste(page, /^Reconnect/, example.secondToken);
    await state(page, "doppler", "Connected");
    assert.deepEqual(
      (await connections()).map(({ id, status }) => [id, status]),
      [[first?.id, "active"]],
    );
    await (await fillSecret(page, "GREETING")).click();
    await page.getByRole("heading", { name: "GREETING was saved" }).waitFor();
  });

  await t.test("connects GitHub by a redirect, and opens one issue", async () => {
    await page.goto(`${example.url}/integrations`);
    await card(page, "github")
      .getByRole("button", { name: /^Connect/ })
      .click();
    await page.getByRole("button", { name: /^Continue to GitHub/ }).click();
    await page.getByRole("button", { name: /^Authorize/ }).click();
    await state(page, "github", "Connected");
    assert.equal(page.url(), `${example.url}/integrations`);
    await page.getByRole("link", { name: "Open issues" }).click();
    await page.getByLabel("Title").fill("Deploy 42 failed");
    await page.getByLabel("What happened").fill("The health check never passed.");
    await checkScreens(page, "issues");
    const before = writesAt(example.github);
    await page.getByRole("button", { name: "Open in octocat / hello-world" }).dblclick();
    await page.getByRole("heading", { name: "“Deploy 42 failed” was opened" }).waitFor();
    await checkScreens(page, "issue-opened");
    assert.equal(writesAt(example.github), before + 1);
  });

  await t.test("disconnects after confirmation, and can connect again", async () => {
    await page.goto(`${example.url}/integrations`);
    await card(page, "doppler")
      .getByRole("link", { name: /^Disconnect/ })
      .click();
    await page.getByRole("heading", { name: "Disconnect Doppler?" }).waitFor();
    await checkScreens(page, "disconnect");
    await page.getByRole("link", { name: "Keep it" }).click();
    await state(page, "doppler", "Connected");
    await card(page, "doppler")
      .getByRole("link", { name: /^Disconnect/ })
      .click();
    await page.getByRole("button", { name: "Disconnect Doppler" }).click();
    await state(page, "doppler", "Disconnected");
    await checkScreens(page, "disconnected");
    await paste(page, /^Connect/, example.secondToken);
    await state(page, "doppler", "Connected");
    const statuses = (await connections()).filter(({ provider }) => provider === "doppler").map(({ status }) => status);
    assert.deepEqual(statuses.sort(), ["active", "disconnected"]);
  });

  await t.test("stores the secret nowhere", () => {
    assert.deepEqual(faults, []);
    assert.ok(log.length > 20 && !log.join("\n").includes("canary-value"));
    assert.ok(!log.join("\n").includes("completion_code"));
    assert.ok(!readFileSync(example.recordsFile, "latin1").includes("canary-value"));
  });
  await page.context().close();
});

test("keeps two users apart", async () => {
  const ada = await signIn("Ada Moreno");
  await paste(ada, /^(Connect|Reconnect)/, example.secondToken);
  await state(ada, "doppler", "Connected");
  const href = await card(ada, "doppler")
    .getByRole("link", { name: /^Disconnect/ })
    .getAttribute("href");
  const grace = await signIn("Grace Lin");
  await state(grace, "doppler", "Not connected");
  assert.ok(!(await grace.locator("main").innerText()).includes("Harbor Works"));
  const response = await grace.goto(`${example.url}${href}`);
  assert.equal(response?.status(), 404);
  await checkScreens(grace, "not-found");
  // Nor with a form that is her own.
  const status = await grace.evaluate(async (path) => {
    const page = await (await fetch("/integrations")).text();
    const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
    return (await fetch(path, { method: "POST", body: new URLSearchParams({ csrf }) })).status;
  }, href ?? "");
  assert.equal(status, 404);
  await ada.reload();
  await state(ada, "doppler", "Connected");
  await Promise.all([ada.context().close(), grace.context().close()]);
});

test("works with automatic completion too", async () => {
  const automatic = await startExample({ completion: "automatic", log: () => {} });
  try {
    const page = await signIn("Grace Lin", automatic);
    await paste(page, /^Connect/, automatic.token);
    await state(page, "doppler", "Connected");
    assert.deepEqual(
      (await connections(automatic)).map(({ status }) => status),
      ["active"],
    );
    await page.context().close();
  } finally {
    await automatic.stop();
  }
});
