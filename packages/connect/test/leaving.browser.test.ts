/** A user who leaves: which pages are asked to cancel, and how long that may take. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "../../../judges/pages/playwright.ts";
import { modalFrame, sendFromPage, startFixture, type Fixture, type FakeSession } from "./fixture.ts";
import { until } from "./until.ts";

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.close());

async function click(page: Page, options: FakeSession & { mode?: string }): Promise<void> {
  await page.evaluate((options) => Object.assign(window, { options }), options);
  await page.click("#open");
}

const readResult = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { result: Promise<unknown> }).result);

const asksToCancel = ({ session }: FakeSession): number =>
  fixture.seen.filter((url) => url === `/cancelled/${session.id}`).length;

test("asks the page to cancel once, before the modal's button closes it", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
  await click(page, session);
  await modalFrame(page);
  await page.locator("[data-svc-connect] button").dblclick();
  await until(() => asksToCancel(session) === 1);
  fixture.sessions.set(session.session.id, { status: "cancelled" });
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  assert.equal(asksToCancel(session), 1);
  await context.close();
});

test("doesn't ask a page that has reported that the user is done", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  fixture.sessions.set(session.session.id, { status: "cancelled" });
  await sendFromPage(frame, { type: "svc.connect.close" });
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  assert.equal(asksToCancel(session), 0);
  await context.close();
});

test("hides a page that doesn't answer immediately, and closes it soon after", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  await frame.evaluate(() => Object.assign(window, { isDeaf: true }));
  await page.locator("[data-svc-connect] button").click();
  assert.equal(await page.locator("[data-svc-connect] dialog[open]").count(), 0);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), "visible");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "open");
  await page.locator("[data-svc-connect]").waitFor({ state: "detached", timeout: 60_000 });
  await context.close();
});

test("resolves immediately on abort and still lets the page cancel", async () => {
  for (const mode of ["modal", "popup"]) {
    const { page, context } = await fixture.newPage();
    const session = fixture.newSession("opened");
    const opened = mode === "popup" ? context.waitForEvent("page") : null;
    await page.evaluate(() => {
      const stop = new AbortController();
      const { open_ } = window as unknown as { open_: (options: object) => void };
      Object.assign(window, { stop, open_: (options: object) => open_({ ...options, signal: stop.signal }) });
    });
    await click(page, { ...session, mode });
    const shown = opened === null ? await modalFrame(page) : await opened;
    await shown.waitForSelector("body[data-token]");
    await page.evaluate(() => (window as unknown as { stop: AbortController }).stop.abort());
    assert.deepEqual(await readResult(page), { status: "cancelled" });
    await until(() => asksToCancel(session) === 1);
    await until(async () => context.pages().length === 1 && (await page.locator("[data-svc-connect]").count()) === 0);
    await context.close();
  }
});

test("doesn't notify a page that has navigated to another origin that the user leaves", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  const gone = frame.waitForNavigation();
  await frame.evaluate((url) => void (location.href = url), `${fixture.foreignOrigin}/#${session.session.id}`);
  await gone;
  await frame.waitForSelector("body", { state: "attached" });
  await page.locator("[data-svc-connect] button").click();
  // The page is closed after 1.2 seconds without a response. It would have received the message by then.
  const heard = await frame.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    return (window as unknown as { heard: unknown[] }).heard;
  });
  assert.deepEqual(heard, []);
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  await context.close();
});

test("waits for a popup at the provider that looks closed, until the user returns to this page", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("authorizing");
  const opened = context.waitForEvent("page");
  await click(page, { ...session, mode: "popup" });
  const popup = await opened;
  await popup.waitForSelector("body[data-token]");
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
  await popup.close();
  const asked = fixture.asked.get(session.session.id) ?? 0;
  await until(() => (fixture.asked.get(session.session.id) ?? 0) >= asked + 8);
  const early = await Promise.race([readResult(page), new Promise((resolve) => setTimeout(resolve, 50, "waiting"))]);
  assert.equal(early, "waiting");
  await page.evaluate(() => Object.assign(document, { hasFocus: () => true }));
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  await context.close();
});
