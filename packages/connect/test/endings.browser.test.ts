/** Every mode and every result in Chromium: the promise's value, and what remains on the page. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "../../../judges/pages/playwright.ts";
import {
  modalFrame,
  sendFromPage,
  startFixture,
  type SessionState,
  type Fixture,
  type FakeSession,
} from "./fixture.ts";
import { until } from "./until.ts";

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.close());

type Options = FakeSession & { mode?: string };

async function click(page: Page, options: Options): Promise<void> {
  await page.evaluate((options) => Object.assign(window, { options }), options);
  await page.click("#open");
}

const readResult = (page: Page): Promise<unknown> =>
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
  test(`resolves with ${state.status} in a modal and a popup`, async () => {
    const { page, context } = await fixture.newPage();
    const inModal = fixture.newSession();
    await click(page, inModal);
    const frame = await modalFrame(page);
    fixture.sessions.set(inModal.session.id, state);
    await sendFromPage(frame, { ...result, type: "svc.connect.status" });
    await sendFromPage(frame, { type: "svc.connect.close" });
    assert.deepEqual(await readResult(page), result);
    assert.equal(await openDialogs(page), 0);

    const inPopup = fixture.newSession();
    const opened = context.waitForEvent("page");
    await click(page, { ...inPopup, mode: "popup" });
    const popup = await opened;
    await popup.waitForSelector("body[data-token]");
    const closed = popup.waitForEvent("close");
    fixture.sessions.set(inPopup.session.id, state);
    await sendFromPage(popup, { ...result, type: "svc.connect.status" });
    await sendFromPage(popup, { type: "svc.connect.close" });
    assert.deepEqual(await readResult(page), result);
    await closed;
    assert.equal(await openDialogs(page), 0);
    assert.deepEqual(await page.evaluate(() => (window as unknown as { policyBreaks: string[] }).policyBreaks), []);
    await context.close();
  });
}

test("reads the server's status without any message, and ignores a status that only the page reports", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  const asked = fixture.asked.get(session.session.id) ?? 0;
  await sendFromPage(frame, { type: "svc.connect.status", status: "completed", connection_id: "con_forged" });
  await until(() => (fixture.asked.get(session.session.id) ?? 0) > asked);
  assert.equal(await openDialogs(page), 1);
  fixture.sessions.set(session.session.id, { status: "completed", connection_id: "con_2" });
  assert.deepEqual(await readResult(page), { status: "completed", connection_id: "con_2" });
  await context.close();
});

test("resolves a closed popup with cancelled if the session is open, and with completed if it was completed", async () => {
  for (const state of [{ status: "pending" }, { status: "opened" }, { status: "completed", connection_id: "con_3" }]) {
    const { page, context } = await fixture.newPage();
    const session = fixture.newSession();
    const opened = context.waitForEvent("page");
    await click(page, { ...session, mode: "popup" });
    const popup = await opened;
    await popup.waitForSelector("body[data-token]");
    fixture.sessions.set(session.session.id, state);
    await popup.close();
    const expected = state.status === "completed" ? state : { status: "cancelled" };
    assert.deepEqual(await readResult(page), expected);
    await context.close();
  }
});

test("counts a credential that was sent before the popup closed", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
  const opened = context.waitForEvent("page");
  await click(page, { ...session, mode: "popup" });
  const popup = await opened;
  await popup.waitForSelector("body[data-token]");
  const asked = fixture.asked.get(session.session.id) ?? 0;
  await popup.close();
  await until(() => (fixture.asked.get(session.session.id) ?? 0) >= asked + 2);
  fixture.sessions.set(session.session.id, { status: "completed", connection_id: "con_4" });
  assert.deepEqual(await readResult(page), { status: "completed", connection_id: "con_4" });
  await context.close();
});

test("opens a modal if the popup is blocked", async () => {
  const session = fixture.newSession();
  const auto = encodeURIComponent(JSON.stringify({ ...session, mode: "popup" }));
  const { page, context } = await fixture.newPage(`/?auto=${auto}`);
  const frame = await modalFrame(page);
  assert.equal(context.pages().length, 1);
  fixture.sessions.set(session.session.id, { status: "completed", connection_id: "con_5" });
  await sendFromPage(frame, { type: "svc.connect.close" });
  assert.deepEqual(await readResult(page), { status: "completed", connection_id: "con_5" });
  await context.close();
});

test("resolves if the iframe or the whole dialog is removed, and lets the page scroll again", async () => {
  for (const selector of ["iframe", "dialog"]) {
    const { page, context } = await fixture.newPage();
    const session = fixture.newSession();
    await click(page, session);
    await modalFrame(page);
    await page.locator(`[data-svc-connect] ${selector}`).evaluate((element) => element.remove());
    assert.deepEqual(await readResult(page), { status: "cancelled" });
    assert.equal(await openDialogs(page), 0);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), "visible");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "open");
    await context.close();
  }
});

test("puts a redirect's token only in the fragment, and resolves when the user returns with the back button", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession();
  await click(page, { ...session, mode: "redirect" });
  await page.waitForURL(session.session.connectUrl);
  const fragment = await page.evaluate(() => (window as unknown as { fragment: string }).fragment);
  assert.equal(fragment, `#token=${session.token}`);
  await page.goBack({ waitUntil: "commit" });
  const isKept = await page.evaluate(() => "result" in window);
  assert.ok(isKept, "the browser did not cache the page");
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  await context.close();
});

test("closes the modal and resolves with cancelled on abort; opens nothing for an aborted signal", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
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

test("rejects invalid options with a TypeError", async () => {
  const { page, context } = await fixture.newPage();
  await click(page, { ...fixture.newSession(), token: "" });
  await assert.rejects(readResult(page), /TypeError/);
  assert.equal(await openDialogs(page), 0);
  await context.close();
});
