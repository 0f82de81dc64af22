/** What each way to the identity provider has of its own, and with which provider a session counts. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { sessionIdleMs } from "../../../src/domain/operators/sessions.ts";
import { refreshHeader } from "../../../src/entry/console/script.ts";
import { makeCompany, whoIs, type Company } from "./company.ts";
import { makeFixture } from "./fixture.ts";
import { startTestIssuer } from "./issuer.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-ways-"));
let company: Company;
before(async () => {
  company = await makeCompany({ SVC_DATABASE_URL: `sqlite:${join(folder, "svc.sqlite")}` }, true);
});
after(async () => {
  await company.close();
  rmSync(folder, { recursive: true });
});

test("each way has a state, a nonce and a PKCE challenge of its own, and its browser a secret", async () => {
  const { fixture } = company;
  const ways = await Promise.all(
    [1, 2, 3].map(async () => {
      const { headers } = await fetch(`${fixture.origin}/login/oidc`, { redirect: "manual" });
      const asked = new URL(headers.get("location") ?? "").searchParams;
      assert.deepEqual([asked.get("response_type"), asked.get("code_challenge_method")], ["code", "S256"]);
      const cookie = (headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
      return [...["state", "nonce", "code_challenge"].map((name) => asked.get(name) ?? ""), cookie];
    }),
  );
  const all = ways.flat();
  assert.equal(new Set(all).size, all.length);
  for (const text of all) assert.match(text, /[A-Za-z0-9_-]{43}$/);
});

test("a page that refreshes itself doesn't keep a person's session alive", async () => {
  const browser = company.browser();
  await company.signIn(browser);
  const cookies = [...browser.cookiesFor(new URL(company.fixture.origin))].map(([name, value]) => `${name}=${value}`);
  const refreshed = async () => {
    const headers = { cookie: cookies.join("; "), [refreshHeader]: "1" };
    return (await fetch(`${company.fixture.origin}/tenants`, { headers })).status;
  };
  const minuteMs = 60_000;
  for (let passedMs = 5 * minuteMs; passedMs < sessionIdleMs; passedMs += 5 * minuteMs) {
    company.fixture.clock.aheadMs += 5 * minuteMs;
    assert.equal(await refreshed(), 200);
  }
  company.fixture.clock.aheadMs += 5 * minuteMs;
  assert.equal(await refreshed(), 401);
});

test("a session counts only with the provider that confirmed it, and its tokens go to no other", async () => {
  const browser = company.browser();
  await company.signIn(browser);
  assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
  const next = await startTestIssuer();
  const settings = { ...company.settings, SVC_ADMIN_OIDC_ISSUER: next.url };
  const replica = await makeFixture(settings, { empty: true, tokenName: "Charles" });
  try {
    replica.clock.aheadMs = company.fixture.clock.aheadMs + 60_000;
    const thief = company.browser();
    thief.stealFrom(browser);
    assert.equal(await whoIs(replica, thief), null);
    assert.deepEqual(next.grants, []);
  } finally {
    await replica.close();
    await next.close();
  }
  assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
});

test("goes to no provider whose description names another one", async () => {
  const { issuer, fixture } = company;
  issuer.knobs.calledItself = `${issuer.url}/`;
  // What is known of the provider is read again.
  fixture.clock.aheadMs += 11 * 60_000;
  const begun = await company.browser().get(`${fixture.origin}/login/oidc`);
  assert.deepEqual([begun.location, /Acme can(?:'|&#39;)t be reached/.test(begun.text)], [null, true]);
});
