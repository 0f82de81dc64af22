/** The authorization pages as HTML that works without a script: the consent, and the problems. */
import type { IconName } from "@svc/connect-ui";
import type { AuthorizationProblem, Consent, ProblemAbout } from "../../domain/connect-sessions/authorization-steps.ts";
import type { Parties } from "../../domain/connect-sessions/present.ts";
import { emptyHtml, joined, markup, type Html } from "../html/markup.ts";
import type { Brand, Messages } from "./assets.ts";
import { iconHtml, renderDocument } from "./page.ts";

export type AuthorizationPageParts = {
  /** BCP 47. */
  language: string;
  messages: Messages;
  brand: Brand;
  sandbox: boolean;
  style: string;
};

/** The problems that a page can show: a step's problem, or one of the entry point's own. */
export type PageProblem = AuthorizationProblem | "framed" | "server";

/** The HTTP status of each problem's page. */
export const problemStatus: Readonly<Record<PageProblem, number>> = {
  unknown: 404,
  framed: 403,
  expired: 410,
  late: 410,
  completed: 409,
  cancelled: 409,
  failed: 409,
  other_browser: 403,
  used: 409,
  busy: 409,
  form_refused: 403,
  response_refused: 400,
  provider_error: 502,
  app_refused: 502,
  rejected: 422,
  rejected_last: 422,
  unverified: 502,
  unreadable: 502,
  account_mismatch: 422,
  not_granted: 403,
  unavailable: 409,
  overloaded: 503,
  server: 500,
};

/** After these problems the user can start again immediately, with the same session. */
const retryable: ReadonlySet<PageProblem> = new Set([
  "late",
  "used",
  "response_refused",
  "provider_error",
  "app_refused",
  "rejected",
  "unverified",
  "overloaded",
  "account_mismatch",
]);
/** These problems warn about a possible attack. */
const warnings: ReadonlySet<PageProblem> = new Set(["other_browser", "form_refused", "response_refused", "framed"]);

/** Renders the consent page, with the forms to agree or cancel. */
export function consentHtml(parts: AuthorizationPageParts, consent: Consent): string {
  const { messages } = parts;
  const { isReconnect, scopes, wordsLanguage } = consent;
  const values = {
    ...namesOf(consent),
    tenant: consent.tenantDisplayName,
    origin: consent.allowedOrigin,
    registered: consent.appName,
  };
  const text = (key: string): Html => htmlOf(messages, key, values);
  // A button lays out its parts separately and would lose the space between them.
  const label = (key: string): string => plainOf(messages, key, values);
  const title = label(isReconnect ? "reconnect.title" : "connect.title");
  const asked =
    scopes.length === 0
      ? markup`<p>${text("scopes.none")}</p>`
      : markup`<ul lang="${wordsLanguage}">${scopes.map(({ words }) => markup`<li>${words}</li>`)}</ul>`;
  const broad = scopes.some(({ isBroad }) => isBroad) ? markup`<p class="muted">${text("scopes.broad")}</p>` : null;
  const registered = consent.appName === "" ? null : markup`<p class="muted">${text("authorize.app")}</p>\n`;
  return pageHtml(
    parts,
    { state: "consent", title, parties: consent },
    markup`<h1>${title}</h1>
<p class="lead">${text(isReconnect ? "reconnect.oauth" : "connect.lead")}</p>
<p class="muted">${text("asked")}</p>
<section aria-labelledby="can">
<h2 id="can">${text("can.title")}</h2>
<ul class="groups">${groupsHtml(messages, consent)}</ul>
</section>
${eventsHtml(messages, consent, text("events.title"))}<section class="grant" aria-labelledby="scopes">
<h2 id="scopes">${text("scopes.title")}</h2>
${asked}
${broad}
</section>
${registered}<p class="muted">${text("authorize.safe")}</p>
${(["continue", "cancel"] as const).map((decision) => decisionHtml(consent, decision))}
<div class="foot"><div class="actions">
<button class="primary" form="continue">${label("authorize.submit")}</button>
<button class="quiet" form="cancel">${label("cancel")}</button>
</div></div>`,
  );
}

/** Renders the form of a decision. Its button is outside of it, at the bottom of the page, where it stays visible. */
function decisionHtml({ formToken }: Consent, decision: "continue" | "cancel"): Html {
  return markup`<form id="${decision}" method="post" autocomplete="off">
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="decision" value="${decision}">
</form>
`;
}

/**
 * Renders the page for a problem, and what the user can do about it. @param publicUrl the base URL of the hosted page.
 */
export function problemHtml(
  parts: AuthorizationPageParts,
  problem: PageProblem,
  about: ProblemAbout | null,
  publicUrl: string,
): string {
  const { messages } = parts;
  const values = about === null ? {} : namesOf(about);
  const title = plainOf(messages, `${problem}.title`, values);
  const link = (href: string, label: string): Html =>
    markup`<div class="foot"><div class="actions"><a class="button primary" href="${href}" rel="noreferrer">${label}</a></div></div>`;
  const next = (): Html | null => {
    if (about === null) return null;
    if (about.back !== null) return link(about.back, plainOf(messages, "back", values));
    if (!retryable.has(problem)) return null;
    const again = link(`${publicUrl}/connect/${about.sessionId}`, plainOf(messages, "retry", {}));
    return markup`<p class="muted">${htmlOf(messages, "window", {})}</p>
${again}`;
  };
  return pageHtml(
    parts,
    { state: warnings.has(problem) ? "refused" : problem, title, parties: about },
    markup`${about === null ? iconHtml(chooseIcon(problem)) : null}
<h1>${title}</h1>
<p class="lead">${htmlOf(messages, `${problem}.text`, values)}</p>
${next()}`,
  );
}

function chooseIcon(problem: PageProblem): IconName {
  if (problem === "completed") return "done";
  if (problem === "busy" || problem === "overloaded") return "wait";
  if (problem === "expired" || problem === "late") return "wait";
  return warnings.has(problem) ? "stop" : "caution";
}

function groupsHtml(messages: Messages, { actions, isReconnect, wordsLanguage }: Consent): Html {
  const groups = (["read", "write", "destructive"] as const).map((effect) => {
    const those = actions.filter((action) => action.effect === effect);
    if (those.length === 0) return emptyHtml;
    const items = those.map(({ consent, added }) => {
      const badge =
        isReconnect && added ? markup`<span class="badge">${htmlOf(messages, "can.added", {})}</span>` : null;
      return markup`<li><span lang="${wordsLanguage}">${consent}</span>${badge}</li>`;
    });
    const heading = htmlOf(messages, `can.${effect}`, {});
    return markup`<li class="${effect}">${iconHtml(effect)}<div><h3>${heading}</h3><ul>${items}</ul></div></li>`;
  });
  return joined(groups);
}

/** What the application learns as it happens; nothing if it asks for no events. */
function eventsHtml(messages: Messages, { events, wordsLanguage }: Consent, title: Html): Html {
  if (events.length === 0) return emptyHtml;
  const items = events.map(({ consent, added }) => {
    const badge = added ? markup`<span class="badge">${htmlOf(messages, "can.added", {})}</span>` : null;
    return markup`<li><span lang="${wordsLanguage}">${consent}</span>${badge}</li>`;
  });
  return markup`<section class="grant" aria-labelledby="events">
<h2 id="events">${title}</h2>
<ul>${items}</ul>
</section>
`;
}

function namesOf({ app, provider }: Parties): { app: string; provider: string } {
  return { app: app.name, provider: provider.name };
}

function pageHtml(
  parts: AuthorizationPageParts,
  { state, title, parties }: { state: string; title: string; parties: Parties | null },
  main: Html,
): string {
  const { language, messages, brand, sandbox, style } = parts;
  const heading = [title, brand.name].filter((part) => part !== "").join(" · ");
  const sandboxNote = sandbox ? (messages["sandbox"] ?? "") : null;
  const about = { brand, parties, logos: "../../logo/", sandboxNote };
  return renderDocument({ language, title: heading, style, facts: { state }, ...about, main });
}

type Values = Readonly<Record<string, string>>;
/** Values for HTML: a text, or our HTML, such as a time. */
type HtmlValues = Readonly<Record<string, string | Html>>;

/** Returns a text as plain text. */
export function plainOf(messages: Messages, key: string, values: Values): string {
  return (messages[key] ?? key).replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? "");
}

/** Returns a text as HTML: its placeholders are emphasized, and can't change the direction of the surrounding text. */
export function htmlOf(messages: Messages, key: string, values: HtmlValues): Html {
  const parts = (messages[key] ?? key).split(/\{(\w+)\}/);
  return joined(
    parts.map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<bdi>${values[part] ?? ""}</bdi>`)),
  );
}
