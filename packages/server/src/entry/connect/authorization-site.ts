/** Builds the authorization pages: texts in the preferred language, the brand's look, and headers. */
import { ServiceError } from "@svc/contract";
import type { Consent, ProblemAbout } from "../../domain/connect-sessions/authorization-steps.ts";
import { type Brand, chooseLanguage, readAssets, readAuthorizationMessages, withBrandColor } from "./assets.ts";
import { authorizationHeaders } from "./headers.ts";
import {
  consentHtml,
  problemHtml,
  problemStatus,
  type AuthorizationPageParts,
  type PageProblem,
} from "./authorization-page.ts";

/** A page that is ready to send. */
export type Page = { status: number; headers: Readonly<Record<string, string>>; html: string };

/** The pages. @param languages BCP 47, in order of preference. */
export type AuthorizationPages = {
  consent(consent: Consent, languages: readonly string[]): Page;
  problem(problem: PageProblem, languages: readonly string[], about?: ProblemAbout | null): Page;
};

/** The same delay that the API returns. */
const retryHeaders = { "retry-after": String(new ServiceError("OVERLOADED").retryAfterSeconds) };

/** Scopes are sentences, so each needs a visible start. */
const listStyle = ".grant ul{list-style:disc;margin-block-start:.25rem;padding-inline-start:1.25rem}";

/** Creates the pages; the files are read once. */
export function createAuthorizationPages(deps: {
  brand: Brand;
  sandbox: boolean;
  publicUrl: () => string;
}): AuthorizationPages {
  const { brand, sandbox } = deps;
  const assets = readAssets();
  const messages = readAuthorizationMessages(assets.messages);
  const style = withBrandColor(brand, assets.style + listStyle);
  const partsIn = (languages: readonly string[]): AuthorizationPageParts => {
    const language = chooseLanguage(languages);
    return { language, messages: messages[language], brand, sandbox, style };
  };
  return {
    consent: (consent, languages) => ({
      status: 200,
      headers: authorizationHeaders(style, consent.formTargets),
      html: consentHtml(partsIn(languages), consent),
    }),
    problem: (problem, languages, about = null) => ({
      status: problemStatus[problem],
      headers: { ...authorizationHeaders(style, null), ...(problem === "overloaded" ? retryHeaders : {}) },
      html: problemHtml(partsIn(languages), problem, about, deps.publicUrl()),
    }),
  };
}
