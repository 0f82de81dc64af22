/** Access to the console: for whom, for how long, and never from another site's page. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { verifies } from "../../../../../conformance/harness/verifies.ts";
import { consoleRoutes } from "../../../src/entry/console/endpoint.ts";
import { refreshHeader } from "../../../src/entry/console/script.ts";
import { sessionIdleMs, sessionLifeMs } from "../../../src/domain/operators/sessions.ts";
import { auditedTypes, forged, isIn, pathOf, statusOfForm, statusUnder } from "./access-steps.ts";
import { cookieOf, signedIn, stranger } from "./visitor.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
});
after(() => fixture.close());

const minuteMs = 60_000;

test("without a session, every page asks to sign in and shows nothing, and no form does anything", async () => {
  const visitor = stranger(fixture);
  const audited = await auditedTypes(fixture);
  for (const { method, path } of consoleRoutes) {
    const visited =
      method === "GET"
        ? await visitor.get(pathOf(fixture, path))
        : await visitor.post(pathOf(fixture, path), { confirm: "yes" });
    assert.equal(visited.status, 401, path);
    assert.match(visited.text, /name="token"/);
    assert.doesNotMatch(visited.text, /customer-1|hooks\.example|csrf/);
  }
  assert.equal((await visitor.get("/nowhere")).status, 401);
  assert.deepEqual(await auditedTypes(fixture), audited);
});

/** Waits until the limit on attempts has reset. */
function refill(): void {
  fixture.clock.aheadMs += 1000;
}

test("signs in with a token, using a cookie that scripts and other sites can't read; rejects anything else", async () => {
  const visitor = stranger(fixture);
  const half = fixture.token.slice(0, -7);
  for (const token of [
    "",
    "sop_",
    forged(fixture.token),
    `${half}AAAAAAA`,
    `${fixture.token}A`,
    fixture.token.toLowerCase(),
  ]) {
    refill();
    const refused = await visitor.post("/login", { token });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get("set-cookie"), null);
  }
  refill();
  const response = await visitor.post("/login", { token: fixture.token, next: "/audit?type=a" });
  assert.deepEqual([response.status, response.headers.get("location")], [303, "/audit?type=a"]);
  const cookie = response.headers.get("set-cookie") ?? "";
  assert.match(cookie, /^svc_operator=sos_[A-Za-z0-9_-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/);
  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", ""]) {
    refill();
    const sent = await visitor.post("/login", { token: fixture.token, next });
    assert.equal(sent.headers.get("location"), "/", next);
  }
});

test("accepts a valid token while junk keeps coming from the same address, and audits the junk once", async () => {
  const visitor = stranger(fixture);
  for (let second = 0; second < 4; second += 1) {
    refill();
    const junk = await Promise.all(
      Array.from({ length: 10 }, () => visitor.post("/login", { token: forged(fixture.token) })),
    );
    assert.ok(junk.some(({ status }) => status === 429));
    assert.equal((await visitor.post("/login", { token: fixture.token })).status, 303);
  }
  const refused = (await auditedTypes(fixture)).filter((type) => type === "operator.sign_in_refused system");
  assert.equal(refused.length, 1);
});

test("limits sign-in attempts, and does not say why one failed", async () => {
  refill();
  const visitor = stranger(fixture);
  const responses = await Promise.all(Array.from({ length: 30 }, () => visitor.post("/login", { token: "sop_x" })));
  const statuses = new Set(responses.map(({ status }) => status));
  assert.deepEqual(statuses, new Set([401, 429]));
  assert.equal(responses.find(({ status }) => status === 429)?.headers.get("retry-after"), "2");
  refill();
});

test("a session ends when it is idle, when it is old, by signing out, and with its token by the next request", async () => {
  const idle = await signedIn(fixture);
  fixture.clock.aheadMs += sessionIdleMs - 1000;
  assert.equal(await isIn(idle), true);
  fixture.clock.aheadMs += sessionIdleMs + 1000;
  assert.equal(await isIn(idle), false);

  refill();
  const old = await signedIn(fixture);
  const begunAt = fixture.clock.aheadMs;
  while (fixture.clock.aheadMs < begunAt + sessionLifeMs - 10 * minuteMs) {
    fixture.clock.aheadMs += 10 * minuteMs;
    assert.equal(await isIn(old), true);
  }
  fixture.clock.aheadMs += 10 * minuteMs;
  assert.equal(await isIn(old), false);

  refill();
  const leaving = await signedIn(fixture);
  const left = await leaving.post("/logout", { csrf: await leaving.formToken() });
  assert.match(left.headers.get("set-cookie") ?? "", /^svc_operator=; Path=\/; Max-Age=0/);
  assert.equal(await isIn(leaving), false);

  refill();
  const { token: row, secret } = await fixture.tokens.create({ name: "bob", role: "viewer", expiresInDays: null });
  const revoked = await signedIn(fixture, secret);
  assert.equal(await isIn(revoked), true);
  await fixture.tokens.revoke("bob");
  assert.equal(await isIn(revoked), false);
  refill();
  assert.equal((await stranger(fixture).post("/login", { token: secret })).status, 401);
  const types = await auditedTypes(fixture);
  for (const type of ["operator.signed_in", "operator.signed_out"]) {
    assert.ok(types.includes(`${type} operator:${fixture.tokenId}`), type);
  }
  assert.ok(types.includes("operator_token.revoked operator"));
  assert.equal((await fixture.tokens.list()).find(({ id }) => id === row.id)?.revokedAt === null, false);
});

test("a page that refreshes itself shows the same, and does not keep the session alive", async () => {
  refill();
  const left = await signedIn(fixture);
  const refresh = { [refreshHeader]: "1" };
  for (let passedMs = 5 * minuteMs; passedMs < sessionIdleMs; passedMs += 5 * minuteMs) {
    fixture.clock.aheadMs += 5 * minuteMs;
    assert.equal((await left.get("/tenants", refresh)).status, 200);
  }
  fixture.clock.aheadMs += 5 * minuteMs;
  assert.equal((await left.get("/tenants", refresh)).status, 401);
});

test("an expired token can't sign in, and ends its sessions immediately", async () => {
  const { secret } = await fixture.tokens.create({ name: "brief", role: "viewer", expiresInDays: 1 });
  fixture.clock.aheadMs += (24 * 60 - 10) * minuteMs;
  const brief = await signedIn(fixture, secret);
  fixture.clock.aheadMs += 9 * minuteMs;
  assert.equal(await isIn(brief), true);
  fixture.clock.aheadMs += minuteMs;
  assert.equal(await isIn(brief), false);
  assert.equal((await stranger(fixture).post("/login", { token: secret })).status, 401);
});

verifies("operators.forms", "rejects a form from another site", async () => {
  refill();
  const visitor = await signedIn(fixture);
  const other = await signedIn(fixture);
  const path = `/connections/${fixture.seeded.connectionId}/disconnect`;
  const csrf = await visitor.formToken();
  const fields = { csrf, confirm: "yes" };
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: fixture.apiOrigin },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of foreign) {
    assert.equal((await visitor.post(path, fields, headers)).status, 403, JSON.stringify(headers));
    assert.equal((await stranger(fixture).post("/login", { token: fixture.token }, headers)).status, 403);
  }
  const bare = await fetch(fixture.origin + path, {
    method: "POST",
    headers: { cookie: visitor.cookie },
    body: new URLSearchParams(fields),
  });
  assert.equal(bare.status, 403, "without Origin");
  const { cookie } = visitor;
  const [origin, site] = [fixture.origin, "same-origin"];
  assert.equal(await statusOfForm(fixture, path, { cookie, origin, "sec-fetch-site": site }), 400, "without a token");
  for (const twice of [
    { origin: [origin, "https://evil.example"], "sec-fetch-site": site },
    { origin, "sec-fetch-site": [site, "cross-site"] },
  ]) {
    assert.equal(await statusOfForm(fixture, path, { cookie, ...twice }), 403, JSON.stringify(twice));
  }
  for (const forged of ["", "x", await other.formToken()]) {
    assert.equal((await visitor.post(path, { ...fields, csrf: forged })).status, 400);
    assert.equal((await visitor.post("/logout", { csrf: forged })).status, 400);
  }
  const json = { "content-type": "application/json" };
  assert.equal((await visitor.post(path, fields, json)).status, 400);
  assert.equal((await visitor.post(path, { ...fields, note: "x".repeat(17_000) })).status, 413);
  const connection = await fixture.deployment.store.overview.connection(fixture.seeded.connectionId);
  assert.equal(connection?.status, "active");
  assert.equal(await isIn(visitor), true);
});

test("every page forbids caching and framing, and allows only scripts and styles named by hash", async () => {
  refill();
  const visitor = await signedIn(fixture);
  for (const path of ["/login", "/", "/nowhere"]) {
    const { headers, text } = await visitor.get(path);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("x-frame-options"), "DENY");
    const policy = headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https:/);
    for (const [, content = ""] of text.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)) {
      assert.ok(policy.includes(`'sha256-${createHash("sha256").update(content).digest("base64")}'`));
    }
    assert.doesNotMatch(text, /<[^>]*\s(?:style|on\w+|src)=|https?:\/\//);
  }
});

test("behind TLS the cookie belongs to this host only, and forms come from the configured origin", async () => {
  const apart = await makeFixture({ SVC_ADMIN_URL: "https://ops.example" }, { empty: true });
  try {
    const visitor = stranger(apart);
    const fields = { token: apart.token };
    assert.equal((await visitor.post("/login", fields)).status, 403);
    const response = await visitor.post("/login", fields, { origin: "https://ops.example" });
    assert.match(
      response.headers.get("set-cookie") ?? "",
      /^__Host-svc_operator=sos_.*; Path=\/; .*SameSite=Strict; Secure$/,
    );
    visitor.cookie = cookieOf(response);
    assert.equal((await visitor.get("/")).status, 200);
    visitor.cookie = visitor.cookie.replace("__Host-", "");
    assert.equal((await visitor.get("/")).status, 401);
  } finally {
    await apart.close();
  }
});

test("the console, the API and Connect are separate, and an unknown host name leads nowhere", async () => {
  refill();
  const { cookie } = await signedIn(fixture);
  for (const origin of [fixture.apiOrigin, fixture.connectOrigin]) {
    for (const { path } of consoleRoutes.filter(({ path: known }) => known !== "/")) {
      const there = await fetch(origin + pathOf(fixture, path), { headers: { cookie } });
      assert.equal(there.status, 404, `${origin}${path}`);
    }
    assert.equal((await fetch(`${origin}/login`)).status, 404);
    assert.doesNotMatch(await (await fetch(`${origin}/`, { headers: { cookie } })).text(), /operator console<\/title>/);
  }
  const authorization = "Bearer x";
  for (const path of [
    "/v1/tenants",
    "/v1/service-client",
    "/api/catalog/v1/providers",
    "/connect/v1/session",
    "/openapi.json",
  ]) {
    const here = await fetch(fixture.origin + path, { headers: { cookie, authorization, accept: "application/json" } });
    assert.equal(here.status, 404, path);
    assert.match(here.headers.get("content-type") ?? "", /^text\/html/);
  }
  assert.equal((await fetch(`${fixture.origin}/healthz`)).status, 200);
  const rebound = stranger(fixture);
  // Node's fetch sets Host itself, so write the request manually.
  assert.equal(await statusUnder(fixture, "evil.example", rebound.cookie), 421);
  assert.equal(await statusUnder(fixture, "localhost:1", cookie), 200);
});
