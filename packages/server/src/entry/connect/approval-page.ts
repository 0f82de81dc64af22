/** The pages where a person decides on a proposal, as HTML that works without a script. */
import { ServiceError } from "@svc/contract";
import type { ApprovalProblem, ApprovalReview } from "../../domain/approvals/deps.ts";
import { markup } from "../html/markup.ts";
import { askerHtml, decisionHtml, deedHtml, outcomeHtml, outcomeOf, textsOf } from "./approval-parts.ts";
import { approvalStyle } from "./approval-style.ts";
import { readAssets } from "./assets.ts";
import { authorizationHeaders } from "./authorization-headers.ts";
import { readAuthorizationMessages } from "./authorization-messages.ts";
import { plainOf } from "./authorization-page.ts";
import type { Page } from "./authorization-site.ts";
import { withBrandColor, type Brand } from "./brand.ts";
import { chooseLanguage } from "./language.ts";
import { iconHtml, renderDocument, type DocumentParts } from "./page.ts";

/** The problems that a page can show: a step's problem, or one of the entry point's own. */
export type ApprovalPageProblem = ApprovalProblem | "framed" | "server" | "overloaded";

/** The pages. @param languages BCP 47, in order of preference. */
export type ApprovalPages = {
  /** @param isTooLate whether a decision was just made too late. */
  review(review: ApprovalReview, languages: readonly string[], isTooLate: boolean): Page;
  /** @param again where the person can start again; null if that wouldn't help. */
  problem(problem: ApprovalPageProblem, languages: readonly string[], again: string | null): Page;
};

/** The HTTP status of each problem's page. */
export const approvalProblemStatus: Readonly<Record<ApprovalPageProblem, number>> = {
  unknown: 404,
  used: 410,
  late: 410,
  other_browser: 403,
  refused: 403,
  form: 403,
  changed: 409,
  own: 403,
  framed: 403,
  server: 500,
  overloaded: 503,
};

/** These warn about a possible attack. */
const warnings: ReadonlySet<ApprovalPageProblem> = new Set(["other_browser", "form", "changed", "framed"]);
/** The same delay that the API returns. */
const retryHeaders = { "retry-after": String(new ServiceError("OVERLOADED").retryAfterSeconds) };

/** Creates the pages; the files are read once. @param parts.logos where logos are: an address without the id. */
export function createApprovalPages(parts: { brand: Brand; sandbox: boolean; logos: string }): ApprovalPages {
  const { brand, sandbox, logos } = parts;
  const assets = readAssets();
  const messages = readAuthorizationMessages(assets.messages);
  const style = withBrandColor(brand, assets.style + approvalStyle);
  type Shown = Pick<DocumentParts, "language" | "facts" | "parties" | "main"> & { title: string };
  const render = ({ language, title, facts, parties, main }: Shown): string =>
    renderDocument({
      language,
      title: [title, brand.name].filter((part) => part !== "").join(" · "),
      style,
      facts,
      brand,
      parties,
      logos,
      sandboxNote: sandbox ? (messages[chooseLanguage([language])]["sandbox"] ?? "") : null,
      main,
    });
  return {
    review(review, languages, isTooLate) {
      const language = chooseLanguage(languages);
      const view = { review, messages: messages[language], language };
      const { html, plain } = textsOf(view);
      const outcome = outcomeOf(review);
      const title = plain(outcome === null ? "approve.title" : `${outcome.key}.title`);
      const late = isTooLate
        ? markup`<p class="note bad">${html("approve.too_late")}</p>
`
        : null;
      const main =
        outcome === null
          ? markup`<h1>${title}</h1>
<p class="lead">${html("approve.lead")}</p>
${deedHtml(view)}
${askerHtml(view)}
${decisionHtml(view)}`
          : markup`${iconHtml(outcome.icon)}
<h1>${title}</h1>
<p class="lead">${html(`${outcome.key}.text`)}</p>
${late}${outcomeHtml(view, outcome)}`;
      const facts = { state: outcome?.key.replace("approve.", "") ?? "pending" };
      return {
        status: isTooLate ? 409 : 200,
        headers: authorizationHeaders(style, outcome === null ? "own" : null),
        html: render({ language, title, facts, parties: review, main }),
      };
    },
    problem(problem, languages, again) {
      const language = chooseLanguage(languages);
      const key = problem === "framed" ? problem : `approve_${problem}`;
      const text = (name: string): string => plainOf(messages[language], name, {});
      const title = text(`${key}.title`);
      const link =
        again === null
          ? null
          : markup`<div class="foot"><div class="actions"><a class="button primary" href="${again}" rel="noreferrer">${text("approve.again")}</a></div></div>`;
      const main = markup`${iconHtml(warnings.has(problem) ? "stop" : "caution")}
<h1>${title}</h1>
<p class="lead">${text(`${key}.text`)}</p>
${link}`;
      return {
        status: approvalProblemStatus[problem],
        headers: { ...authorizationHeaders(style, null), ...(problem === "overloaded" ? retryHeaders : {}) },
        html: render({ language, title, facts: { state: key }, parties: null, main }),
      };
    },
  };
}
