/**
 * OAuth providers, with the page in a tab and in a frame: the trip there and back, and each way in which it can fail.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Frame, Page } from "../../../judges/pages/playwright.ts";
import { assertNothingSticksOut, checkPage, untilState } from "./check-page.ts";
import { createFakeSession, type FakeSession } from "./oauth-fixture.ts";
import { closeContext, openFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

/** Opens the page in a tab. Blocks the first redirect so the page stays open. */
async function openAlone(made: FakeSession): Promise<Page> {
  made.authorizeFaults.unshift("lost");
  const page = await made.context.newPage();
  await page.goto(`${made.session.connectUrl}#token=${made.session.token}`);
  await untilState(page, "consent");
  await page.getByRole("alert").waitFor();
  return page;
}

/** Opens the page in a frame in the app, with `sandbox` as the embed script sets it. */
async function openFramed(
  made: FakeSession,
  sandbox = "allow-popups allow-popups-to-escape-sandbox",
): Promise<[Page, Frame]> {
  const { id, connectUrl, token } = made.session;
  const message = JSON.stringify({ type: "svc.connect.token", session: id, token });
  fixture.app.pages.set(
    `/oauth-${id}`,
    `<!doctype html><html lang=en><title>App</title>
    <iframe title=connect width=460 height=800 sandbox="allow-scripts allow-same-origin allow-forms ${sandbox}" src="${connectUrl}"></iframe><script>
      window.heard = [];
      addEventListener("message", ({ data, source, origin }) => {
        heard.push(data);
        if (data.type === "svc.connect.ready") source.postMessage(${message}, origin);
      });
    </script>`,
  );
  const page = await made.context.newPage();
  await page.goto(`${fixture.app.origin}/oauth-${id}`);
  await page.frameLocator("iframe").getByRole("button", { name: "Continue to Octo" }).waitFor();
  const frame = page.frames()[1];
  assert.ok(frame !== undefined);
  return [page, frame];
}

const go = (place: Page | Frame) => place.getByRole("button", { name: "Continue to Octo" }).click();
const readMessagesFrom = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: object[] }).heard);

test("in a tab: continues immediately to the page that shows what is requested, and back skips this one", async () => {
  const made = await createFakeSession(fixture);
  const page = await made.context.newPage();
  await page.goto(`${fixture.app.origin}/before`);
  await page.goto(`${made.session.connectUrl}#token=${made.session.token}`);
  await page.waitForURL(/\/connect\/oauth\/octo\/authorize/);
  assert.equal(made.context.pages().length, 1);
  assert.equal(made.visits.length, 1);
  await page.goBack();
  assert.equal(page.url(), `${fixture.app.origin}/before`);
  await page.goto(made.session.connectUrl);
  await untilState(page, "authorizing");
  await checkPage(page, "oauth-authorizing");
  made.state.status = "completed";
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await untilState(page, "completed");
  assert.match(await page.locator("main").innerText(), /Octo account ada is connected/);
  await page.waitForURL(/connected\?tab=settings&connect_session_id=.*&status=completed/);
});

test("says who asks, and leaves the list of requested actions to the next page", async () => {
  const made = await createFakeSession(fixture);
  const page = await openAlone(made);
  const text = await page.locator("main").innerText();
  for (const part of ["Connect Octo", "Acme Inc.", fixture.app.origin]) assert.ok(text.includes(part), part);
  assert.equal(text.includes("Read the value of a secret"), false);
  assert.equal(await page.locator("input").count(), 0);
  await checkPage(page, "oauth-consent");
  await go(page);
  await page.waitForURL(/\/connect\/oauth\/octo\/authorize/);
});

test("in a frame: opens a window that closes at the end, and reads the result from the server", async () => {
  const made = await createFakeSession(fixture);
  const [page, frame] = await openFramed(made);
  assert.deepEqual(made.visits, []);
  const [popup] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await popup.waitForURL(/\/connect\/oauth\/octo\/authorize/);
  await frame.getByRole("heading", { name: "Continue at Octo" }).waitFor();
  assert.equal(await frame.evaluate(() => document.activeElement?.tagName), "H1");
  const closed = popup.waitForEvent("close");
  made.state.status = "completed";
  await frame.getByRole("heading", { name: "Connected" }).waitFor();
  await closed;
  const heard = (await readMessagesFrom(page)) as { type: string }[];
  assert.deepEqual(heard.at(-1), {
    type: "svc.connect.status",
    session: made.session.id,
    status: "completed",
    connection_id: "con_01k0000000e8r9m2p4s6t8w0y2",
  });
});

test("in a frame: shows a link if the window is blocked", async () => {
  const made = await createFakeSession(fixture);
  const [, frame] = await openFramed(made);
  await frame.evaluate(() => Object.assign(window, { open: () => null }));
  await go(frame);
  const link = frame.getByRole("link", { name: "Open Octo" });
  await link.waitFor();
  assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
  const [popup] = await Promise.all([made.context.waitForEvent("page"), link.click()]);
  await popup.waitForURL(/\/connect\/oauth\/octo\/authorize/);
  await link.waitFor({ state: "hidden" });
  made.state.status = "completed";
  await frame.getByRole("heading", { name: "Connected" }).waitFor();
});

test("in a frame that may not open windows: says so and doesn't hang", async () => {
  const made = await createFakeSession(fixture);
  const [, frame] = await openFramed(made, "");
  await go(frame);
  await frame.getByText("Your browser didn't open a window for Octo").waitFor();
  await frame.getByRole("button", { name: "Cancel" }).click();
  await frame.getByRole("heading", { name: "Cancelled" }).waitFor();
});

test("reopens a closed window with a new address", async () => {
  const made = await createFakeSession(fixture);
  const [, frame] = await openFramed(made);
  const [first] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await first.waitForURL(/authorize/);
  await first.close();
  const again = frame.getByRole("button", { name: "Open Octo again" });
  const [second] = await Promise.all([made.context.waitForEvent("page"), again.click()]);
  await second.waitForURL(/authorize/);
  assert.equal(new Set(made.visits).size, 2);
});

test("reports a return from the provider without access, stores nothing, and shows the button again", async () => {
  const made = await createFakeSession(fixture);
  const [, frame] = await openFramed(made);
  const [popup] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await frame.getByRole("heading", { name: "Continue at Octo" }).waitFor();
  made.state.status = "opened";
  await frame.getByRole("alert").getByText("Nothing was stored").waitFor();
  assert.equal(await frame.evaluate(() => document.activeElement?.getAttribute("role")), "alert");
  await popup.close();
  const [second] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await second.waitForURL(/authorize/);
});

test("in a tab: reports a return from the provider without access", async () => {
  const made = await createFakeSession(fixture);
  made.state.status = "authorizing";
  const page = await made.context.newPage();
  await page.goto(`${made.session.connectUrl}#token=${made.session.token}`);
  await untilState(page, "authorizing");
  made.state.status = "opened";
  await page.getByRole("alert").getByText("Nothing was stored").waitFor();
  await checkPage(page, "oauth-returned");
});

test("shows each result from the server's status", async () => {
  for (const status of ["failed", "cancelled", "expired"] as const) {
    const made = await createFakeSession(fixture);
    const page = await openAlone(made);
    made.state.status = "authorizing";
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await untilState(page, "authorizing");
    made.state.status = status;
    await untilState(page, status);
    const calls = made.calls.length;
    // A call triggered by the event would have started before this one.
    await page.evaluate(async () => {
      window.dispatchEvent(new Event("focus"));
      await fetch("/healthz");
    });
    assert.equal(made.calls.length, calls, "an ended session is polled");
    await closeContext(made.context);
  }
});

test("names what wasn't granted, and doesn't return automatically", async () => {
  const made = await createFakeSession(fixture);
  made.state.status = "authorizing";
  made.state.notGranted = ["secrets.set", "secrets.delete"];
  const page = await made.context.newPage();
  await page.goto(`${made.session.connectUrl}#token=${made.session.token}`);
  await untilState(page, "authorizing");
  made.state.status = "completed";
  await untilState(page, "completed");
  const missing = page.getByRole("region", { name: "Not granted, so these won't work" });
  assert.deepEqual(await missing.getByRole("listitem").allInnerTexts(), [
    "Create and replace secrets",
    "Delete secrets",
  ]);
  await checkPage(page, "oauth-completed-partly");
  assert.equal(await page.getByText("Taking you back").count(), 0);
  await page.getByRole("link", { name: /^Continue to/ }).waitFor();
});

test("waits while the application confirms the session, and doesn't reveal the code", async () => {
  const made = await createFakeSession(fixture);
  const [page, frame] = await openFramed(made);
  await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  made.state.status = "awaiting_confirmation";
  await frame.getByRole("heading", { name: "One last step" }).waitFor();
  assert.match(await frame.locator("main").innerText(), /Octo granted access.*finishes connecting/);
  made.state.status = "completed";
  await frame.getByRole("heading", { name: "Connected" }).waitFor();
  assert.equal(JSON.stringify(await readMessagesFrom(page)).includes("completionCode"), false);
  const alone = await createFakeSession(fixture);
  const own = await openAlone(alone);
  alone.state.status = "awaiting_confirmation";
  await own.reload();
  await untilState(own, "awaiting_confirmation");
  await checkPage(own, "oauth-awaiting");
  assert.equal(await own.getByRole("link", { name: /^Back to/ }).getAttribute("href"), fixture.app.origin);
});

test("leaves no window open after a missing address, a foreign address or a lost response, and lets the user retry", async () => {
  const made = await createFakeSession(fixture);
  made.authorizeFaults.push("lost", "foreign", { status: 500, code: "INTERNAL" });
  const [, frame] = await openFramed(made);
  for (const text of [
    "The connection was lost",
    "Something went wrong on our side",
    "Something went wrong on our side",
  ]) {
    const [popup] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
    await frame.getByRole("alert").getByText(text).waitFor();
    if (!popup.isClosed()) await popup.waitForEvent("close");
  }
  const alone = await createFakeSession(fixture);
  alone.authorizeFaults.push("foreign");
  const page = await openAlone(alone);
  await go(page);
  await page.getByRole("alert").getByText("Something went wrong on our side").waitFor();
  assert.equal(new URL(page.url()).origin, new URL(alone.session.connectUrl).origin);
  const [popup] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await popup.waitForURL(/authorize/);
});

test("shows that a session has meanwhile ended, or that another browser took it over", async () => {
  const made = await createFakeSession(fixture);
  made.authorizeFaults.push(
    { status: 409, code: "CONNECT_SESSION_NOT_OPEN" },
    { status: 410, code: "CONNECT_SESSION_EXPIRED" },
  );
  const page = await openAlone(made);
  made.state.status = "expired";
  await go(page);
  await untilState(page, "expired");
  const late = await createFakeSession(fixture);
  late.authorizeFaults.push({ status: 410, code: "CONNECT_SESSION_EXPIRED" });
  const other = await openAlone(late);
  await go(other);
  await untilState(other, "expired");
});

test("cancels and closes its window if the user leaves while at the provider", async () => {
  const made = await createFakeSession(fixture);
  const [page, frame] = await openFramed(made);
  const [popup] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await frame.getByRole("heading", { name: "Continue at Octo" }).waitFor();
  const closed = popup.waitForEvent("close");
  await page.evaluate((session) => {
    document.querySelector("iframe")?.contentWindow?.postMessage({ type: "svc.connect.cancel", session }, "*");
  }, made.session.id);
  await closed;
  assert.equal(made.state.status, "cancelled");
  // The window is gone a moment before the page around the frame is told.
  await page.waitForFunction(
    () => (globalThis as unknown as { heard: { type: string }[] }).heard.at(-1)?.type === "svc.connect.close",
  );
});

test("has its texts in every language, and fits them into 320 px", async () => {
  for (const [locale, button] of [
    ["de-DE", "Weiter zu Octo"],
    ["fr-FR", "Continuer vers Octo"],
    ["es-ES", "Continuar en Octo"],
    ["ja-JP", "Octo へ進む"],
  ] as const) {
    const made = await createFakeSession(fixture, locale);
    const page = await openAlone(made);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole("button", { name: button }).waitFor();
    await assertNothingSticksOut(page, locale);
    made.state.status = "authorizing";
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await untilState(page, "authorizing");
    await assertNothingSticksOut(page, locale);
    await closeContext(made.context);
  }
});
