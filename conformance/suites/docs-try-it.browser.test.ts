/** "Try it" in the API reference of a real sandbox, in Chromium: which requests it sends, and what it keeps to itself. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { axe } from "../../judges/pages/axe.ts";
import type { Browser, Locator, Page } from "../../judges/pages/playwright.ts";
import { launchChromium } from "../../tools/browser/launch.ts";
import { makeClient, startServer, uniqueName, type RunningServer, type TestClient } from "../harness/index.ts";

describe("try it", () => {
  let browser: Browser;
  let server: RunningServer;
  let client: TestClient;
  before(async () => {
    browser = await launchChromium();
    server = await startServer({ engine: "sqlite" });
    client = await makeClient(server);
  });
  after(async () => {
    await browser.close();
    await server.dispose();
  });

  /** Opens a page, and counts its requests for anything but files and readiness. */
  async function openPage(path: string): Promise<{ page: Page; sent: string[] }> {
    const page = await browser.newPage();
    // From source, the site is built at the first request.
    page.setDefaultTimeout(60_000);
    const sent: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === "fetch" && pathname.startsWith("/v1"))
        sent.push(`${request.method()} ${pathname}`);
    });
    await page.goto(`${server.url}${path}`);
    return { page, sent };
  }

  /** Opens the form of an operation, by the anchor of its heading. */
  async function openForm(page: Page, operation: string): Promise<Locator> {
    const form = page.locator(`h2#${operation} + .operation details.try-it`);
    await form.locator("summary").click();
    await form.getByRole("button", { name: "Send" }).waitFor();
    return form;
  }

  test("sends what the form says, and fills in the next form from the response", async () => {
    const { page, sent } = await openPage("/docs/api/tenants");
    const create = await openForm(page, "create-a-tenant");
    await create.getByRole("button", { name: "Send" }).click();
    await create.getByText("Fill in a service key.").waitFor();
    assert.deepEqual(sent, []);
    await create.getByLabel("Service key of this sandbox").fill(client.key);
    const body = { externalId: uniqueName("tried"), displayName: "Tried" };
    await create.getByLabel("Body").fill("{");
    await create.getByRole("button", { name: "Send" }).click();
    await create.getByText("The body must be a JSON object.").waitFor();
    await create.getByLabel("Body").fill(JSON.stringify(body));
    await create.getByRole("button", { name: "Send" }).click();
    await create.getByText("201 Created").waitFor();
    const created = JSON.parse(await create.locator("pre").innerText()) as { id: string; externalId: string };
    assert.equal(created.externalId, body.externalId);
    // The same key again: one tenant.
    const repeated = page.waitForResponse((response) => response.url().endsWith("/v1/tenants"));
    await create.getByRole("button", { name: "Send" }).click();
    await repeated;
    const found = await client.caller.get(`/v1/tenants?externalId=${body.externalId}`);
    assert.equal((found.json as { tenants: unknown[] }).tenants.length, 1);

    const get = await openForm(page, "show-a-tenant");
    assert.equal(await get.getByLabel("tenant_id").inputValue(), created.id);
    await get.getByRole("button", { name: "Send" }).click();
    await get.getByText("200 OK").waitFor();
    assert.deepEqual(sent, ["POST /v1/tenants", "POST /v1/tenants", `GET /v1/tenants/${created.id}`]);

    await page.evaluate(axe.source);
    const violations = await page.evaluate(
      async () => (await (globalThis as unknown as { axe: typeof axe }).axe.run()).violations,
    );
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      [],
    );
    // The key is in the page's memory, and nowhere else.
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage, document.cookie, location.href].map((place) => JSON.stringify(place)).join(),
    );
    assert.ok(!kept.includes(client.key));
    await page.close();
  });

  test("shows a refusal as the server sent it", async () => {
    const { page } = await openPage("/docs/api/tenants");
    const form = await openForm(page, "list-tenants");
    await form.getByLabel("Service key of this sandbox").fill(`${client.key}x`);
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("401 Unauthorized").waitFor();
    assert.match(await form.locator("pre").innerText(), /"code": "UNAUTHENTICATED"/);
    await page.close();
  });

  test("sends nothing to a server that isn't a sandbox, and says how to get one", async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch") asked.push(new URL(request.url()).pathname);
    });
    await page.route("**/readyz", (route) => route.fulfill({ json: { status: "ready", sandbox: false } }));
    await page.goto(`${server.url}/docs/api/tenants`);
    const place = page.locator("h2#list-tenants + .operation details.try-it");
    await place.locator("summary").click();
    await place.getByText("svc-server serve --sandbox").waitFor();
    assert.equal(await place.locator("input").count(), 0);
    assert.deepEqual(
      asked.filter((path) => path.startsWith("/v1")),
      [],
    );
    await page.close();
  });

  test("an address within a folded section opens it", async () => {
    const { page } = await openPage("/docs/self-hosting");
    const fold = page.locator("details.fold", { has: page.locator("h3#vault-key") });
    assert.equal(await fold.getAttribute("open"), null);
    await page.getByRole("link", { name: "Vault key", exact: true }).click();
    await page.waitForFunction(() => document.querySelector<HTMLDetailsElement>("details.fold:has(#vault-key)")?.open);
    await page.goto(`${server.url}/docs/providers/doppler#secretsset`);
    await page.waitForFunction(() => document.querySelector<HTMLDetailsElement>("details.fold:has(#secretsset)")?.open);
    await page.close();
  });
});
