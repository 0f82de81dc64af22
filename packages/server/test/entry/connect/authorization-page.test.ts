/** The authorization pages: every text in every language, and all foreign text escaped. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { languages } from "@svc/connect-ui";
import type { Consent, ProblemAbout } from "../../../src/domain/connect-sessions/authorization-steps.ts";
import { authorizationHeaders } from "../../../src/entry/connect/headers.ts";
import { problemStatus, type PageProblem } from "../../../src/entry/connect/authorization-page.ts";
import { createAuthorizationPages } from "../../../src/entry/connect/authorization-site.ts";
import { defaultBrand } from "../../../src/entry/connect/assets.ts";

const hostile = `"><script>alert(1)</script>{origin}`;
const pages = createAuthorizationPages({
  brand: { ...defaultBrand, name: hostile },
  sandbox: true,
  publicUrl: () => "https://svc.example/base",
});
const parties = { app: { name: hostile, logoId: null }, provider: { name: hostile, logo: null } };
const consent: Consent = {
  ...parties,
  tenantDisplayName: hostile,
  allowedOrigin: "https://app.example",
  isReconnect: true,
  wordsLanguage: "en",
  actions: [
    { consent: hostile, effect: "read", added: false },
    { consent: "Write", effect: "write", added: true },
    { consent: "Delete", effect: "destructive", added: true },
  ],
  events: [
    { consent: hostile, added: false },
    { consent: "Learn about pushes", added: true },
  ],
  scopes: [{ words: hostile, isBroad: true }],
  appName: "",
  formToken: "1.token",
  formTargets: ["http://127.0.0.1:7000"],
};
const about: ProblemAbout = { ...parties, sessionId: "cs_1", back: null };
const folder = join(import.meta.dirname, "../../../src/entry/connect/authorization-messages");
const textsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8")) as Record<string, string>;
const placeholders = (text = ""): string[] =>
  [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].toSorted((one, other) => one.localeCompare(other));
const problems = Object.keys(problemStatus) as PageProblem[];

test("every language has the same texts with the same placeholders", () => {
  assert.equal(readdirSync(folder).length, languages.length);
  const english = textsOf("en");
  for (const language of languages) {
    const texts = textsOf(language);
    assert.deepEqual(Object.keys(texts), Object.keys(english), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), "");
      assert.deepEqual(placeholders(text), placeholders(english[key]), `${language} ${key}`);
    }
  }
});

test("every problem has a page in every language, with all texts present and foreign text escaped", () => {
  for (const language of languages) {
    for (const problem of problems) {
      const page = pages.problem(problem, [language], about);
      assert.equal(page.status, problemStatus[problem]);
      assert.match(page.html, new RegExp(`<html lang="${language}"`));
      assert.match(page.html, /<h1>[^<]{3,}<\/h1>/);
      assert.equal(page.html.includes("<script"), false);
      // The malicious name contains braces; they are shown and have no meaning.
      const texts = page.html.replace(/<style>.*<\/style>/s, "").replaceAll("{origin}", "");
      assert.equal(/\{\w+\}|undefined|\.title|\.text/.test(texts), false, `${language} ${problem}`);
    }
  }
});

test("a page reveals nothing about a session to other browsers, and texts about a session require one", () => {
  for (const problem of ["unknown", "framed", "other_browser", "form_refused", "overloaded", "server"] as const) {
    const texts = textsOf("en");
    assert.deepEqual(
      placeholders(`${texts[`${problem}.title`] ?? "{}"}${texts[`${problem}.text`] ?? "{x}"}`),
      [],
      problem,
    );
  }
});

test("a problem that can be retried links to the session's page, and an ended session links back", () => {
  assert.ok(pages.problem("unverified", ["en"], about).html.includes(`href="https://svc.example/base/connect/cs_1"`));
  const back = "https://return.example/done?a=1&status=expired";
  const ended = pages.problem("expired", ["en"], { ...about, app: { name: "Harbor", logoId: null }, back });
  assert.ok(ended.html.includes(`href="https://return.example/done?a=1&amp;status=expired"`));
  assert.ok(ended.html.includes("Back to Harbor</a>"));
});

test("the consent groups actions by effect, marks new ones, and works with its two buttons alone", () => {
  const { html, headers } = pages.consent(consent, ["en"]);
  assert.equal(html.includes("<script"), false);
  assert.equal(html.match(/class="badge"/g)?.length, 3);
  assert.match(
    html,
    /<h2 id="events">What .* learns as soon as it happens<\/h2>\n<ul>.*Learn about pushes<\/span><span class="badge">/,
  );
  assert.doesNotMatch(pages.consent({ ...consent, events: [] }, ["en"]).html, /id="events"/);
  assert.deepEqual(
    [...html.matchAll(/<li class="(\w+)">/g)].map(([, effect]) => effect),
    ["read", "write", "destructive"],
  );
  assert.deepEqual(
    [...html.matchAll(/name="decision" value="(\w+)"/g)].map(([, value]) => value),
    ["continue", "cancel"],
  );
  for (const decision of ["continue", "cancel"]) {
    assert.match(html, new RegExp(`<form id="${decision}" method="post"`));
    assert.match(html, new RegExp(`<button class="\\w+" form="${decision}"`));
  }
  assert.equal(html.match(/https:\/\/app\.example/g)?.length, 1);
  assert.match(String(headers["content-security-policy"]), /form-action 'self' https: http:\/\/127\.0\.0\.1:7000;/);
  const none = pages.consent({ ...consent, scopes: [] }, ["en"]).html;
  assert.ok(none.includes(textsOf("en")["scopes.none"] ?? "-"));
  const onlyFor = "only offers this broad permission";
  assert.ok(html.includes(onlyFor));
  const narrow = pages.consent({ ...consent, scopes: [{ words: "Read your profile", isBroad: false }] }, ["en"]).html;
  assert.equal(narrow.includes(onlyFor), false);
});

test("a page without a form allows no form submission", () => {
  assert.match(authorizationHeaders("a{}", null)["content-security-policy"] ?? "", /form-action 'none'/);
});
