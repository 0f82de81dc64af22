/** The pages of an agent's sign-in, as HTML that works without a script: the request, and the problems. */
import { ServiceError } from "@svc/contract";
import type { SignInProblem, SignInQuestion, WayToHost } from "../../domain/agent-sign-in/authorize.ts";
import type { HostFault } from "../../domain/agent-sign-in/hosts.ts";
import type { Parties } from "../../domain/connect-sessions/present.ts";
import { markup, type Html } from "../html/markup.ts";
import { type Brand, chooseLanguage, readAssets, readAuthorizationMessages, withBrandColor } from "./assets.ts";
import { authorizationHeaders } from "./headers.ts";
import { htmlOf, plainOf } from "./authorization-page.ts";
import type { Page } from "./authorization-site.ts";
import { iconHtml, renderDocument } from "./page.ts";

/** The pages. @param languages BCP 47, in order of preference. */
export type SignInPages = {
  ask(question: SignInQuestion, languages: readonly string[]): Page;
  problem(
    problem: SignInProblem | "framed" | "server" | "overloaded",
    languages: readonly string[],
    about?: { reason: HostFault | ""; back: WayToHost | null },
  ): Page;
};

const statuses = {
  host: 400,
  redirect: 400,
  request: 400,
  resource: 404,
  ended: 410,
  framed: 403,
  server: 500,
  overloaded: 503,
} as const;
/** These have the texts of every page. */
const ownProblems: ReadonlySet<string> = new Set(["framed", "server", "overloaded"]);
/** The same delay that the API returns. */
const retryHeaders = { "retry-after": String(new ServiceError("OVERLOADED").retryAfterSeconds) };

/** Creates the pages; the files are read once. */
export function createSignInPages({ brand, sandbox }: { brand: Brand; sandbox: boolean }): SignInPages {
  const assets = readAssets();
  const messages = readAuthorizationMessages(assets.messages);
  const style = withBrandColor(brand, assets.style);
  const headers = authorizationHeaders(style, null);
  const render = (languages: readonly string[], facts: Readonly<Record<string, string>>, parts: Parts): string => {
    const language = chooseLanguage(languages);
    const texts = messages[language];
    const title = plainOf(texts, parts.title, parts.values);
    return renderDocument({
      language,
      title: [title, brand.name].filter((part) => part !== "").join(" · "),
      style,
      facts,
      brand,
      parties: parts.parties,
      logos: "../connect/logo/",
      sandboxNote: sandbox ? (texts["sandbox"] ?? "") : null,
      main: markup`${parts.before}<h1>${title}</h1>
${parts.main(
  (key) => htmlOf(texts, key, parts.values),
  (key) => plainOf(texts, key, parts.values),
)}`,
    });
  };
  return {
    ask(question, languages) {
      const { hostName, appName, redirectOrigin, logoId, url } = question;
      const html = render(
        languages,
        { state: "agent" },
        {
          title: "agent.title",
          values: { host: hostName, app: appName, origin: redirectOrigin },
          parties: { app: { name: appName, logoId }, provider: { name: hostName, logo: null } },
          before: null,
          main: (text, label) => markup`<p class="lead">${text("agent.lead")}</p>
<section class="grant"><p>${text("agent.where")}</p></section>
<section><p class="note caution">${iconHtml("caution")}<span>${text("agent.warning")}</span></p></section>
<div class="foot"><div class="actions">
<a class="button primary" href="${url}" rel="noreferrer">${label("agent.submit")}</a>
</div></div>`,
        },
      );
      return { status: 200, headers, html };
    },
    problem(problem, languages, { reason, back } = { reason: "", back: null }) {
      const key = ownProblems.has(problem) ? problem : `agent_${problem}`;
      const html = render(
        languages,
        { state: key, reason },
        {
          title: `${key}.title`,
          values: { origin: back?.origin ?? "" },
          parties: null,
          before: markup`${iconHtml("stop")}
`,
          main: (text, label) => markup`<p class="lead">${text(`${key}.text`)}</p>${linkTo(back, label("agent.back"))}`,
        },
      );
      return {
        status: statuses[problem],
        headers: { ...headers, ...(problem === "overloaded" ? retryHeaders : {}) },
        html,
      };
    },
  };
}

function linkTo(back: WayToHost | null, label: string): Html | null {
  return back === null
    ? null
    : markup`
<p><a href="${back.url}" rel="noreferrer">${label}</a></p>`;
}

type Parts = {
  title: string;
  values: Readonly<Record<string, string>>;
  parties: Parties | null;
  before: Html | null;
  main: (text: (key: string) => Html, label: (key: string) => string) => Html;
};
