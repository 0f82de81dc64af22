/** What the script does when the user leaves: who is asked to cancel, who is not, and how long that may take. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { modalFrame, say, startStage, type Stage, type StandInSession } from "./stage.ts";
import { until } from "./until.ts";

let stage: Stage;
before(async () => {
  stage = await startStage();
});
after(() => stage.close());

async function click(page: Page, options: StandInSession & { mode?: string }): Promise<void> {
  await page.evaluate((options) => Object.assign(window, { options }), options);
  await page.click("#open");
}

const resultOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { result: Promise<unknown> }).result);

const asksToCancel = ({ session }: StandInSession): number =>
  stage.seen.filter((url) => url === `/cancelled/${session.id}`).length;

test("the modal's button asks the page to cancel, once, before the page is taken away", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
  await click(page, session);
  await modalFrame(page);
  await page.locator("[data-svc-connect] button").dblclick();
  await until(() => asksToCancel(session) === 1);
  stage.sessions.set(session.session.id, { status: "cancelled" });
  assert.deepEqual(await resultOf(page), { status: "cancelled" });
  assert.equal(asksToCancel(session), 1);
  await context.close();
});

test("a page that says itself that the user is done is not asked", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  stage.sessions.set(session.session.id, { status: "cancelled" });
  await say(frame, { type: "svc.connect.close" });
  assert.deepEqual(await resultOf(page), { status: "cancelled" });
  assert.equal(asksToCancel(session), 0);
  await context.close();
});

test("a page that does not answer is out of sight at once, and away soon after", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
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

test("abort gives its result at once and still has the page cancel", async () => {
  for (const mode of ["modal", "popup"]) {
    const { page, context } = await stage.newPage();
    const session = stage.newSession("opened");
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
    assert.deepEqual(await resultOf(page), { status: "cancelled" });
    await until(() => asksToCancel(session) === 1);
    await until(async () => context.pages().length === 1 && (await page.locator("[data-svc-connect]").count()) === 0);
    await context.close();
  }
});

test("a page that was led to another origin is not told that the user leaves", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  const gone = frame.waitForNavigation();
  await frame.evaluate((url) => void (location.href = url), `${stage.foreignOrigin}/#${session.session.id}`);
  await gone;
  await frame.waitForSelector("body", { state: "attached" });
  await page.locator("[data-svc-connect] button").click();
  // The page is taken away after 1.2 seconds without an answer; until then it would have been told.
  const heard = await frame.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    return (window as unknown as { heard: unknown[] }).heard;
  });
  assert.deepEqual(heard, []);
  assert.deepEqual(await resultOf(page), { status: "cancelled" });
  await context.close();
});

test("at the provider, a popup that looks closed is waited for until the user is back at this page", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("authorizing");
  const opened = context.waitForEvent("page");
  await click(page, { ...session, mode: "popup" });
  const popup = await opened;
  await popup.waitForSelector("body[data-token]");
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
  await popup.close();
  const asked = stage.asked.get(session.session.id) ?? 0;
  await until(() => (stage.asked.get(session.session.id) ?? 0) >= asked + 8);
  const early = await Promise.race([resultOf(page), new Promise((resolve) => setTimeout(resolve, 50, "waiting"))]);
  assert.equal(early, "waiting");
  await page.evaluate(() => Object.assign(document, { hasFocus: () => true }));
  assert.deepEqual(await resultOf(page), { status: "cancelled" });
  await context.close();
});
