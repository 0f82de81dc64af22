/** The pages where a person decides on a proposal, as HTML that works without a script. */
import { ServiceError } from "@svc/contract";
import type { ApprovalProblem, ApprovalReview } from "../../domain/approvals/review.ts";
import { markup } from "../html/markup.ts";
import { askerHtml, decisionHtml, deedHtml, outcomeHtml, outcomeOf, textsOf } from "./approval-parts.ts";
import { type Brand, chooseLanguage, readAssets, readAuthorizationMessages, withBrandColor } from "./assets.ts";
import { authorizationHeaders } from "./headers.ts";
import { plainOf } from "./authorization-page.ts";
import type { Page } from "./authorization-site.ts";
import { approvalScript, reloadSeconds } from "./approval-script.ts";
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
/** While it waits for the outcome, a page without a script reloads itself. */
const reload = markup`<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>
`;
/** The same delay that the API returns. */
const retryHeaders = { "retry-after": String(new ServiceError("OVERLOADED").retryAfterSeconds) };

/** Creates the pages; the files are read once. @param parts.logos where logos are: an address without the id. */
export function createApprovalPages(parts: { brand: Brand; sandbox: boolean; logos: string }): ApprovalPages {
  const { brand, sandbox, logos } = parts;
  const assets = readAssets();
  const messages = readAuthorizationMessages(assets.messages);
  const style = withBrandColor(brand, assets.style + approvalStyle);
  type Shown = Pick<DocumentParts, "language" | "facts" | "parties" | "main" | "after" | "head"> & { title: string };
  const render = ({ language, title, ...shown }: Shown): string =>
    renderDocument({
      language,
      title: [title, brand.name].filter((part) => part !== "").join(" · "),
      style,
      brand,
      logos,
      sandboxNote: sandbox ? (messages[chooseLanguage([language])]["sandbox"] ?? "") : null,
      ...shown,
    });
  return {
    review(review, languages, isTooLate) {
      const language = chooseLanguage(languages);
      const view = { review, messages: messages[language], language };
      const { html, plain } = textsOf(view);
      const outcome = outcomeOf(review);
      const waits = outcome?.isOver === false;
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
${late}${waits ? markup`<p class="muted">${html("approve.waits")}</p>` : null}${outcomeHtml(view)}`;
      const facts = { state: outcome?.key.replace("approve.", "") ?? "pending", ...(waits ? { waits: "yes" } : {}) };
      const script = { text: approvalScript, mayFetch: waits };
      return {
        status: isTooLate ? 409 : 200,
        headers: authorizationHeaders(style, outcome === null ? "own" : null, script),
        html: render({
          language,
          title,
          facts,
          parties: review,
          main,
          after: markup`<script>${{ html: approvalScript }}</script>\n`,
          ...(waits ? { head: reload } : {}),
        }),
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

/** The approval page's additions to the style of the Connect pages. */
export const approvalStyle = [
  "h2+p{margin-block-start:.25rem}",
  ".grant>p{font-size:.9375rem}",
  ".facts{margin:.25rem 0 0}",
  ".facts>div{display:grid;grid-template-columns:minmax(6rem,30%) minmax(0,1fr);gap:0 .75rem;padding-block:.4375rem;border-block-end:1px solid var(--line)}",
  ".facts>div:last-child{border-block-end:0}",
  ".facts>div:has(>dd>:is(dl,ol,pre,.rows)),.facts .facts>div{grid-template-columns:minmax(0,1fr)}",
  ".facts .facts{margin-block-start:.25rem;border-inline-start:2px solid var(--line);padding-inline-start:.75rem}",
  ".facts dt{color:var(--muted);font-size:.8125rem;line-height:1.40625rem}",
  ".facts dt bdi,.facts dd bdi{font-weight:inherit}",
  ".facts dd{margin:0;min-inline-size:0}",
  ".facts pre{margin:.125rem 0 0;padding:.5rem .75rem;border-radius:.5rem;background:var(--soft);white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}",
  ".facts i{color:var(--muted)}",
  ".facts+:is(.note,.muted){margin-block-start:.5rem}",
  ".facts details{margin-block-start:.25rem}",
  ".facts summary{min-block-size:1.5rem;color:var(--link);font-size:.875rem;cursor:pointer}",
  ".facts pre+details pre{margin-block-start:.25rem}",
  ".rows{overflow-x:auto;margin-block-start:.25rem}",
  ".rows table{border-collapse:collapse;font-size:.8125rem;line-height:1.5}",
  ".rows :is(th,td){padding:.1875rem .5rem;border:1px solid var(--line);text-align:start;vertical-align:top;overflow-wrap:normal}",
  ".rows th{color:var(--muted);font-weight:400}",
  ".rows bdi{font-weight:400}",
  ".facts ol{margin:0;padding-inline-start:1.5rem}",
  ".read{display:flex;gap:.625rem;align-items:start;margin-block:.75rem;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.5rem;cursor:pointer}",
  ".read input{flex:none;inline-size:1.5rem;block-size:1.5rem;margin:0;accent-color:var(--text)}",
  ".read:has(:focus-visible){outline:2px solid var(--text);outline-offset:1px}",
  ".read input:focus-visible{outline:none}",
  "textarea{flex:1;min-inline-size:0;padding:.5rem .75rem;border:0;border-radius:.5rem;background:none;color:inherit;font:inherit;resize:vertical}",
  "textarea:focus-visible{outline:none}",
  ".entry:has(textarea:focus-visible){outline:2px solid var(--text);outline-offset:1px}",
  // The buttons follow everything that the decision is about, and neither is easier to press.
  ".foot:has(.deny){position:static}",
  ".actions:has(.deny)>button{flex:1 1 7rem}",
  ".deny:hover{background:var(--soft)}",
  "section+.groups{margin-block-start:1.125rem}",
  "main:has(.facts)>.icon:first-child{align-self:start;margin-block-start:0}",
  "main>.icon.done{color:var(--good)}",
  "main>.icon.caution{color:var(--caution)}",
].join("");
