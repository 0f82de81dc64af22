/** Attacks on the hosted page in Chromium, its size, and proof that no secret appears anywhere else. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNothingSticksOut, openForm, untilState } from "./check-page.ts";
import { openFixture, startAppSite, type AppSite, type OpenedSession, type Fixture } from "./fixture.ts";
import { enterText, submitFormOf } from "../../../tools/browser/enter.ts";

let fixture: Fixture;
let stranger: AppSite;
before(async () => {
  fixture = await openFixture();
  stranger = await startAppSite();
});
after(async () => {
  await stranger.close();
  await fixture.close();
});

/** A page that frames the session's page, answers its `ready` with `token`, and records the messages. */
function framing(session: OpenedSession, token: string, target: string): string {
  return `<!doctype html><html lang=en><title>App</title><iframe title=connect src="${session.connectUrl}"></iframe><script>
    window.heard = [];
    addEventListener("message", ({ data, origin, source }) => {
      heard.push({ data, origin });
      if (data.type === "svc.connect.ready") source.postMessage({ type: "svc.connect.token", session: data.session, token: ${JSON.stringify(token)} }, ${JSON.stringify(target)});
    });
  </script>`;
}

type Heard = { data: Record<string, unknown>; origin: string }[];
const readMessagesFrom = (): Heard => (globalThis as unknown as { heard: Heard }).heard;

test("framed by its origin: receives the token by message and reports only the result, ids and status", async () => {
  const session = await fixture.session({ completion: "confirmed" });
  fixture.app.pages.set("/frame", framing(session, session.token, new URL(fixture.server.url).origin));
  const page = await (await fixture.context()).newPage();
  await page.goto(`${fixture.app.origin}/frame`);
  const frame = page.frameLocator("iframe");
  await enterText(frame.locator("input"), fixture.provider.tokens.serviceAccount);
  await submitFormOf(frame.locator("input"));
  await frame.getByRole("button", { name: "Close" }).waitFor();
  const lead = (await frame.locator(".lead").textContent()) ?? "";
  assert.match(lead, /^We verified your account\. .+ is finishing the connection\.$/, "the app is right behind it");
  await frame.getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => (globalThis as unknown as { heard: Heard }).heard.length >= 3);
  const heard = await page.evaluate(readMessagesFrom);
  const { origin } = new URL(fixture.server.url);
  assert.ok(heard.every((message) => message.origin === origin));
  const [ready, status, close] = heard.map(({ data }) => data);
  assert.deepEqual(ready, { type: "svc.connect.ready", session: session.id });
  const completionCode = String(status?.["completionCode"]);
  assert.deepEqual(status, {
    type: "svc.connect.status",
    session: session.id,
    status: "awaiting_confirmation",
    completionCode,
  });
  assert.deepEqual(close, { type: "svc.connect.close", session: session.id });
  const path = `/v1/tenants/${session.tenant_id}/connect-sessions/${session.id}:complete`;
  assert.equal((await fixture.caller.post(path, { completionCode })).status, 200);
});

test("framed by another origin: is refused and receives no message", async () => {
  const session = await fixture.session();
  stranger.pages.set("/frame", framing(session, session.token, "*"));
  const page = await (await fixture.context()).newPage();
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto(`${stranger.origin}/frame`);
  await refused;
  assert.deepEqual(await page.evaluate(readMessagesFrom), []);
  assert.equal((await fixture.readSession(session)).status, "pending");
});

test("opened by another origin: sends that window nothing", async () => {
  const session = await fixture.session();
  const page = await (await fixture.context()).newPage();
  const hears = `<!doctype html><html lang=en><title>x</title><script>
    window.heard = [];
    addEventListener("message", ({ data, origin }) => heard.push({ data, origin }));
  </script>`;
  stranger.pages.set("/opener", hears);
  await page.goto(`${stranger.origin}/opener`);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((url) => void window.open(url), session.connectUrl),
  ]);
  await popup.waitForLoadState();
  // Messages from one sender arrive in order: once the last has arrived, all have.
  await popup.evaluate(() => (window.opener as Window).postMessage({ type: "last" }, "*"));
  await page.waitForFunction(() => (globalThis as unknown as { heard: Heard }).heard.length > 0);
  assert.deepEqual(
    (await page.evaluate(readMessagesFrom)).map(({ data }) => data),
    [{ type: "last" }],
  );
});

test("ignores a token from a foreign window or about another session", async () => {
  const session = await fixture.session();
  const page = await (await fixture.context()).newPage();
  stranger.pages.set("/opener", `<!doctype html><html lang=en><title>x</title>`);
  await page.goto(`${stranger.origin}/opener`);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((url) => void Object.assign(globalThis, { popup: window.open(url) }), session.connectUrl),
  ]);
  await popup.waitForLoadState();
  const exchanges: string[] = [];
  popup.on("request", (request) => exchanges.push(request.url()));
  // Messages from one sender arrive in order: once the last has arrived, all have.
  const last = popup.evaluate(
    () => new Promise((resolve) => window.addEventListener("message", ({ data }) => data === "last" && resolve(null))),
  );
  await popup.evaluate((token) => {
    window.postMessage({ type: "svc.connect.token", session: "cs_other", token }, "*");
  }, session.token);
  await page.evaluate(
    ({ id, token }) => {
      const { popup } = globalThis as unknown as { popup: Window };
      popup.postMessage({ type: "svc.connect.token", session: id, token }, "*");
      popup.postMessage("last", "*");
    },
    { id: session.id, token: session.token },
  );
  await last;
  assert.deepEqual(exchanges, []);
  assert.equal((await fixture.readSession(session)).status, "pending");
});

test("accepts messages from its own origin only from the opener, and only about this session", async () => {
  const session = await fixture.session();
  fixture.app.pages.set("/inner", "<!doctype html><html lang=en><title>inner</title>");
  fixture.app.pages.set(
    "/opener",
    `<!doctype html><html lang=en><title>App</title><iframe title=x src=/inner></iframe>`,
  );
  const page = await (await fixture.context()).newPage();
  await page.goto(`${fixture.app.origin}/opener`);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((url) => void Object.assign(globalThis, { popup: window.open(url) }), session.connectUrl),
  ]);
  await popup.waitForLoadState();
  const exchanges: string[] = [];
  popup.on("request", (request) => exchanges.push(request.url()));
  const last = popup.evaluate(
    () =>
      new Promise((resolve) => {
        let count = 0;
        window.addEventListener("message", ({ data }) => data === "last" && (count += 1) === 2 && resolve(null));
      }),
  );
  const message = { type: "svc.connect.token", session: session.id, token: session.token };
  // Evaluations in one page run in order, so the listener is in place once this one returns.
  await popup.evaluate(() => null);
  await page.frames()[1]?.evaluate((message) => {
    const { popup } = window.parent as unknown as { popup: Window };
    popup.postMessage(message, "*");
    popup.postMessage("last", "*");
  }, message);
  await page.evaluate((message) => {
    const { popup } = globalThis as unknown as { popup: Window };
    popup.postMessage({ ...message, session: "cs_other" }, "*");
    popup.postMessage("last", "*");
  }, message);
  await last;
  assert.deepEqual(exchanges, []);
  await page.evaluate(
    (message) => (globalThis as unknown as { popup: Window }).popup.postMessage(message, "*"),
    message,
  );
  await untilState(popup, "form");
});

test("shows HTML in the names of tenant and account as text", async () => {
  const html = `<img src=x onerror="window.hit=1"><script>window.hit=1</script>{origin}`;
  const page = await (await fixture.context()).newPage();
  const session = await fixture.session({}, await fixture.tenant(html));
  await page.route("**/connect/v1/session", async (route) => {
    const headers = { ...route.request().headers(), "sec-fetch-site": "same-origin" };
    const response = await route.fetch({ headers });
    const body = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response: response, json: { ...body, account: { slug: "x", name: html } } });
  });
  await openForm(page, session);
  assert.ok((await page.locator("main").innerText()).includes(html));
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  assert.ok((await page.locator("main").innerText()).includes(html));
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.equal(await page.evaluate(() => "hit" in globalThis), false);
});

test("leaks neither token nor credential into an address, storage, history, console, message or log", async () => {
  const context = await fixture.context();
  const page = await context.newPage();
  const urls: string[] = [];
  const printed: string[] = [];
  page.on("request", (request) => urls.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
  page.on("framenavigated", (frame) => urls.push(frame.url()));
  page.on("console", (message) => printed.push(message.text()));
  const session = await fixture.session();
  const credential = fixture.provider.tokens.serviceAccount;
  await openForm(page, session);
  assert.equal(page.url(), session.connectUrl);
  await page.getByRole("button", { name: "Show token" }).click();
  await page.locator("input").fill(credential);
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie, history.state]),
  );
  assert.match(kept, /css_/);
  await page.keyboard.press("Enter");
  await untilState(page, "completed");
  const shown = await page.content();
  await page.waitForURL(/status=completed/);
  const cookies = JSON.stringify(await context.cookies());
  // The only navigation with the token is this test's own, in its fragment.
  const own = urls.filter((url) => !url.startsWith(`${session.connectUrl}#`));
  const places = { own, printed, kept, shown, cookies, app: fixture.app.requests, log: fixture.server.log() };
  for (const [place, text] of Object.entries(places)) {
    for (const secret of [session.token, credential]) assert.equal(String(text).includes(secret), false, place);
  }
  assert.equal(
    fixture.app.requests.some((request) => /^\/connected.* referer=./.test(request)),
    false,
  );
});

test("serves the whole page in one response under 60 kB, with headers that block everything else", async () => {
  const page = await (await fixture.context()).newPage();
  const sizes: number[] = [];
  page.on("response", async (response) => sizes.push((await response.body()).byteLength));
  const session = await fixture.session();
  const response = await page.goto(session.connectUrl);
  await untilState(page, "incomplete");
  assert.equal(sizes.length, 1);
  assert.ok((sizes[0] ?? Infinity) < 60_000, `${sizes[0]} bytes`);
  const headers = response?.headers() ?? {};
  const policy = headers["content-security-policy"] ?? "";
  assert.match(policy, new RegExp(`frame-ancestors ${fixture.app.origin};`));
  assert.equal(/unsafe|\*|https?:\/\/(?!localhost)/.test(policy), false, policy);
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cross-origin-opener-policy"], "unsafe-none");
});

test("cuts nothing off in any language, right to left or at 320 px, and the keyboard reaches everything", async () => {
  for (const [locale, heading] of [
    ["de-DE", "Doppler verbinden"],
    ["fr-FR", "Connecter Doppler"],
    ["es-ES", "Conectar Doppler"],
    ["ja-JP", "Doppler を接続"],
    ["xx", "Connect Doppler"],
  ] as const) {
    const page = await (
      await fixture.context({ locale, viewport: { width: 320, height: 640 }, reducedMotion: "reduce" })
    ).newPage();
    await openForm(page, await fixture.session());
    assert.equal(await page.locator("h1").innerText(), heading);
    for (const direction of ["ltr", "rtl"]) {
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
      await assertNothingSticksOut(page, `${locale} ${direction}`);
    }
    const reached: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate(() => document.activeElement?.className || (document.activeElement?.tagName ?? "")),
      );
    }
    assert.deepEqual(reached, ["INPUT", "reveal", "A", "primary", "quiet"]);
  }
});
