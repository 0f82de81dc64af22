/** Attacks on the sign-in with the company's account: each fails, and leaves the browser signed out. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { verifies } from "../../../../../conformance/harness/verifies.ts";
import type { CookieClient } from "../../../../../conformance/harness/oauth/cookie-client.ts";
import { makeCompany, type Company } from "./company.ts";
import type { Said } from "./issuer.ts";

let company: Company;
before(async () => {
  company = await makeCompany();
});
after(() => company.close());
beforeEach(() => company.issuer.reset());

const mainOf = (text: string): string => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "";

/** Fails unless the page refuses the sign-in with this text and the browser has no session. */
async function refuses(browser: CookieClient, { status, text }: { status: number; text: string }, expected: RegExp) {
  assert.equal(status, 403);
  assert.match(mainOf(text), expected);
  assert.doesNotMatch(text, /canary-description/);
  assert.equal(await company.whoIs(browser), null);
}

const notGenuine = /The response of Acme can&#39;t be accepted|The response of Acme can't be accepted/;
const notStarted = /wasn(?:'|&#39;)t started in this browser/;

test("without an attack, the person is signed in with the role of the rules", async () => {
  const browser = company.browser();
  const page = await company.signIn(browser);
  assert.deepEqual([page.status, await company.whoIs(browser)], [200, "Grace Hopper (admin)"]);
});

describe("ID tokens", () => {
  const now = (): number => Math.floor(Date.now() / 1000);
  const changed: Record<string, (claims: Said) => Said> = {
    "of another issuer": (claims) => ({ ...claims, iss: "https://evil.example" }),
    "for another audience": (claims) => ({ ...claims, aud: "another-client" }),
    "for us and others, issued to another client": (claims) => ({
      ...claims,
      aud: [String(claims["aud"]), "another-client"],
      azp: "another-client",
    }),
    "that has expired": (claims) => ({ ...claims, iat: now() - 900, exp: now() - 300 }),
    "of another nonce": (claims) => ({ ...claims, nonce: "another" }),
    "without a nonce": ({ nonce: _nonce, ...claims }) => claims,
    "without a subject": ({ sub: _sub, ...claims }) => claims,
  };
  for (const [what, change] of Object.entries(changed)) {
    test(`refuses one ${what}`, async () => {
      company.issuer.knobs.change = change;
      const browser = company.browser();
      await refuses(browser, await company.signIn(browser), notGenuine);
    });
  }

  const unsigned = (header: Said) => async (claims: Said) => {
    const part = (value: Said): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part(header)}.${part(claims)}.`;
  };
  const signing: Record<string, (claims: Said) => Promise<string>> = {
    "with the algorithm none": unsigned({ alg: "none" }),
    "without a signature": unsigned({ alg: "ES256", kid: "own" }),
    "signed by somebody else under the provider's key id": (claims) =>
      company.issuer.signed(claims, { stranger: true }),
    "signed with an unknown key": (claims) => company.issuer.signed(claims, { stranger: true, kid: "unknown" }),
  };
  for (const [what, sign] of Object.entries(signing)) {
    test(`refuses one ${what}`, async () => {
      company.issuer.knobs.sign = sign;
      const browser = company.browser();
      await refuses(browser, await company.signIn(browser), notGenuine);
    });
  }
});

describe("the way back", () => {
  test("refuses a response that names another issuer, or none (mix-up)", async () => {
    for (const iss of ["https://evil.example", null]) {
      company.issuer.knobs.back = (parameters) =>
        iss === null ? parameters.delete("iss") : parameters.set("iss", iss);
      const browser = company.browser();
      const before = company.issuer.grants.length;
      await refuses(browser, await company.signIn(browser), notGenuine);
      assert.equal(company.issuer.grants.length, before, "the code must not leave");
    }
  });

  verifies("operators.once", "refuses a code that was used before", async () => {
    let code = "";
    company.issuer.knobs.back = (parameters) => {
      if (code === "") code = parameters.get("code") ?? "";
      else parameters.set("code", code);
    };
    await company.signIn(company.browser());
    const browser = company.browser();
    await refuses(browser, await company.signIn(browser), notGenuine);
  });

  test("refuses a response that was used before, in the same browser", async () => {
    const browser = company.browser();
    const back = await company.goThere(browser);
    const thief = company.browser();
    thief.stealFrom(browser);
    assert.equal((await browser.get(back)).status, 200);
    const before = company.issuer.grants.length;
    await refuses(thief, await thief.get(back), notStarted);
    assert.equal(company.issuer.grants.length, before);
  });

  verifies(
    "operators.same-browser",
    "refuses a response in a browser that didn't go there, and leaves it to the one that did",
    async () => {
      const attacker = company.browser();
      const back = await company.goThere(attacker);
      for (const isOnItsOwnWay of [false, true]) {
        const victim = company.browser();
        if (isOnItsOwnWay) await company.goThere(victim);
        await refuses(victim, await victim.get(back), notStarted);
      }
      assert.equal((await attacker.get(back)).status, 200);
    },
  );

  test("refuses a response after ten minutes, with another state, or with two", async () => {
    const browser = company.browser();
    const late = await company.goThere(browser);
    company.fixture.clock.aheadMs += 10 * 60_000;
    await refuses(browser, await browser.get(late), notStarted);
    for (const change of [
      (back: URL) => back.searchParams.set("state", "another"),
      (back: URL) => back.searchParams.append("state", "another"),
    ]) {
      const back = await company.goThere(browser);
      change(back);
      await refuses(browser, await browser.get(back), notStarted);
    }
  });

  test("never goes to another site afterwards", async () => {
    for (const next of ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
      const { text } = await company.signIn(company.browser(), next);
      assert.match(text, /content="0;url=\/"/);
      assert.doesNotMatch(mainOf(text), /evil|alert/);
    }
    assert.match((await company.signIn(company.browser(), "/audit?type=a")).text, /content="0;url=\/audit\?type=a"/);
  });

  test("can't be started by a page of another site", async () => {
    const { headers } = await fetch(`${company.fixture.origin}/login/oidc`, {
      headers: { "sec-fetch-site": "cross-site" },
      redirect: "manual",
    });
    assert.deepEqual([headers.get("location"), headers.get("set-cookie")], [null, null]);
  });
});

describe("the session", () => {
  const sessionOf = (browser: CookieClient) => browser.cookiesFor(new URL(company.fixture.origin)).get("svc_operator");

  test("has a secret that no one knew before, and the browser's old session has ended (fixation)", async () => {
    const browser = company.browser();
    await company.signIn(browser);
    const thief = company.browser();
    thief.stealFrom(browser);
    const before = sessionOf(browser);
    await company.signIn(browser);
    assert.notEqual(sessionOf(browser), before);
    assert.deepEqual([await company.whoIs(browser), await company.whoIs(thief)], ["Grace Hopper (admin)", null]);
  });

  test("isn't ended by a form of another site", async () => {
    const browser = company.browser();
    await company.signIn(browser);
    const url = new URL(`${company.fixture.origin}/logout`);
    for (const headers of [{ origin: "https://evil.example", "sec-fetch-site": "cross-site" }, {}]) {
      assert.equal((await browser.post(url, new URLSearchParams(), headers)).status, 403);
    }
    const own = { origin: company.fixture.origin, "sec-fetch-site": "same-origin" };
    assert.equal((await browser.post(url, new URLSearchParams({ csrf: "forged" }), own)).status, 400);
    assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
  });
});

describe("roles", () => {
  const people: readonly (readonly [what: string, person: Said, shown: string | null])[] = [
    ["a group", { groups: ["support"] }, "viewer"],
    ["the highest of two", { groups: ["support", "platform"] }, "admin"],
    ["a name with a comma", { groups: ["on call, nights"] }, "operator"],
    ["a subject", { sub: "u-by-sub", groups: [] }, "viewer"],
    ["another case", { groups: ["Platform"] }, null],
    ["spaces around it", { groups: [" platform", "platform "] }, null],
    ["a part of it", { groups: ["plat", "platform-x", "xplatform"] }, null],
    ["a full-width letter", { groups: ["ｐlatform"] }, null],
    ["a text instead of a list", { groups: "platform" }, null],
    ["a list in a text", { groups: '["platform"]' }, null],
    ["a list in a list", { groups: [["platform"]] }, null],
    ["an object", { groups: { platform: true, 0: "platform" } }, null],
    ["another claim", { groups: [], roles: ["platform"] }, null],
    ["an address that isn't verified", { groups: [], email_verified: false }, null],
    ["an address of unknown truth", { groups: [] }, null],
    ["an address that is verified in words", { groups: [], email_verified: "true" }, null],
    ["a verified address", { groups: [], email_verified: true }, "viewer"],
  ];
  for (const [what, person, role] of people) {
    verifies("operators.known", `${role === null ? "lets no one in with" : `gives ${role} for`} ${what}`, async () => {
      Object.assign(company.issuer.knobs.person, person);
      const browser = company.browser();
      const page = await company.signIn(browser);
      if (role === null) await refuses(browser, page, /you have no role in this console/);
      else assert.equal(await company.whoIs(browser), `Grace Hopper (${role})`);
    });
  }

  test("takes groups from userinfo if the ID token has none, but only of the same person", async () => {
    company.issuer.knobs.isTalkative = false;
    const browser = company.browser();
    await company.signIn(browser);
    assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
    company.issuer.knobs.userinfoSubject = "u2";
    const other = company.browser();
    await refuses(other, await company.signIn(other), notGenuine);
  });

  verifies("operators.known", "doesn't combine one address with the verification of another", async () => {
    company.issuer.knobs.person = { sub: "u1", email: "other@acme.example", email_verified: true, name: "M" };
    company.issuer.knobs.change = (claims) => {
      const { email_verified: _verified, ...others } = claims;
      return { ...others, email: "grace@acme.example" };
    };
    const browser = company.browser();
    await refuses(browser, await company.signIn(browser), /you have no role in this console/);
  });
});

test("no token, code or secret of the way is in the log, in the journal or readable in the database", async () => {
  await company.signIn(company.browser());
  const { deployment, log } = company.fixture;
  const sessions = await deployment.store.people.session([]);
  assert.equal(sessions, null);
  const kept = [log(), ...(await company.journal())].join("\n");
  assert.notEqual(company.issuer.secrets.length, 0);
  for (const secret of company.issuer.secrets) assert.ok(!kept.includes(secret), "a secret is in the log");
});
