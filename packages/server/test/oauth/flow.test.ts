/** The normal authorization flow, and what the user sees. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { appOrigin, makeFixture, publicUrl } from "./fixture.ts";
import { formTokenIn } from "./browser.ts";

test("goes from the address to an active connection without exposing a secret", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open();
  const browser = fixture.browser();
  const address = await fixture.authorize(session);
  assert.match(address, /^https:\/\/svc\.example\/connect\/oauth\/acme\/authorize\?ticket=cot_[\w-]{43}$/);
  assert.equal((await fixture.session(session.id)).status, "authorizing");
  const location = new URL(await browser.consent(address));
  assert.equal(location.origin + location.pathname, `${fixture.server.origin}/oauth/authorize`);
  assert.deepEqual(
    ["redirect_uri", "scope", "client_id", "code_challenge_method", "prompt"].map((name) =>
      location.searchParams.get(name),
    ),
    [`${publicUrl}/connect/oauth/acme/callback`, "notes notes:read people", "client-1", "S256", "consent"],
  );
  const back = await browser.go(fixture.server.agree(location.href));
  assert.equal(back.status, 303);
  assert.equal(back.location, `${appOrigin}/done?keep=a%20b&connect_session_id=${session.id}&status=completed`);
  assert.equal(browser.cookies.size, 0, "the cookie is dropped at the end");

  const [connection] = await fixture.connections();
  const { account, status, grantedActions, auth_config, authKind } = connection ?? {};
  assert.deepEqual(
    { account, status, grantedActions, auth_config, authKind },
    {
      account: { slug: "ada", name: "Account ada" },
      status: "active",
      grantedActions: ["notes.list", "notes.create", "people.list"],
      auth_config: { scopes: ["notes", "notes:read", "people"] },
      authKind: "oauth2_authorization_code",
    },
  );
  const shown = (await fixture.frontend("GET", "session", session.secret)).body;
  assert.deepEqual(
    (shown["actions"] as { granted: boolean }[]).map(({ granted }) => granted),
    [true, true, true],
  );
  for (const type of ["authorization_started", "consent_given"]) {
    assert.equal((await fixture.audit(`connect_session.${type}`)).length, 1, type);
  }
  assert.equal((await fixture.audit("connection.created")).length, 1);
  const seen = [
    back.location,
    back.html,
    fixture.log(),
    JSON.stringify([connection, shown, await fixture.session(session.id)]),
  ];
  const state = location.searchParams.get("state") ?? "";
  for (const secret of [...fixture.server.given, state, "s3cret", new URL(address).searchParams.get("ticket") ?? ""]) {
    assert.ok(secret.length >= 6 && seen.every((text) => !text.includes(secret)), secret.slice(0, 3));
  }
});

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

test("the page says which application asks for what, in the session's language, with names escaped", async (t) => {
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

test("cancelling ends the session and leads back", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open();
  const location = await fixture.browser().consent(await fixture.authorize(session), "cancel");
  assert.equal(location, `${appOrigin}/done?keep=a%20b&connect_session_id=${session.id}&status=cancelled`);
  assert.equal((await fixture.session(session.id)).status, "cancelled");
});

test("a user who declines at the provider has cancelled", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open();
  const browser = fixture.browser();
  const location = await browser.consent(await fixture.authorize(session));
  const denied = fixture.server.agree(location, { code: null, error: "access_denied" });
  assert.match((await browser.go(denied)).location, /status=cancelled$/);
  assert.equal((await fixture.session(session.id)).status, "cancelled");
  assert.equal(fixture.server.tokenRequests.length, 0);
});

test("shows the page again after a reload, and lets a user who comes back from the provider continue", async (t) => {
  const fixture = await makeFixture(t);
  const browser = fixture.browser();
  const address = await fixture.authorize(await fixture.open());
  const first = await browser.consent(address);
  const again = await browser.go(address);
  assert.equal(again.status, 200);
  const second = (await browser.submit(address, { token: formTokenIn(again.html), decision: "continue" })).location;
  assert.equal((await browser.go(fixture.server.agree(first))).status, 404, "the first state is invalid");
  assert.match((await browser.go(fixture.server.agree(second))).location, /status=completed$/);
});

test("one browser can authorize with two providers at once", async (t) => {
  const fixture = await makeFixture(t);
  const browser = fixture.browser();
  const one = await browser.consent(await fixture.authorize(await fixture.open()));
  const other = await browser.consent(await fixture.authorize(await fixture.open({ provider: "other" })));
  assert.match((await browser.go(fixture.server.agree(one))).location, /status=completed$/);
  assert.match((await browser.go(fixture.server.agree(other))).location, /status=completed$/);
});

test("a provider whose app is not configured is unavailable", async (t) => {
  const fixture = await makeFixture(t, { apps: false });
  const { tenantId } = fixture.owner;
  const listed = await fixture.call("GET", `/v1/tenants/${tenantId}/providers`);
  assert.deepEqual(listed.body["providers"], []);
  const made = await fixture.call("POST", `/v1/tenants/${tenantId}/connect-sessions`, {
    provider: "acme",
    authKind: "oauth2_authorization_code",
    allowedOrigin: appOrigin,
    returnUrl: `${appOrigin}/done`,
    requestedActions: ["notes.list"],
  });
  assert.deepEqual([made.status, made.body["code"]], [404, "PROVIDER_NOT_AVAILABLE"]);
});
