/** Every mode and every ending, in Chromium: what the promise gives, and what is left behind. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { modalFrame, say, startStage, type SessionState, type Stage, type StandInSession } from "./stage.ts";
import { until } from "./until.ts";

let stage: Stage;
before(async () => {
  stage = await startStage();
});
after(() => stage.close());

type Options = StandInSession & { mode?: string };

async function click(page: Page, options: Options): Promise<void> {
  await page.evaluate((options) => Object.assign(window, { options }), options);
  await page.click("#open");
}

const resultOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { result: Promise<unknown> }).result);

const openDialogs = (page: Page): Promise<number> => page.locator("[data-svc-connect]").count();

const endings: [SessionState, object][] = [
  [
    { status: "completed", connection_id: "con_1" },
    { status: "completed", connection_id: "con_1" },
  ],
  [{ status: "awaiting_confirmation" }, { status: "awaiting_confirmation", completionCode: "code-1" }],
  [{ status: "cancelled" }, { status: "cancelled" }],
  [{ status: "failed" }, { status: "failed" }],
  [{ status: "expired" }, { status: "expired" }],
];

for (const [state, result] of endings) {
  test(`modal and popup: ${state.status}`, async () => {
    const { page, context } = await stage.newPage();
    const inModal = stage.newSession();
    await click(page, inModal);
    const frame = await modalFrame(page);
    stage.sessions.set(inModal.session.id, state);
    await say(frame, { ...result, type: "svc.connect.status" });
    await say(frame, { type: "svc.connect.close" });
    assert.deepEqual(await resultOf(page), result);
    assert.equal(await openDialogs(page), 0);

    const inPopup = stage.newSession();
    const opened = context.waitForEvent("page");
    await click(page, { ...inPopup, mode: "popup" });
    const popup = await opened;
    await popup.waitForSelector("body[data-token]");
    const closed = popup.waitForEvent("close");
    stage.sessions.set(inPopup.session.id, state);
    await say(popup, { ...result, type: "svc.connect.status" });
    await say(popup, { type: "svc.connect.close" });
    assert.deepEqual(await resultOf(page), result);
    await closed;
    assert.equal(await openDialogs(page), 0);
    assert.deepEqual(await page.evaluate(() => (window as unknown as { policyBreaks: string[] }).policyBreaks), []);
    await context.close();
  });
}

test("the server's word is found without any message, and the page's word alone ends nothing", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  const asked = stage.asked.get(session.session.id) ?? 0;
  await say(frame, { type: "svc.connect.status", status: "completed", connection_id: "con_forged" });
  await until(() => (stage.asked.get(session.session.id) ?? 0) > asked);
  assert.equal(await openDialogs(page), 1);
  stage.sessions.set(session.session.id, { status: "completed", connection_id: "con_2" });
  assert.deepEqual(await resultOf(page), { status: "completed", connection_id: "con_2" });
  await context.close();
});

test("a closed popup: cancelled while the session is open, completed where it was", async () => {
  for (const state of [{ status: "pending" }, { status: "opened" }, { status: "completed", connection_id: "con_3" }]) {
    const { page, context } = await stage.newPage();
    const session = stage.newSession();
    const opened = context.waitForEvent("page");
    await click(page, { ...session, mode: "popup" });
    const popup = await opened;
    await popup.waitForSelector("body[data-token]");
    stage.sessions.set(session.session.id, state);
    await popup.close();
    const expected = state.status === "completed" ? state : { status: "cancelled" };
    assert.deepEqual(await resultOf(page), expected);
    await context.close();
  }
});

test("a credential that was sent before the popup closed still counts", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
  const opened = context.waitForEvent("page");
  await click(page, { ...session, mode: "popup" });
  const popup = await opened;
  await popup.waitForSelector("body[data-token]");
  const asked = stage.asked.get(session.session.id) ?? 0;
  await popup.close();
  await until(() => (stage.asked.get(session.session.id) ?? 0) >= asked + 2);
  stage.sessions.set(session.session.id, { status: "completed", connection_id: "con_4" });
  assert.deepEqual(await resultOf(page), { status: "completed", connection_id: "con_4" });
  await context.close();
});

test("a blocked popup becomes a modal", async () => {
  const session = stage.newSession();
  const auto = encodeURIComponent(JSON.stringify({ ...session, mode: "popup" }));
  const { page, context } = await stage.newPage(`/?auto=${auto}`);
  const frame = await modalFrame(page);
  assert.equal(context.pages().length, 1);
  stage.sessions.set(session.session.id, { status: "completed", connection_id: "con_5" });
  await say(frame, { type: "svc.connect.close" });
  assert.deepEqual(await resultOf(page), { status: "completed", connection_id: "con_5" });
  await context.close();
});

test("an iframe that is removed, or the whole dialog, resolves and leaves a page that scrolls", async () => {
  for (const selector of ["iframe", "dialog"]) {
    const { page, context } = await stage.newPage();
    const session = stage.newSession();
    await click(page, session);
    await modalFrame(page);
    await page.locator(`[data-svc-connect] ${selector}`).evaluate((element) => element.remove());
    assert.deepEqual(await resultOf(page), { status: "cancelled" });
    assert.equal(await openDialogs(page), 0);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), "visible");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "open");
    await context.close();
  }
});

test("redirect: the token is in the fragment alone, and a return by the back button resolves", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession();
  await click(page, { ...session, mode: "redirect" });
  await page.waitForURL(session.session.connectUrl);
  const fragment = await page.evaluate(() => (window as unknown as { fragment: string }).fragment);
  assert.equal(fragment, `#token=${session.token}`);
  await page.goBack({ waitUntil: "commit" });
  const isKept = await page.evaluate(() => "result" in window);
  assert.ok(isKept, "the browser kept no page to come back to");
  assert.deepEqual(await resultOf(page), { status: "cancelled" });
  await context.close();
});

test("abort takes the modal away and is cancelled at once; an aborted signal opens nothing", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
  const results = await page.evaluate(async (options) => {
    type Connect = (options: object) => Promise<unknown>;
    const { connect } = (window as unknown as { SvcConnect: { connect: Connect } }).SvcConnect;
    const abort = new AbortController();
    const running = connect({ ...options, signal: abort.signal });
    const opened = document.querySelectorAll("[data-svc-connect]").length;
    abort.abort();
    return [opened, await running, await connect({ ...options, signal: abort.signal })];
  }, session);
  assert.deepEqual(results, [1, { status: "cancelled" }, { status: "cancelled" }]);
  assert.equal(await openDialogs(page), 0);
  await context.close();
});

test("options that no session has reject with a TypeError", async () => {
  const { page, context } = await stage.newPage();
  await click(page, { ...stage.newSession(), token: "" });
  await assert.rejects(resultOf(page), /TypeError/);
  assert.equal(await openDialogs(page), 0);
  await context.close();
});
