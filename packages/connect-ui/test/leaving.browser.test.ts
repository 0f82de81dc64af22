/** A user who leaves: the session is cancelled on the server, unless it may have been completed. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "../../../judges/pages/playwright.ts";
import { until } from "../../../conformance/harness/until.ts";
import { abort, openEmbedded, readResult } from "./embedded-page.ts";
import { openForm, untilState } from "./check-page.ts";
import { openFixture, type OpenedSession, type Fixture } from "./fixture.ts";
import { enterText, submitFormOf } from "../../../tools/browser/enter.ts";

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

const cancelled = (session: OpenedSession) =>
  until(5000, `${session.id} is cancelled`, async () =>
    (await fixture.readSession(session)).status === "cancelled" ? true : null,
  );

const frameOf = (app: Page) => app.frameLocator("[data-svc-connect] iframe");

const ways: [string, "modal" | "popup", (app: Page, hosted: Page | null) => Promise<unknown>][] = [
  ["the modal's button", "modal", (app) => app.locator("[data-svc-connect] button").click()],
  [
    "Escape on the modal's button",
    "modal",
    async (app) => (await app.locator("[data-svc-connect] button").focus(), await app.keyboard.press("Escape")),
  ],
  ["Escape in the page", "modal", (app) => frameOf(app).locator("input").press("Escape")],
  ["Cancel in the page", "modal", (app) => frameOf(app).getByRole("button", { name: "Cancel" }).click()],
  ["abort of a modal", "modal", abort],
  ["abort of a popup", "popup", abort],
  [
    "Cancel in a popup",
    "popup",
    (_, hosted) => hosted?.getByRole("button", { name: "Cancel" }).click() ?? Promise.reject(),
  ],
];
for (const [name, mode, leave] of ways) {
  test(`${name}: resolves with cancelled and cancels the session on the server`, async () => {
    const session = await fixture.session();
    const { app, hosted } = await openEmbedded(fixture, session, mode);
    await leave(app, hosted);
    assert.deepEqual(await readResult(app), { status: "cancelled" });
    await cancelled(session);
    await app.locator("[data-svc-connect]").waitFor({ state: "detached" });
    if (hosted !== null && !hosted.isClosed()) await hosted.waitForEvent("close");
    await app.context().close();
  });
}

test("resolves for a popup that the browser closed, although its session can't be cancelled", async () => {
  const session = await fixture.session();
  const { app, hosted } = await openEmbedded(fixture, session, "popup");
  await hosted?.close();
  assert.deepEqual(await readResult(app), { status: "cancelled" });
  assert.equal((await fixture.readSession(session)).status, "opened");
});

test("cancels nothing while a token is being verified, and resolves with the connection", async () => {
  const session = await fixture.session();
  const { app } = await openEmbedded(fixture, session, "modal");
  fixture.provider.faults.add({ match: { path: "/v3/me" }, fault: { kind: "hold", when: "before_effect" } });
  await enterText(frameOf(app).locator("input"), fixture.provider.tokens.serviceAccount);
  await submitFormOf(frameOf(app).locator("input"));
  await frameOf(app).getByText("Checking the token").waitFor();
  await fixture.untilHeld();
  await app.locator("[data-svc-connect] button").click();
  fixture.provider.release();
  assert.equal((await readResult(app)).status, "completed");
  assert.equal((await fixture.readSession(session)).status, "completed");
  assert.equal(await fixture.connectionCount(session.tenant_id), 1);
});

test("cancels nothing after a lost response about a token, and the session awaits its confirmation", async () => {
  const session = await fixture.session({ completion: "confirmed" });
  const { app } = await openEmbedded(fixture, session, "modal");
  await app.route("**/connect/v1/credential", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await enterText(frameOf(app).locator("input"), fixture.provider.tokens.serviceAccount);
  await submitFormOf(frameOf(app).locator("input"));
  await frameOf(app).getByText("The connection was lost").waitFor();
  await app.locator("[data-svc-connect] button").click();
  assert.deepEqual(await readResult(app), { status: "cancelled" });
  assert.equal((await fixture.readSession(session)).status, "awaiting_confirmation");
});

test("keeps the entered text on a click outside the modal", async () => {
  const session = await fixture.session();
  const { app } = await openEmbedded(fixture, session, "modal");
  await app.setViewportSize({ width: 1000, height: 900 });
  await enterText(frameOf(app).locator("input"), "dp.st.half");
  await app.mouse.click(20, 20);
  await app.mouse.click(980, 880);
  assert.equal(await frameOf(app).locator("input").inputValue(), "dp.st.half");
  assert.ok(await app.locator("[data-svc-connect] dialog").isVisible());
  assert.equal((await fixture.readSession(session)).status, "opened");
});

test("lets only the embedder cancel the session", async () => {
  const session = await fixture.session();
  const { app } = await openEmbedded(fixture, session, "modal");
  const frame = app.frames().find((each) => each.url().includes(session.id));
  assert.ok(frame !== undefined);
  const message = { type: "svc.connect.cancel", session: session.id };
  const requests: string[] = [];
  app.on("request", (request) => requests.push(request.url()));
  // A window at the app's origin that isn't the embedder, the page's own window, and another session's id.
  await app.evaluate((message) => {
    const inner = document.createElement("iframe");
    document.body.append(inner);
    const target = document.querySelector("[data-svc-connect]")?.shadowRoot?.querySelector("iframe")?.contentWindow;
    const script = inner.contentDocument?.createElement("script");
    if (script === undefined) throw new Error("no inner document");
    Object.assign(inner.contentWindow ?? {}, { target, message });
    script.textContent = "target.postMessage(message, '*')";
    inner.contentDocument?.body.append(script);
    target?.postMessage({ ...message, session: "cs_other" }, "*");
  }, message);
  await frame.evaluate(
    (message) =>
      new Promise((resolve) => {
        window.addEventListener("message", ({ data }) => data === "last" && resolve(null));
        window.postMessage(message, "*");
        window.postMessage("last", "*");
      }),
    message,
  );
  assert.deepEqual(
    requests.filter((url) => url.includes("/cancel")),
    [],
  );
  await frameOf(app).locator("input").waitFor();
  assert.equal((await fixture.readSession(session)).status, "opened");
});

test("repeats an exchange whose response was lost only in this tab, not in another browser", async () => {
  const session = await fixture.session();
  const page = await (await fixture.context()).newPage();
  const proofs: string[] = [];
  await page.route("**/connect/v1/exchange", async (route) => {
    proofs.push((route.request().postDataJSON() as { proof: string }).proof);
    if (proofs.length > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(page, "offline");
  assert.equal((await fixture.readSession(session)).status, "opened");
  const stranger = await (await fixture.context()).newPage();
  await stranger.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(stranger, "used");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilState(page, "form");
  assert.equal(proofs.length, 2);
  assert.match(proofs[0] ?? "", /^[A-Za-z0-9_-]{43}$/);
  assert.equal(proofs[0], proofs[1]);
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  assert.ok(!kept.includes(proofs[0] ?? "") && !kept.includes(session.token));
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  assert.equal(await fixture.connectionCount(session.tenant_id), 1);
});

test("repeats it after the whole link was opened again in this tab", async () => {
  const session = await fixture.session();
  const page = await (await fixture.context()).newPage();
  let isLost = true;
  await page.route("**/connect/v1/exchange", async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(page, "offline");
  await page.goto("about:blank");
  await openForm(page, session);
});

test("exchanges a token once if the server's own origin replays it fifty times concurrently", async () => {
  const session = await fixture.session();
  const page = await (await fixture.context()).newPage();
  await page.goto(session.connectUrl);
  const responses = await page.evaluate(async (token) => {
    const proofOf = (index: number): object => (index % 2 === 0 ? {} : { proof: String(index).padStart(43, "p") });
    const send = async (index: number): Promise<number> => {
      const body = JSON.stringify({ token, ...proofOf(index) });
      const headers = { "content-type": "application/json" };
      return (await fetch("/connect/v1/exchange", { method: "POST", headers, body })).status;
    };
    return Promise.all(Array.from({ length: 50 }, (_, index) => send(index)));
  }, session.token);
  assert.equal(responses.filter((status) => status === 200).length, 1);
  assert.equal(responses.filter((status) => status === 410).length, 49);
});

test("shows the form in only one of six browsers that open a link concurrently", async () => {
  const session = await fixture.session();
  const pages = await Promise.all(Array.from({ length: 6 }, async () => (await fixture.context()).newPage()));
  await Promise.all(pages.map((page) => page.goto(`${session.connectUrl}#token=${session.token}`)));
  const states = await Promise.all(
    pages.map(async (page) => {
      await page.waitForFunction(() => ["form", "used"].includes(document.body.dataset["state"] ?? ""));
      return page.evaluate(() => document.body.dataset["state"]);
    }),
  );
  assert.equal(states.filter((state) => state === "form").length, 1);
});
