/**
 * The pages of the authorization flow and its variations; conformance/suites/oauth tests the flow itself and attacks.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { appOrigin, makeFixture } from "./fixture.ts";
import { formTokenIn } from "./browser.ts";

test("stores no ticket, state, cookie, verifier or token in plain text", async (t) => {
  const fixture = await makeFixture(t);
  const browser = fixture.browser();
  const address = await fixture.authorize(await fixture.open());
  const location = new URL(await browser.consent(address));
  const state = location.searchParams.get("state") ?? "";
  const cookie = [...browser.cookies.values()].join();
  await browser.go(fixture.server.agree(location.href));
  const verifier = fixture.server.tokenRequests[0]?.["code_verifier"] ?? "";
  assert.match(verifier, /^[\w-]{43}$/);
  const { DatabaseSync } = await import("node:sqlite");
  const copy = new DatabaseSync(fixture.databaseFile, { readOnly: true });
  const tables = copy.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  const rows = tables.map(({ name }) => copy.prepare(`select * from "${name}"`).all());
  copy.close();
  const dump = JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
  );
  assert.ok(dump.includes("oaf_"));
  const ticket = new URL(address).searchParams.get("ticket") ?? "";
  for (const secret of [ticket, state, cookie, verifier, ...fixture.server.given]) {
    assert.ok(secret.length >= 20 && !dump.includes(secret.replace(/^co._/, "")), secret.slice(0, 4));
  }
});

test("the page names the application and its requests in the session's language, with names escaped", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open({ provider: "other" });
  const { html, headers } = await fixture.browser("fr").go(await fixture.authorize(session));
  for (const text of [
    "Connect Acme &lt;other&gt;",
    "Customer &lt;One&gt;",
    appOrigin,
    "List your notes",
    "Write notes",
    "Read and change your notes",
    "See who you know",
    "app.example",
    "Continue to",
  ]) {
    assert.ok(html.includes(text), text);
  }
  assert.equal(html.includes("<One>"), false);
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, new RegExp(`form-action 'self' https: ${fixture.server.origin}(;|$)`));
  assert.equal(policy.includes("script-src") || html.includes("<script"), false);
  assert.deepEqual(
    ["referrer-policy", "cache-control", "x-frame-options"].map((name) => headers[name]),
    ["no-referrer", "no-store", "DENY"],
  );
  assert.match(
    String(headers["set-cookie"]),
    /^__Host-svc_oauth=cob_[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test("uses the language that the session's frontend requested", async (t) => {
  const fixture = await makeFixture(t);
  const { secret } = await fixture.open();
  const { body } = await fixture.frontend("POST", "authorize", secret, appOrigin, "de-AT");
  const { html } = await fixture.browser("ja").go(body["authorizationUrl"] as string);
  assert.match(html, /<html lang="de"/);
  for (const text of ["Acme verbinden", "Notizen auflisten", "Ihre Notizen lesen", "Weiter zu"]) {
    assert.ok(html.includes(text), text);
  }
});

test("shows the page again after a reload, and lets a user who comes back from the provider continue", async (t) => {
  const fixture = await makeFixture(t);
  const browser = fixture.browser();
  const address = await fixture.authorize(await fixture.open());
  const first = await browser.consent(address);
  const again = await browser.go(address);
  assert.equal(again.status, 200);
  const second = (await browser.submit(address, { token: formTokenIn(again.html), decision: "continue" })).location;
  assert.equal((await browser.go(fixture.server.agree(first))).status, 404, "the first state is no longer valid");
  assert.match((await browser.go(fixture.server.agree(second))).location, /status=completed$/);
});

test("one browser can authorize with two providers concurrently", async (t) => {
  const fixture = await makeFixture(t);
  const browser = fixture.browser();
  const one = await browser.consent(await fixture.authorize(await fixture.open()));
  const other = await browser.consent(await fixture.authorize(await fixture.open({ provider: "other" })));
  assert.match((await browser.go(fixture.server.agree(one))).location, /status=completed$/);
  assert.match((await browser.go(fixture.server.agree(other))).location, /status=completed$/);
});

test("rejects a token from another flow's page, and a ticket on another provider's path", async (t) => {
  const fixture = await makeFixture(t);
  const browser = fixture.browser();
  const one = await fixture.authorize(await fixture.open());
  const other = await fixture.authorize(await fixture.open());
  const token = formTokenIn((await browser.go(one)).html);
  await browser.go(other);
  assert.equal((await browser.submit(other, { token, decision: "continue" })).status, 403);
  assert.equal((await browser.go(one.replace("/acme/", "/other/"))).status, 404);
  assert.equal((await browser.go(`${one}&ticket=x`)).status, 404);
});
