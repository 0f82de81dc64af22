/** The parts of the approval page: the requested action, who asks for it, the form, and the outcome. */
import type { IconName } from "@svc/connect-ui";
import type { ApprovalReview } from "../../domain/approvals/review.ts";
import { deciderOf } from "../../domain/proposals/deciders.ts";
import { isolated, markup, type Html, type HtmlValue, withHiddenShown } from "../html/markup.ts";
import type { Messages } from "./assets.ts";
import { htmlOf, plainOf } from "./authorization-page.ts";
import { fieldsHtml, type InputWords } from "../html/input-html.ts";
import { iconHtml } from "./page.ts";
import { timeHtml } from "./time-html.ts";

/** A review with the texts in the language of its page. */
export type ReviewView = { review: ApprovalReview; messages: Messages; language: string };

/** The texts of a review's page, with its names in them. */
export function textsOf({ review, messages, language }: ReviewView) {
  const { row, app, provider, account, tenantName, subject, person } = review;
  const { decision } = row;
  const values: Readonly<Record<string, string>> = {
    agent: row.agent === "" ? app.name : row.agent,
    app: app.name,
    provider: provider.name,
    account: accountOf(account) ?? row.connectionId,
    tenant: tenantName === "" ? row.tenantId : tenantName,
    person: person === subject ? subject : `${person} (${subject})`,
    rule: String(row.rule ?? ""),
    by: decision === null ? "" : personOf(review, deciderOf(decision)),
    reason: decision?.reason ?? "",
  };
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withHiddenShown(value)]));
  const time = timeHtml(decision?.decidedAt ?? row.expiresAt, language);
  return {
    html: (key: string): Html => htmlOf(messages, key, { ...shown, time }),
    plain: (key: string): string => plainOf(messages, key, shown),
  };
}

/** The name of the person who looks at the page, if the subject is theirs and their app named them. */
function personOf({ subject, person }: ApprovalReview, named: string): string {
  return named === subject ? person : named;
}

function accountOf(account: ApprovalReview["account"]): string | null {
  if (account === null) return null;
  return account.name === "" ? account.slug : account.name;
}

/** Returns the proposal's outcome as the keys of its texts and its icon; null while it waits for a decision. */
export function outcomeOf({
  status,
  execution,
}: ApprovalReview): { key: string; icon: IconName; isOver: boolean } | null {
  if (status === "pending") return null;
  if (status === "approved") return { key: "approve.approved", icon: "wait", isOver: false };
  if (status !== "accepted") return { key: `approve.${status}`, icon: "stop", isOver: true };
  const ran = execution?.status ?? "dispatched";
  if (ran === "accepted" || ran === "dispatched") return { key: "approve.running", icon: "wait", isOver: false };
  return { key: `approve.${ran}`, icon: ran === "succeeded" ? "done" : "caution", isOver: true };
}

/** Renders the requested action, with its preview and its input. */
export function deedHtml(view: ReviewView): Html {
  const { row, action } = view.review;
  const { html } = textsOf(view);
  const consent = action === null ? null : markup`<p lang="${action.language}">${withHiddenShown(action.consent)}</p>`;
  const name = `${row.provider}/${row.actionId}`;
  return markup`<ul class="groups"><li class="${row.effect}">${iconHtml(row.effect)}<div>
<h2 lang="en">${withHiddenShown(action?.title ?? name)}</h2>
${consent}<p class="muted">${html(`can.${row.effect}`)} · <bdi>${name}</bdi></p>
</div></li></ul>
${previewHtml(view)}${inputHtml(view)}`;
}

/** Returns the words around an input, also for the console. */
export function inputWords(messages: Messages, language: string): InputWords {
  const text = (key: string, count = ""): string => plainOf(messages, key, { count });
  return {
    language,
    empty: text("approve.empty"),
    secret: text("approve.secret"),
    moreCharacters: (count) => text("approve.more.characters", count),
    moreEntries: (count) => text("approve.more.entries", count),
  };
}

/** Renders the input, and what isn't in it any more. */
function inputHtml(view: ReviewView): Html {
  const { input } = view.review;
  const { html } = textsOf(view);
  const words = inputWords(view.messages, view.language);
  const note = input.kind === "whole" ? null : html(`approve.input.${input.kind}`);
  const isEmpty = input.fields.length === 0 && note === null;
  return markup`<section aria-labelledby="input">
<h2 id="input">${html("approve.input.title")}</h2>
${input.fields.length === 0 ? null : fieldsHtml(input.fields, words)}
${isEmpty ? markup`<p class="muted">${html("approve.input.none")}</p>` : null}${noteHtml(view, note)}
</section>`;
}

function noteHtml({ review }: ReviewView, note: Html | null): Html | null {
  if (note === null) return null;
  return review.input.kind === "altered"
    ? markup`<p class="note caution">${iconHtml("caution")}<span>${note}</span></p>`
    : markup`<p class="muted">${note}</p>`;
}

/** Renders the preview of the change. Once decided, a missing preview isn't mentioned. */
function previewHtml(view: ReviewView): Html | null {
  const { row, action } = view.review;
  const { preview } = row;
  const { html } = textsOf(view);
  if (preview === null && view.review.status !== "pending") return null;
  const said =
    preview === null
      ? markup`<p>${html(action?.hasPreview === true ? "approve.preview.not_allowed" : "approve.preview.none")}</p>`
      : markup`<p lang="en">${withHiddenShown(preview)}</p>`;
  return markup`<section class="grant" aria-labelledby="preview">
<h2 id="preview">${html("approve.preview.title")}</h2>
${said}
</section>
`;
}

/** Renders who asks, why, and until when. */
export function askerHtml(view: ReviewView): Html {
  const { row, status } = view.review;
  const { html } = textsOf(view);
  const why = row.askedBy === "" ? "caller" : row.askedBy;
  const facts: readonly (readonly [string, HtmlValue])[] = [
    ...(row.agent === "" ? [] : [["agent", isolated(row.agent)] as const]),
    ...(row.subject === "" ? [] : [["person", isolated(personOf(view.review, row.subject))] as const]),
    ["why", html(`approve.why.${why}`)],
    ...(status === "pending" ? [["until", timeHtml(row.expiresAt, view.language)] as const] : []),
  ];
  const rows = facts.map(([key, value]) => markup`<div><dt>${html(`approve.who.${key}`)}</dt><dd>${value}</dd></div>`);
  return markup`<section aria-labelledby="who">
<h2 id="who">${html("approve.who.title")}</h2>
<dl class="facts">${rows}</dl>
</section>`;
}

/**
 * Renders the form. Approving takes two acts at different places, a checkbox and a button, so that no click that was
 * meant for another page, such as the second of a double click, approves. Enter in the checkbox presses Approve, as in
 * any form, but only once the box is checked.
 */
export function decisionHtml(view: ReviewView): Html {
  const { review } = view;
  const { html, plain } = textsOf(view);
  const isAltered = review.input.kind === "altered";
  const mayApprove = review.mayApprove && !isAltered;
  const read = markup`<label class="read"><input type="checkbox" name="read" value="yes" required><span>${html("approve.read")}</span></label>
`;
  const approve = markup`<button class="primary" form="decide" name="decision" value="approve">${plain("approve.submit")}</button>`;
  return markup`<form id="decide" class="part" method="post" autocomplete="off">
<input type="hidden" name="token" value="${review.formToken}">
<input type="hidden" name="digest" value="${review.row.digest}">
${review.mayApprove || isAltered ? null : markup`<p class="note caution">${iconHtml("caution")}<span>${html("approve.own")}</span></p>`}
<p class="muted">${html("approve.you")}</p>
${mayApprove ? read : null}<div class="field"><label for="reason">${html("approve.reason")}</label><div class="entry"><textarea id="reason" name="reason" rows="2" maxlength="200"></textarea></div></div>
</form>
<div class="foot"><div class="actions">
${mayApprove ? approve : null}<button class="deny" form="decide" formnovalidate name="decision" value="deny">${plain("approve.deny")}</button>
</div></div>`;
}

/** Renders the decision and its outcome. */
export function outcomeHtml(view: ReviewView): Html {
  const { row, execution } = view.review;
  const { html } = textsOf(view);
  const { decision } = row;
  const error = execution?.error ?? (row.errorCode === "" ? null : { code: row.errorCode, detail: row.errorDetail });
  const decided =
    decision === null
      ? null
      : markup`<p>${html(`approve.by.${decision.decision}`)}</p>${decision.reason === "" ? null : markup`<p>${html("approve.because")}</p>`}`;
  const why =
    error === null ? null : markup`<p class="muted" lang="en">${withHiddenShown(error.detail)} (${error.code})</p>`;
  const grant =
    decided === null && why === null
      ? null
      : markup`<section class="grant">${decided}${why}</section>
`;
  return markup`${grant}${deedHtml(view)}
${askerHtml(view)}`;
}
