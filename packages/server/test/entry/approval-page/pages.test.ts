/**
 * The approval page: every text in every language, all foreign text escaped and visible, and nothing but its two
 * buttons.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { Type } from "typebox";
import { languages } from "@svc/connect-ui";
import type { ApprovalReview } from "../../../src/domain/approvals/review.ts";
import { decidedInConsole, decidedOnPage, decidedWithKey } from "../../../src/domain/proposals/deciders.ts";
import { showInput } from "../../../src/domain/proposals/shown-input.ts";
import {
  approvalProblemStatus,
  createApprovalPages,
  type ApprovalPageProblem,
} from "../../../src/entry/connect/approval-page.ts";
import { approvalScript } from "../../../src/entry/connect/approval-script.ts";
import { defaultBrand } from "../../../src/entry/connect/assets.ts";
import { sampleProposal } from "../../adapters/store/agent-samples.ts";

const hostile = `"><script>alert(1)</script>{origin}\u202e`;
const pages = createApprovalPages({
  brand: { ...defaultBrand, name: "Acme" },
  sandbox: true,
  logos: "https://svc.example/connect/logo/",
});
const decision = { decision: "approved", decidedBy: hostile, reason: hostile, decidedAt: 1000 } as const;

function reviewOf(change: Partial<ApprovalReview> = {}, row: Partial<ApprovalReview["row"]> = {}): ApprovalReview {
  const place = { clientId: "scl_1", tenantId: "ten_1" };
  return {
    row: sampleProposal(place, "con_1", {
      agent: hostile,
      subject: hostile,
      preview: hostile,
      expiresAt: 2000,
      ...row,
    }),
    status: "pending",
    tenantName: hostile,
    provider: { name: hostile, logo: null },
    action: { title: hostile, consent: hostile, language: "en", hasPreview: true },
    input: { kind: "whole", fields: showInput(null, row.summaryInput ?? {}) },
    account: { slug: "a", name: hostile },
    execution: null,
    app: { name: hostile, logoId: null },
    subject: hostile,
    person: hostile,
    mayApprove: true,
    formToken: "1.token",
    ...change,
  };
}

const scriptsOf = (html: string): string[] => html.match(/<script[^]*?<\/script>/g) ?? [];

/** A page's visible texts, without the hostile names. */
const readable = (html: string): string =>
  html
    .replace(/<(style|script)>.*?<\/\1>/gs, "")
    .replaceAll("{origin}", "")
    .replaceAll("[U+202E]", "");

const outcomes: readonly Partial<ApprovalReview>[] = [
  { status: "pending" },
  { status: "approved" },
  { status: "denied" },
  { status: "expired" },
  { status: "withdrawn" },
  ...(["accepted", "dispatched", "succeeded", "failed", "outcome_unknown"] as const).map((status) => ({
    status: "accepted" as const,
    execution: { id: "act_1", status, error: status === "failed" ? { code: "PLAN_STALE", detail: hostile } : null },
  })),
];

test("every state has a page in every language, with all texts present and foreign text escaped and visible", () => {
  for (const language of languages) {
    for (const askedBy of ["service_client", "key", "token", ""] as const) {
      for (const outcome of outcomes) {
        const row = { askedBy, summaryInput: { [hostile]: hostile }, decision };
        const { html } = pages.review(reviewOf(outcome, row), [language], false);
        const about = `${language} ${JSON.stringify(outcome)}`;
        assert.match(html, new RegExp(`<html lang="${language}"`));
        assert.deepEqual(scriptsOf(html), [`<script>${approvalScript}</script>`], about);
        assert.equal(html.includes("\u202e"), false, about);
        assert.equal(/\{\w+\}|undefined|approve\./.test(readable(html)), false, about);
      }
    }
    for (const problem of Object.keys(approvalProblemStatus) as ApprovalPageProblem[]) {
      const page = pages.problem(problem, [language], "https://svc.example/approve/prp_1?a=1&b=2");
      assert.equal(page.status, approvalProblemStatus[problem]);
      assert.match(page.html, /<h1>[^<]{3,}<\/h1>/);
      assert.ok(page.html.includes('href="https://svc.example/approve/prp_1?a=1&amp;b=2"'));
      assert.equal(/\{\w+\}|undefined|\.title|\.text/.test(readable(page.html)), false, `${language} ${problem}`);
    }
  }
});

test("shows an input in full, whatever it contains, and folds what is long under a line with its size", () => {
  const long = "x".repeat(5000);
  const summaryInput = {
    text: `First line\nsecond\r\nthird\n\n${long}`,
    empty: "",
    list: ["one", 2, null, []],
    nested: { deep: { deeper: true } },
    zero: "a\u200bb\u0007",
    many: Array.from({ length: 30 }, (_one, index) => `entry ${index}`),
  };
  const { html } = pages.review(reviewOf({}, { summaryInput }), ["en"], false);
  const pres = [...html.matchAll(/<pre dir="auto">([^<]*)<\/pre>/g)].map(([, text]) => text);
  assert.equal(pres.join(""), `First line\nsecond\nthird\n\n${long}`);
  const rest = pres.at(-1)?.length ?? 0;
  assert.ok(html.includes(`<summary>Show the other ${rest.toLocaleString("en")} characters</summary><pre`));
  assert.ok(html.includes('<summary>Show the other 18 entries</summary><ol start="13"><li><bdi>entry 12</bdi></li>'));
  assert.equal(html.match(/<li><bdi>entry \d+<\/bdi>/g)?.length, 30);
  assert.ok(html.includes("<bdi>a[U+200B]b[U+0007]</bdi>"));
  assert.ok(html.includes("<ol><li><bdi>one</bdi></li><li><bdi>2</bdi></li><li><bdi>null</bdi></li>"));
  assert.match(html, /<dt lang="en"><bdi>Deeper<\/bdi><\/dt><dd><bdi>true<\/bdi><\/dd>/);
  assert.equal(html.match(/<i>empty<\/i>/g)?.length, 2);
  const nothing = reviewOf({ action: null }, { summaryInput: {}, preview: null });
  const bare = pages.review(nothing, ["en"], false).html;
  for (const text of ["There are no further details.", "There is no preview for this action.", "doppler/secrets.set"]) {
    assert.ok(bare.includes(text), text);
  }
});

test("never splits a character of a long text, and shows hidden ones on both sides of the fold", () => {
  const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";
  const text = `${family.repeat(400)}\u202e`;
  const { html } = pages.review(reviewOf({}, { summaryInput: { text } }), ["en"], false);
  const pres = [...html.matchAll(/<pre dir="auto">([^<]*)<\/pre>/g)].map(([, shown]) => shown);
  assert.equal(pres.length, 2);
  assert.equal(pres.join(""), `${family.repeat(400)}[U+202E]`);
});

test("names a secret that the call has, and nothing else as hidden", () => {
  const secret = showInput(setInput, { name: "A", value: "hunter2-canary" });
  const { html } = pages.review(reviewOf({ input: { kind: "whole", fields: secret } }), ["en"], false);
  assert.match(html, /<bdi>Value<\/bdi><\/dt><dd><i>Secret, not shown<\/i>/);
  assert.equal(html.includes("hunter2-canary"), false);
  const without = showInput(setInput, { name: "A" });
  const bare = pages.review(reviewOf({ input: { kind: "whole", fields: without } }), ["en"], false).html;
  assert.equal(bare.includes("not shown"), false);
  const ended = { kind: "recorded" as const, fields: without };
  const done = pages.review(reviewOf({ status: "denied", input: ended }, { decision }), ["en"], false).html;
  assert.ok(done.includes("destroyed after the decision"));
});

const setInput = Type.Object({ name: Type.String(), value: sensitive(Type.String()) });

test("offers no approval of a proposal that was altered, and says so", () => {
  const input = { kind: "altered" as const, fields: [] };
  const { html } = pages.review(reviewOf({ input }), ["en"], false);
  assert.ok(html.includes("it isn&#39;t known what it would do"));
  assert.deepEqual(
    [...html.matchAll(/value="(approve|deny|yes)"/g)].map(([, value]) => value),
    ["deny"],
  );
});

test("looks for the outcome by itself, with and without a script, until there is one", () => {
  for (const outcome of outcomes) {
    const { html, headers } = pages.review(reviewOf(outcome, { decision }), ["en"], false);
    const waits = ["approved", "accepted", "dispatched"].includes(outcome.execution?.status ?? outcome.status ?? "");
    const about = JSON.stringify(outcome);
    assert.equal(html.includes('<noscript><meta http-equiv="refresh" content="3"></noscript>'), waits, about);
    assert.equal(html.includes('data-waits="yes"'), waits, about);
    assert.equal(html.includes("This page shows the outcome by itself."), waits, about);
    assert.equal(String(headers["content-security-policy"]).includes("connect-src 'self'"), waits, about);
    assert.match(String(headers["content-security-policy"]), /script-src 'sha256-[^' ]+';/);
  }
});

test("writes times for a reader without a script, and exactly", () => {
  const { html } = pages.review(reviewOf({}, { expiresAt: Date.UTC(2026, 10, 29, 12, 44) }), ["en"], false);
  const exact = "2026-11-29T12:44:00.000Z";
  assert.ok(html.includes(`<time datetime="${exact}" title="${exact}">November 29, 2026 at 12:44 PM UTC</time>`));
});

test("names a person whose app gave their name", () => {
  const named = { subject: "user-8", person: "Grace Lin" };
  const asked = pages.review(reviewOf(named, { subject: "user-8", agent: "Bot" }), ["en"], false).html;
  assert.ok(asked.includes("says that you are <bdi>Grace Lin (user-8)</bdi>"));
  assert.match(asked, /<dt>Acts for<\/dt><dd><bdi>Grace Lin<\/bdi>/);
  const decided = (decidedBy: string) =>
    pages.review(reviewOf({ ...named, status: "denied" }, { decision: { ...decision, decidedBy } }), ["en"], false)
      .html;
  const client = { name: "Acme", id: "scl_1" };
  assert.ok(decided(decidedOnPage("user-8", client, "key-1")).includes("Approved by <bdi>Grace Lin</bdi> on"));
  assert.ok(decided(decidedWithKey("user-9", client, "key-1")).includes("Approved by <bdi>user-9</bdi> on"));
  assert.ok(decided(decidedInConsole({ name: "Ada", id: "sop_1" })).includes("Approved by <bdi>Ada</bdi> on"));
});

test("asks for one decision, and only while one is pending", () => {
  const { html, headers } = pages.review(reviewOf(), ["en"], false);
  assert.deepEqual(
    [...html.matchAll(/name="decision" value="(\w+)"/g)].map(([, value]) => value),
    ["approve", "deny"],
  );
  // Approving takes the checkbox too. No line of text in which the Enter key would press the first button.
  const fields = [...html.matchAll(/<(?:input|button)\b[^>]*>/g)].map(([field]) => field);
  assert.deepEqual(
    fields.filter((field) => !field.includes('type="hidden"')),
    [
      '<input type="checkbox" name="read" value="yes" required>',
      '<button class="primary" form="decide" name="decision" value="approve">',
      '<button class="deny" form="decide" formnovalidate name="decision" value="deny">',
    ],
  );
  assert.match(String(headers["content-security-policy"]), /form-action 'self';/);
  const own = pages.review(reviewOf({ mayApprove: false }), ["en"], false).html;
  assert.deepEqual(
    [...own.matchAll(/value="(approve|deny)"/g)].map(([, value]) => value),
    ["deny"],
  );
  assert.equal(own.includes("checkbox"), false);
  assert.ok(own.includes("the rule requires another person"));
  for (const outcome of outcomes.slice(1)) {
    const page = pages.review(reviewOf(outcome, { decision }), ["en"], true);
    assert.equal(page.status, 409);
    assert.equal(/<form|<button/.test(page.html), false);
    assert.match(String(page.headers["content-security-policy"]), /form-action 'none';/);
    assert.ok(page.html.includes("Your decision came too late"));
  }
});

test("says why there is no preview: the action has none, or the caller may not make its reads", () => {
  const { action } = reviewOf();
  assert.ok(action !== null);
  const shown = (hasPreview: boolean, change: Partial<ApprovalReview> = {}) =>
    pages.review(
      reviewOf({ action: { ...action, hasPreview }, ...change }, { preview: null, agent: "Bot" }),
      ["en"],
      false,
    ).html;
  assert.match(shown(true), /There is no preview, because <bdi>Bot<\/bdi> may not read what it would change\./);
  assert.match(shown(false), /There is no preview for this action\./);
  assert.match(shown(true, { action: null }), /There is no preview for this action\./);
});
