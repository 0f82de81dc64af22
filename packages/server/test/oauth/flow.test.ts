/** What the user sees on the way to a provider and back, and its turns; conformance/oauth holds the way itself and the attacks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { appOrigin, makeWorld } from "./world.ts";
import { formTokenIn } from "./browser.ts";

test("the database holds no ticket, state, cookie, verifier or token in clear", async (t) => {
  const world = await makeWorld(t);
  const browser = world.browser();
  const address = await world.authorize(await world.open());
  const location = new URL(await browser.consent(address));
  const state = location.searchParams.get("state") ?? "";
  const cookie = [...browser.cookies.values()].join();
  await browser.go(world.server.agree(location.href));
  const verifier = world.server.tokenRequests[0]?.["code_verifier"] ?? "";
  assert.match(verifier, /^[\w-]{43}$/);
  const { DatabaseSync } = await import("node:sqlite");
  const copy = new DatabaseSync(world.databaseFile, { readOnly: true });
  const tables = copy.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  const rows = tables.map(({ name }) => copy.prepare(`select * from "${name}"`).all());
  copy.close();
  const dump = JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
  );
  assert.ok(dump.includes("oaf_"));
  const ticket = new URL(address).searchParams.get("ticket") ?? "";
  for (const secret of [ticket, state, cookie, verifier, ...world.server.given]) {
    assert.ok(secret.length >= 20 && !dump.includes(secret.replace(/^co._/, "")), secret.slice(0, 4));
  }
});

test("the page says who asks for what, in the session's language, and nobody's name is read as HTML", async (t) => {
  const world = await makeWorld(t);
  const session = await world.open({ provider: "other" });
  const { html, headers } = await world.browser("fr").go(await world.authorize(session));
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
  assert.match(policy, new RegExp(`form-action 'self' https: ${world.server.origin}(;|$)`));
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

test("the language is the one that the session's frontend asked in", async (t) => {
  const world = await makeWorld(t);
  const { secret } = await world.open();
  const { body } = await world.frontend("POST", "authorize", secret, appOrigin, "de-AT");
  const { html } = await world.browser("ja").go(body["authorizationUrl"] as string);
  assert.match(html, /<html lang="de"/);
  for (const text of ["Acme verbinden", "Notizen auflisten", "Ihre Notizen lesen", "Weiter zu"]) {
    assert.ok(html.includes(text), text);
  }
});

test("a reload in the same browser shows the page again, and a user who comes back from the provider may go on again", async (t) => {
  const world = await makeWorld(t);
  const browser = world.browser();
  const address = await world.authorize(await world.open());
  const first = await browser.consent(address);
  const again = await browser.go(address);
  assert.equal(again.status, 200);
  const second = (await browser.submit(address, { token: formTokenIn(again.html), decision: "continue" })).location;
  assert.equal((await browser.go(world.server.agree(first))).status, 404, "the first state is dead");
  assert.match((await browser.go(world.server.agree(second))).location, /status=completed$/);
});

test("two providers can be gone to at once from one browser", async (t) => {
  const world = await makeWorld(t);
  const browser = world.browser();
  const one = await browser.consent(await world.authorize(await world.open()));
  const other = await browser.consent(await world.authorize(await world.open({ provider: "other" })));
  assert.match((await browser.go(world.server.agree(one))).location, /status=completed$/);
  assert.match((await browser.go(world.server.agree(other))).location, /status=completed$/);
});

test("a token of another flow's page is refused, and so is a ticket on another provider's path", async (t) => {
  const world = await makeWorld(t);
  const browser = world.browser();
  const one = await world.authorize(await world.open());
  const other = await world.authorize(await world.open());
  const token = formTokenIn((await browser.go(one)).html);
  await browser.go(other);
  assert.equal((await browser.submit(other, { token, decision: "continue" })).status, 403);
  assert.equal((await browser.go(one.replace("/acme/", "/other/"))).status, 404);
  assert.equal((await browser.go(`${one}&ticket=x`)).status, 404);
});
