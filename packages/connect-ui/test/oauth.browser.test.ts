/** Providers that ask the user themselves, on the page of its own and in a frame: there, back, and each way it can go wrong. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Frame, Page } from "playwright-core";
import { assertNothingSticksOut, look, untilState } from "./looking.ts";
import { standIn, type StandIn } from "./oauth-stage.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

/** The page on its own, at what is agreed to. */
async function openAlone(made: StandIn): Promise<Page> {
  const page = await made.context.newPage();
  await page.goto(`${made.session.connectUrl}#token=${made.session.token}`);
  await untilState(page, "consent");
  return page;
}

/** The page in a frame of the app's; `sandbox` as the embed script has it. */
async function openFramed(
  made: StandIn,
  sandbox = "allow-popups allow-popups-to-escape-sandbox",
): Promise<[Page, Frame]> {
  const { id, connectUrl, token } = made.session;
  const message = JSON.stringify({ type: "svc.connect.token", session: id, token });
  stage.app.pages.set(
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
  await page.goto(`${stage.app.origin}/oauth-${id}`);
  await page.frameLocator("iframe").getByRole("button", { name: "Continue to Octo" }).waitFor();
  const frame = page.frames()[1];
  assert.ok(frame !== undefined);
  return [page, frame];
}

const go = (place: Page | Frame) => place.getByRole("button", { name: "Continue to Octo" }).click();
const heardBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: object[] }).heard);

test("on its own: what is agreed to, one button, and this tab goes to the provider", async () => {
  const made = await standIn(stage);
  const page = await openAlone(made);
  const text = await page.locator("main").innerText();
  for (const part of ["Connect Octo", "Acme Inc.", stage.app.origin, "Read the value of a secret", "Delete secrets"]) {
    assert.ok(text.includes(part), part);
  }
  assert.equal(await page.locator("input").count(), 0);
  await look(page, "oauth-consent");
  await go(page);
  await page.waitForURL(/\/connect\/oauth\/octo\/authorize/);
  assert.equal(made.context.pages().length, 1);
  assert.equal(made.visits.length, 1);
  await page.goBack();
  await untilState(page, "authorizing");
  await look(page, "oauth-authorizing");
  made.state.status = "completed";
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await untilState(page, "completed");
  assert.match(await page.locator("main").innerText(), /Octo account ada is connected/);
  await page.waitForURL(/connected\?tab=settings&connect_session_id=.*&status=completed/);
});

test("in a frame: a window of its own, which is closed at the end; the end comes from the server", async () => {
  const made = await standIn(stage);
  const [page, frame] = await openFramed(made);
  const [popup] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await popup.waitForURL(/\/connect\/oauth\/octo\/authorize/);
  await frame.getByRole("heading", { name: "Continue at Octo" }).waitFor();
  assert.equal(await frame.evaluate(() => document.activeElement?.tagName), "H1");
  const closed = popup.waitForEvent("close");
  made.state.status = "completed";
  await frame.getByRole("heading", { name: "Connected" }).waitFor();
  await closed;
  const heard = (await heardBy(page)) as { type: string }[];
  assert.deepEqual(heard.at(-1), {
    type: "svc.connect.status",
    session: made.session.id,
    status: "completed",
    connection_id: "con_01k0000000e8r9m2p4s6t8w0y2",
  });
});

test("in a frame where the window is blocked: a link that the user opens", async () => {
  const made = await standIn(stage);
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

test("a frame that may open no window at all says so and is not stuck", async () => {
  const made = await standIn(stage);
  const [, frame] = await openFramed(made, "");
  await go(frame);
  await frame.getByText("Your browser did not open a window for Octo").waitFor();
  await frame.getByRole("button", { name: "Cancel" }).click();
  await frame.getByRole("heading", { name: "Cancelled" }).waitFor();
});

test("a window that the user closed can be opened again, with an address of its own", async () => {
  const made = await standIn(stage);
  const [, frame] = await openFramed(made);
  const [first] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await first.waitForURL(/authorize/);
  await first.close();
  const again = frame.getByRole("button", { name: "Open Octo again" });
  const [second] = await Promise.all([made.context.waitForEvent("page"), again.click()]);
  await second.waitForURL(/authorize/);
  assert.equal(new Set(made.visits).size, 2);
});

test("back from the provider without an access: said, nothing stored, and the button is there again", async () => {
  const made = await standIn(stage);
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

test("on its own, back from the provider without an access", async () => {
  const made = await standIn(stage);
  made.state.status = "authorizing";
  const page = await made.context.newPage();
  await page.goto(`${made.session.connectUrl}#token=${made.session.token}`);
  await untilState(page, "authorizing");
  made.state.status = "opened";
  await page.getByRole("alert").getByText("Nothing was stored").waitFor();
  await look(page, "oauth-returned");
});

test("each end is shown by the server's word", async () => {
  for (const status of ["failed", "cancelled", "expired"] as const) {
    const made = await standIn(stage);
    const page = await openAlone(made);
    made.state.status = "authorizing";
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await untilState(page, "authorizing");
    made.state.status = status;
    await untilState(page, status);
    const calls = made.calls.length;
    // A call that the event led to would have begun before this one.
    await page.evaluate(async () => {
      window.dispatchEvent(new Event("focus"));
      await fetch("/healthz");
    });
    assert.equal(made.calls.length, calls, "an ended session is asked about");
    await made.context.close();
  }
});

test("what was not granted is named, and nobody is led away from it", async () => {
  const made = await standIn(stage);
  made.state.status = "authorizing";
  made.state.notGranted = ["secrets.set", "secrets.delete"];
  const page = await made.context.newPage();
  await page.goto(`${made.session.connectUrl}#token=${made.session.token}`);
  await untilState(page, "authorizing");
  made.state.status = "completed";
  await untilState(page, "completed");
  const missing = page.getByRole("region", { name: "Not granted, so this will not work" });
  assert.deepEqual(await missing.getByRole("listitem").allInnerTexts(), [
    "Create and replace secrets",
    "Delete secrets",
  ]);
  await look(page, "oauth-completed-partly");
  assert.equal(await page.getByText("You are taken back").count(), 0);
  await page.getByRole("link", { name: /^Continue to/ }).waitFor();
});

test("a confirmed session: the application finishes it, the page waits and tells no code", async () => {
  const made = await standIn(stage);
  const [page, frame] = await openFramed(made);
  await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  made.state.status = "awaiting_confirmation";
  await frame.getByRole("heading", { name: "One last step" }).waitFor();
  assert.match(await frame.locator("main").innerText(), /Octo agreed.*finishes the connection/);
  made.state.status = "completed";
  await frame.getByRole("heading", { name: "Connected" }).waitFor();
  assert.equal(JSON.stringify(await heardBy(page)).includes("completionCode"), false);
  const alone = await standIn(stage);
  const own = await openAlone(alone);
  alone.state.status = "awaiting_confirmation";
  await own.reload();
  await untilState(own, "awaiting_confirmation");
  await look(own, "oauth-awaiting");
  assert.equal(await own.getByRole("link", { name: /^Back to/ }).getAttribute("href"), stage.app.origin);
});

test("no address, a foreign address, a lost answer: no window stays, it is told, and trying again works", async () => {
  const made = await standIn(stage);
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
  const alone = await standIn(stage);
  alone.authorizeFaults.push("foreign");
  const page = await openAlone(alone);
  await go(page);
  await page.getByRole("alert").getByText("Something went wrong on our side").waitFor();
  assert.equal(new URL(page.url()).origin, new URL(alone.session.connectUrl).origin);
  const [popup] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await popup.waitForURL(/authorize/);
});

test("a session that has ended meanwhile is shown, and one that was taken away from this browser too", async () => {
  const made = await standIn(stage);
  made.authorizeFaults.push(
    { status: 409, code: "CONNECT_SESSION_NOT_OPEN" },
    { status: 410, code: "CONNECT_SESSION_EXPIRED" },
  );
  const page = await openAlone(made);
  made.state.status = "expired";
  await go(page);
  await untilState(page, "expired");
  const late = await standIn(stage);
  late.authorizeFaults.push({ status: 410, code: "CONNECT_SESSION_EXPIRED" });
  const other = await openAlone(late);
  await go(other);
  await untilState(other, "expired");
});

test("leaving at the provider cancels, and its window closes", async () => {
  const made = await standIn(stage);
  const [page, frame] = await openFramed(made);
  const [popup] = await Promise.all([made.context.waitForEvent("page"), go(frame)]);
  await frame.getByRole("heading", { name: "Continue at Octo" }).waitFor();
  const closed = popup.waitForEvent("close");
  await page.evaluate((session) => {
    document.querySelector("iframe")?.contentWindow?.postMessage({ type: "svc.connect.cancel", session }, "*");
  }, made.session.id);
  await closed;
  assert.equal(made.state.status, "cancelled");
  const types = ((await heardBy(page)) as { type: string }[]).map(({ type }) => type);
  assert.equal(types.at(-1), "svc.connect.close");
});

test("every language has its words, and 320 px hold them", async () => {
  for (const [locale, button] of [
    ["de-DE", "Weiter zu Octo"],
    ["fr-FR", "Continuer vers Octo"],
    ["es-ES", "Continuar a Octo"],
    ["ja-JP", "Octo へ進む"],
  ] as const) {
    const made = await standIn(stage, locale);
    const page = await openAlone(made);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole("button", { name: button }).waitFor();
    await assertNothingSticksOut(page, locale);
    made.state.status = "authorizing";
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await untilState(page, "authorizing");
    await assertNothingSticksOut(page, locale);
    await made.context.close();
  }
});
