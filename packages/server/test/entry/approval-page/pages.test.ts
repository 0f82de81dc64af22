/**
 * The approval page: every text in every language, all foreign text escaped and visible, and nothing but its two
 * buttons.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "@svc/connect-ui";
import type { ApprovalReview } from "../../../src/domain/approvals/review.ts";
import {
  approvalProblemStatus,
  createApprovalPages,
  type ApprovalPageProblem,
} from "../../../src/entry/connect/approval-page.ts";
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
    action: { title: hostile, consent: hostile, language: "en", hiddenFields: ["value"], hasPreview: true },
    account: { slug: "a", name: hostile },
    execution: null,
    app: { name: hostile, logoId: null },
    person: hostile,
    mayApprove: true,
    formToken: "1.token",
    ...change,
  };
}

/** A page's visible texts, without the hostile names. */
const readable = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, "")
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
        assert.equal(html.includes("<script"), false, about);
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

test("shows an input in full, whatever it contains, and names the fields that it hides", () => {
  const summaryInput = {
    text: `First line\nsecond\r\nthird${"x".repeat(5000)}`,
    empty: "",
    list: ["one", 2, null, []],
    nested: { deep: { deeper: true } },
    zero: "a\u200bb\u0007",
  };
  const { html } = pages.review(reviewOf({}, { summaryInput }), ["en"], false);
  assert.ok(html.includes(`<pre>First line\nsecond\nthird${"x".repeat(5000)}</pre>`));
  assert.ok(html.includes("<bdi>a[U+200B]b[U+0007]</bdi>"));
  assert.ok(html.includes("<ol><li><bdi>one</bdi></li><li><bdi>2</bdi></li><li><bdi>null</bdi></li>"));
  assert.match(html, /<dt><bdi>deeper<\/bdi><\/dt><dd><bdi>true<\/bdi><\/dd>/);
  assert.equal(html.match(/<i>empty<\/i>/g)?.length, 2);
  assert.ok(html.includes("it may be secret: <bdi>value</bdi>"));
  const nothing = reviewOf({ action: null }, { summaryInput: {}, preview: null });
  const bare = pages.review(nothing, ["en"], false).html;
  for (const text of ["There are no further details.", "There is no preview for this action.", "doppler/secrets.set"]) {
    assert.ok(bare.includes(text), text);
  }
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
    const isRunning = ["approved", "accepted", "dispatched"].includes(
      outcome.execution?.status ?? outcome.status ?? "",
    );
    assert.equal(page.html.includes("See the outcome"), isRunning, JSON.stringify(outcome));
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
