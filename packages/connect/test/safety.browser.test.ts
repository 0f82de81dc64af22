/** A call is not disturbed by foreign messages, a lost network or a refusing server, and leaves nothing behind. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CDPSession, Frame, Page } from "../../../judges/pages/playwright.ts";
import { modalFrame, sendFromPage, startFixture, type Fixture, type FakeSession } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.close());

type Options = FakeSession & { mode?: string; locale?: string };

async function click(page: Page, options: Options): Promise<void> {
  await page.evaluate((options) => Object.assign(window, { options }), options);
  await page.click("#open");
}

const readResult = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { result: Promise<unknown> }).result);

const isOpen = async (page: Page): Promise<boolean> => (await page.locator("[data-svc-connect]").count()) === 1;

test("ignores messages from a foreign window, a foreign origin or about another session, and sends them no token", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  const close = { type: "svc.connect.close" };
  const ready = { type: "svc.connect.ready" };
  // This page itself, which is the wrong origin and the wrong window.
  await page.evaluate((message) => window.postMessage(message, "*"), { ...close, session: session.session.id });
  // A window at the server's own origin that isn't the one we opened.
  const other = await frame.evaluateHandle(() => {
    const inner = document.createElement("iframe");
    inner.srcdoc = "<body></body>";
    document.body.append(inner);
    return inner;
  });
  const inner = await other.asElement()?.contentFrame();
  assert.ok(inner);
  await inner.evaluate(
    async ([id, target]) => {
      const heard: unknown[] = [];
      addEventListener("message", (event) => heard.push(event.data));
      for (const type of ["svc.connect.ready", "svc.connect.close"]) {
        window.top?.postMessage({ type, session: id }, String(target));
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      if (heard.length > 0) throw new Error("a foreign window got a response");
    },
    [session.session.id, fixture.appOrigin],
  );
  // A foreign origin with a reference to this window.
  const opened = context.waitForEvent("page");
  const foreignUrl = `${fixture.foreignOrigin}/#${session.session.id}`;
  await page.evaluate((url) => void window.open(url, "_blank"), foreignUrl);
  await assertUnheard(await opened);
  // The right window, but about another session.
  await sendFromPage(frame, { ...ready, session: "cs_other" });
  await sendFromPage(frame, { ...close, session: "cs_other" });
  await sendFromPage(frame, { type: "svc.connect.unheard" });
  assert.ok(await isOpen(page));
  await sendFromPage(frame, close);
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  await context.close();
});

test("sends no token to a page that has navigated to another origin", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession();
  await click(page, session);
  const frame = await modalFrame(page);
  const gone = frame.waitForNavigation();
  await frame.evaluate((url) => void (location.href = url), `${fixture.foreignOrigin}/#${session.session.id}`);
  await gone;
  await assertUnheard(frame);
  assert.ok(await isOpen(page));
  await page.locator("[data-svc-connect] button").click();
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  await context.close();
});

test("puts no token in a URL or referrer of a modal or a popup", async () => {
  const { page, context } = await fixture.newPage();
  const before = fixture.seen.length;
  for (const mode of ["modal", "popup"]) {
    const session = fixture.newSession();
    const popup = mode === "popup" ? context.waitForEvent("page") : null;
    await click(page, { ...session, mode });
    const shown = popup === null ? await modalFrame(page) : await popup;
    await shown.waitForSelector("body[data-token]");
    await sendFromPage(shown, { type: "svc.connect.close" });
    assert.deepEqual(await readResult(page), { status: "cancelled" });
  }
  const seen = fixture.seen.slice(before);
  assert.ok(seen.some((text) => text.startsWith("/connect/cs_")));
  assert.ok(!seen.some((text) => text.includes("cst_secret")));
  assert.ok(!page.url().includes("cst_secret"));
  await context.close();
});

test("waits out a lost network and finds the result once it returns", async () => {
  const { page, context } = await fixture.newPage();
  const session = fixture.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  fixture.network.state = "gone";
  await sendFromPage(frame, { type: "svc.connect.status", status: "completed" });
  await sendFromPage(frame, { type: "svc.connect.close" });
  await page.locator("[data-svc-connect]").waitFor({ state: "detached" });
  fixture.sessions.set(session.session.id, { status: "completed", connection_id: "con_1" });
  const early = await Promise.race([readResult(page), new Promise((resolve) => setTimeout(resolve, 1500, "waiting"))]);
  assert.equal(early, "waiting");
  fixture.network.state = "up";
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  assert.deepEqual(await readResult(page), { status: "completed", connection_id: "con_1" });
  await context.close();
});

test("gives up on a network that stays lost after a session's lifetime", async () => {
  const { page, context } = await fixture.newPage();
  await page.clock.install();
  const session = fixture.newSession("opened");
  await click(page, session);
  await modalFrame(page);
  fixture.network.state = "gone";
  await page.clock.fastForward(31 * 60_000 + 1000);
  assert.deepEqual(await readResult(page), { status: "failed", code: "UNREACHABLE" });
  assert.ok(!(await isOpen(page)));
  fixture.network.state = "up";
  await context.close();
});

test("distinguishes a server that rejects this origin from a lost network", async () => {
  const { page, context } = await fixture.newPage();
  fixture.network.state = "refusing";
  const session = fixture.newSession();
  await click(page, { ...session, locale: "xx" });
  assert.deepEqual(await readResult(page), { status: "failed", code: "ORIGIN_NOT_ALLOWED" });
  fixture.network.state = "up";
  await context.close();
});

test("fails with an unknown token once its page is closed", async () => {
  const { page, context } = await fixture.newPage();
  await click(page, { ...fixture.newSession(), token: "cst_unknown" });
  await sendFromPage(await modalFrame(page), { type: "svc.connect.close" });
  assert.deepEqual(await readResult(page), { status: "failed", code: "CONNECT_TOKEN_INVALID" });
  await context.close();
});

test("reports an embedding policy that blocks the request", async () => {
  const { page, context } = await fixture.newPage("/?no-connect-src");
  await click(page, fixture.newSession());
  assert.deepEqual(await readResult(page), { status: "failed", code: "CONTENT_SECURITY_POLICY" });
  await context.close();
});

test("leaves no listener, iframe, style sheet or dialog behind after 50 calls", async () => {
  const { page, context } = await fixture.newPage();
  const client = await context.newCDPSession(page);
  const listenersBefore = await listeners(client);
  for (let call = 0; call < 50; call += 1) {
    const session = fixture.newSession();
    await click(page, session);
    await page.waitForSelector("[data-svc-connect] iframe");
    if (call === 0) assert.ok((await listeners(client)) > listenersBefore);
    fixture.sessions.set(session.session.id, { status: "completed", connection_id: `con_${call}` });
    await page.locator("[data-svc-connect] button").click();
    assert.deepEqual(await readResult(page), { status: "completed", connection_id: `con_${call}` });
  }
  assert.equal(await listeners(client), listenersBefore);
  const left = await page.evaluate(() => [
    document.querySelectorAll("iframe, dialog, [data-svc-connect]").length,
    document.adoptedStyleSheets.length,
    window.frames.length,
  ]);
  assert.deepEqual(left, [0, 0, 0]);
  await context.close();
});

/** Asserts that this page didn't answer the foreign page, after giving it time to do so. */
async function assertUnheard(foreign: Page | Frame): Promise<void> {
  await foreign.waitForSelector("body", { state: "attached" });
  const heard = await foreign.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return (window as unknown as { heard: unknown[] }).heard;
  });
  assert.deepEqual(heard, []);
}

/** The events that the script listens to; the test driver has its own pointer and key listeners. */
const listenedTo: readonly string[] = ["message", "online", "pageshow", "visibilitychange", "securitypolicyviolation"];

/** Counts the listeners on the window and the document. */
async function listeners(client: CDPSession): Promise<number> {
  let count = 0;
  for (const expression of ["window", "document"]) {
    const { result } = await client.send("Runtime.evaluate", { expression });
    if (result.objectId === undefined) throw new Error(`${expression} is not an object`);
    const found = await client.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
    count += found.listeners.filter(({ type }) => listenedTo.includes(type)).length;
  }
  return count;
}
