/** What must not disturb a call: foreign messages, a lost network, a refusing service; and what a call leaves behind. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CDPSession, Frame, Page } from "playwright-core";
import { modalFrame, say, startStage, type Stage, type StandInSession } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await startStage();
});
after(() => stage.close());

type Options = StandInSession & { mode?: string; locale?: string };

async function click(page: Page, options: Options): Promise<void> {
  await page.evaluate((options) => Object.assign(window, { options }), options);
  await page.click("#open");
}

const resultOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { result: Promise<unknown> }).result);

const isOpen = async (page: Page): Promise<boolean> => (await page.locator("[data-svc-connect]").count()) === 1;

test("messages of a foreign window, a foreign origin or another session are not heard, and get no token", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  const close = { type: "svc.connect.close" };
  const ready = { type: "svc.connect.ready" };
  // This page itself, which has the wrong origin and the wrong window.
  await page.evaluate((message) => window.postMessage(message, "*"), { ...close, session: session.session.id });
  // A window of the service's own origin that is not the one we opened.
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
      if (heard.length > 0) throw new Error("a foreign window was answered");
    },
    [session.session.id, stage.appOrigin],
  );
  // A foreign origin with a handle on this window.
  const opened = context.waitForEvent("page");
  const foreignUrl = `${stage.foreignOrigin}/#${session.session.id}`;
  await page.evaluate((url) => void window.open(url, "_blank"), foreignUrl);
  await assertUnheard(await opened);
  // The right window about another session.
  await say(frame, { ...ready, session: "cs_other" });
  await say(frame, { ...close, session: "cs_other" });
  await say(frame, { type: "svc.connect.unheard" });
  assert.ok(await isOpen(page));
  await say(frame, close);
  assert.deepEqual(await resultOf(page), { status: "cancelled" });
  await context.close();
});

test("a page that was led to another origin gets no token", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession();
  await click(page, session);
  const frame = await modalFrame(page);
  const gone = frame.waitForNavigation();
  await frame.evaluate((url) => void (location.href = url), `${stage.foreignOrigin}/#${session.session.id}`);
  await gone;
  await assertUnheard(frame);
  assert.ok(await isOpen(page));
  await page.locator("[data-svc-connect] button").click();
  assert.deepEqual(await resultOf(page), { status: "cancelled" });
  await context.close();
});

test("no token in any URL or referrer of a modal or a popup", async () => {
  const { page, context } = await stage.newPage();
  const before = stage.seen.length;
  for (const mode of ["modal", "popup"]) {
    const session = stage.newSession();
    const popup = mode === "popup" ? context.waitForEvent("page") : null;
    await click(page, { ...session, mode });
    const shown = popup === null ? await modalFrame(page) : await popup;
    await shown.waitForSelector("body[data-token]");
    await say(shown, { type: "svc.connect.close" });
    assert.deepEqual(await resultOf(page), { status: "cancelled" });
  }
  const seen = stage.seen.slice(before);
  assert.ok(seen.some((text) => text.startsWith("/connect/cs_")));
  assert.ok(!seen.some((text) => text.includes("cst_secret")));
  assert.ok(!page.url().includes("cst_secret"));
  await context.close();
});

test("a network that is gone is waited out, and the end is found when it is back", async () => {
  const { page, context } = await stage.newPage();
  const session = stage.newSession("opened");
  await click(page, session);
  const frame = await modalFrame(page);
  stage.network.state = "gone";
  await say(frame, { type: "svc.connect.status", status: "completed" });
  await say(frame, { type: "svc.connect.close" });
  await page.locator("[data-svc-connect]").waitFor({ state: "detached" });
  stage.sessions.set(session.session.id, { status: "completed", connection_id: "con_1" });
  const early = await Promise.race([resultOf(page), new Promise((resolve) => setTimeout(resolve, 1500, "waiting"))]);
  assert.equal(early, "waiting");
  stage.network.state = "up";
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  assert.deepEqual(await resultOf(page), { status: "completed", connection_id: "con_1" });
  await context.close();
});

test("a network that never comes back ends after a session's longest life", async () => {
  const { page, context } = await stage.newPage();
  await page.clock.install();
  const session = stage.newSession("opened");
  await click(page, session);
  await modalFrame(page);
  stage.network.state = "gone";
  await page.clock.fastForward(31 * 60_000 + 1000);
  assert.deepEqual(await resultOf(page), { status: "failed", code: "UNREACHABLE" });
  assert.ok(!(await isOpen(page)));
  stage.network.state = "up";
  await context.close();
});

test("a service that does not know this origin is told apart from a lost network", async () => {
  const { page, context } = await stage.newPage();
  stage.network.state = "refusing";
  const session = stage.newSession();
  await click(page, { ...session, locale: "xx" });
  assert.deepEqual(await resultOf(page), { status: "failed", code: "ORIGIN_NOT_ALLOWED" });
  stage.network.state = "up";
  await context.close();
});

test("a token that the service does not know fails once its page is closed", async () => {
  const { page, context } = await stage.newPage();
  await click(page, { ...stage.newSession(), token: "cst_unknown" });
  await say(await modalFrame(page), { type: "svc.connect.close" });
  assert.deepEqual(await resultOf(page), { status: "failed", code: "CONNECT_TOKEN_INVALID" });
  await context.close();
});

test("an embedding policy that forbids the request says so", async () => {
  const { page, context } = await stage.newPage("/?no-connect-src");
  await click(page, stage.newSession());
  assert.deepEqual(await resultOf(page), { status: "failed", code: "CONTENT_SECURITY_POLICY" });
  await context.close();
});

test("50 calls leave no listener, iframe, style sheet or dialog behind", async () => {
  const { page, context } = await stage.newPage();
  const client = await context.newCDPSession(page);
  const listenersBefore = await listeners(client);
  for (let call = 0; call < 50; call += 1) {
    const session = stage.newSession();
    await click(page, session);
    await page.waitForSelector("[data-svc-connect] iframe");
    if (call === 0) assert.ok((await listeners(client)) > listenersBefore);
    stage.sessions.set(session.session.id, { status: "completed", connection_id: `con_${call}` });
    await page.locator("[data-svc-connect] button").click();
    assert.deepEqual(await resultOf(page), { status: "completed", connection_id: `con_${call}` });
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

/** The foreign page has spoken, this page has had time to answer, and did not. */
async function assertUnheard(foreign: Page | Frame): Promise<void> {
  await foreign.waitForSelector("body", { state: "attached" });
  const heard = await foreign.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return (window as unknown as { heard: unknown[] }).heard;
  });
  assert.deepEqual(heard, []);
}

/** What the script listens to; the test driver has listeners of its own for pointers and keys. */
const listenedTo: readonly string[] = ["message", "online", "pageshow", "visibilitychange", "securitypolicyviolation"];

/** Listeners on the window and the document. */
async function listeners(client: CDPSession): Promise<number> {
  let count = 0;
  for (const expression of ["window", "document"]) {
    const { result } = await client.send("Runtime.evaluate", { expression });
    if (result.objectId === undefined) throw new Error(`${expression} is no object`);
    const found = await client.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
    count += found.listeners.filter(({ type }) => listenedTo.includes(type)).length;
  }
  return count;
}
