/** The app's name and logo on the page, the main button always in sight, and a link that lost its token. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Locator } from "../../../judges/pages/playwright.ts";
import { checkPage, openForm, untilState } from "./check-page.ts";
import { openEmbedded } from "./embedded-page.ts";
import { openFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
let images: Server;
before(async () => {
  fixture = await openFixture();
  const page = await (await fixture.context({ viewport: { width: 64, height: 64 } })).newPage();
  await page.setContent("<body style='background:#0f766e'>");
  const png = await page.screenshot();
  images = createServer((_request, response) => response.end(png));
  await new Promise<void>((resolve) => images.listen(0, "127.0.0.1", resolve));
});
after(async () => {
  images.close();
  await fixture.close();
});

/** Sets the operator's branding flags on the fixture's only service client. */
async function brand(...flags: string[]): Promise<void> {
  const listed = await fixture.server.operate(["service-clients", "list", "--sandbox", "--format", "json"]);
  const [client] = (JSON.parse(listed.stdout) as { serviceClients: { id: string }[] }).serviceClients;
  const ran = await fixture.server.operate(["service-clients", "update", client?.id ?? "", "--sandbox", ...flags]);
  assert.equal(ran.exitCode, 0, ran.stderr);
}

/** Whether an element is entirely inside its window, and nothing covers its center. */
const isInSight = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect();
    const fits = top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
    return fits && document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === node;
  });

test("shows the app's own name and logo, or its service client's name, and its address only as a detail", async () => {
  const page = await (await fixture.context()).newPage();
  await openForm(page, await fixture.session());
  assert.match(await page.locator(".lead").innerText(), /client-\S+ wants to access/);
  assert.equal(await page.locator(".app").innerText(), "C");
  const { port } = images.address() as AddressInfo;
  await brand("--app-name", "Harbor Tools", "--logo-url", `http://127.0.0.1:${port}/logo.png`);
  await openForm(page, await fixture.session());
  const text = await page.locator("main").innerText();
  assert.match(text, /On behalf of Acme Inc\., Harbor Tools wants to access your Doppler account/);
  assert.equal(text.split(fixture.app.origin).length - 1, 1);
  // The page's policy lets it load, and it is an image.
  const logo = page.locator(".app img");
  await logo.evaluate((image: HTMLImageElement) => image.decode());
  assert.equal(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth), 64);
  await checkPage(page, "branded");
  await brand("--app-name", "", "--logo-url", "");
  await openForm(page, await fixture.session());
  assert.equal(await page.locator(".app img").count(), 0);
});

test("keeps the main button in sight on a desktop, on a phone and in the modal, wherever the page is scrolled", async () => {
  const requestedActions = [
    "projects.list",
    "configs.list",
    "secrets.names.list",
    "secrets.get",
    "secrets.set",
    "secrets.delete",
  ];
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await (await fixture.context({ viewport })).newPage();
    await openForm(page, await fixture.session({ requestedActions }));
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight),
      "nothing to scroll",
    );
    const button = page.getByRole("button", { name: "Connect" });
    assert.ok(await isInSight(button), `${viewport.width}, at the top`);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    assert.ok(await isInSight(button), `${viewport.width}, at the end`);
    await page.context().close();
  }
  const { app } = await openEmbedded(fixture, await fixture.session({ requestedActions }), "modal");
  const frame = app.frameLocator("[data-svc-connect] iframe");
  assert.ok(await isInSight(frame.getByRole("button", { name: "Connect" })), "in the modal");
  const [dialog, iframe] = await Promise.all(
    ["dialog", "iframe"].map((name) => app.locator(`[data-svc-connect] ${name}`).boundingBox()),
  );
  assert.ok(dialog !== null && iframe !== undefined && iframe !== null && dialog !== undefined);
  assert.ok(dialog.height - iframe.height <= 2, "the page fills the modal");
});

test("says that a link without its token is incomplete, even if the session was opened before", async () => {
  const session = await fixture.session();
  const first = await (await fixture.context()).newPage();
  await openForm(first, session);
  const stranger = await (await fixture.context()).newPage();
  await stranger.goto(session.connectUrl);
  await untilState(stranger, "incomplete");
  assert.match(await stranger.locator("main").innerText(), /This link is incomplete\s+Part of the link is missing/);
  const second = await first.context().newPage();
  await second.goto(session.connectUrl);
  await untilState(second, "elsewhere");
});
