/** The hosted page, and the document that all pages for end users share. Tenants and accounts are never named here. */
import { drawings, type IconName } from "@svc/connect-ui";
import type { HostedSession, Parties } from "../../domain/connect-sessions/present.ts";
import type { Brand, Messages } from "./assets.ts";
import { joined, markup, type Html } from "../html/markup.ts";

/** The parts of a page. `session` is null for an unknown id. */
export type PageParts = {
  sessionId: string;
  session: HostedSession | null;
  language: string;
  messages: Messages;
  brand: Brand;
  sandbox: boolean;
  script: string;
  style: string;
};

/** Statuses whose page is complete before the script runs. */
const endedStatuses: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "expired"]);

/** Renders the page. It is readable before the script runs, and needs none if the session has ended or is unknown. */
export function renderPage(parts: PageParts): string {
  const { sessionId, session, language, messages, brand, sandbox } = parts;
  const status = session?.status ?? "unknown";
  const shown = session === null || endedStatuses.has(status) ? status : "loading";
  const text = (key: string): string => (messages[key] ?? "").replaceAll("{app}", session?.app.name ?? "");
  const title = [text(`${shown}.title`), brand.name].filter((part) => part !== "").join(" · ");
  const facts = {
    state: status,
    session: session === null ? "" : sessionId,
    origin: session?.allowedOrigin ?? "",
    return: session?.returnUrl ?? "",
    app: session?.app.name ?? "",
    brand: brand.name,
  };
  const isLoading = shown === "loading";
  // The script doesn't show these.
  const { sandbox: _sandbox, noscript: _noscript, ...scriptMessages } = messages;
  return renderDocument({
    language,
    title,
    style: parts.style,
    facts,
    brand,
    parties: session,
    logos: "logo/",
    sandboxNote: sandbox ? text("sandbox") : null,
    isBusy: isLoading,
    main: markup`${session === null ? iconHtml("caution") : null}
<h1 tabindex="-1">${text(`${shown}.title`)}</h1>
<p class="lead">${text(`${shown}.text`)}</p>
${isLoading ? markup`<noscript><p>${text("noscript")}</p></noscript>` : null}`,
    after: markup`<script type="application/json" id="messages">${{ html: JSON.stringify(scriptMessages).replaceAll("<", "\\u003c") }}</script>
<script>${{ html: parts.script }}</script>
`,
  });
}

/** The parts of every Connect page. */
export type DocumentParts = {
  /** BCP 47. */
  language: string;
  title: string;
  style: string;
  /** Data attributes of the body. */
  facts: Readonly<Record<string, string>>;
  brand: Brand;
  /** The application and the provider; null if the page must not name them. */
  parties: Parties | null;
  /** Where logos are, relative to the page. */
  logos: string;
  /** A note that providers are simulated; null if they are not. */
  sandboxNote: string | null;
  isBusy?: boolean;
  /** The page's main part. */
  main: Html;
  /** What follows it. */
  after?: Html;
  /** At the end of the head. */
  head?: Html;
};

/** Renders the document that all Connect pages share. */
export function renderDocument(parts: DocumentParts): string {
  const { language, title, style, facts, sandboxNote, isBusy = false, main, after = null, head = null } = parts;
  const data = Object.entries(facts).map(([name, value]) => markup`data-${name}="${value}"`);
  return markup`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${title}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${{ html: style }}</style>
${head}</head>
<body ${joined(data, " ")}>
${sandboxNote === null ? null : markup`<aside class="sandbox">${sandboxNote}</aside>`}
<div class="card">
${brandHtml(parts)}
${partiesHtml(parts)}
<main id="main"${isBusy ? markup` aria-busy="true"` : null}>
${main}
</main>
</div>
${after}</body>
</html>
`.html;
}

/** Renders the operator's name and logo; nothing without either. */
function brandHtml({ brand: { name, logo }, logos }: DocumentParts): Html | null {
  if (name === "" && logo === null) return null;
  const image = logo === null ? null : markup`<img src="${logos}${logo.id}" alt="">`;
  return markup`<header class="brand">${image}<span>${name}</span></header>`;
}

/** Renders both logos and the session's progress between them. This is decoration, because texts name both. */
function partiesHtml({ parties, logos }: DocumentParts): Html | null {
  if (parties === null) return null;
  const { app, provider } = parties;
  const appMark = app.logoId === null ? firstLetter(app.name) : markup`<img src="${logos}${app.logoId}" alt="">`;
  const providerMark =
    provider.logo === null
      ? firstLetter(provider.name)
      : markup`<svg viewBox="0 0 24 24"><path d="${provider.logo}"/></svg>`;
  return markup`<div class="parties" aria-hidden="true"><span class="mark app">${appMark}</span><i class="join"></i><span class="mark">${providerMark}</span></div>`;
}

/** Returns the first letter of a name, which replaces a missing logo. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return (first?.segment ?? "").toUpperCase();
}

/** Renders a drawing that screen readers skip. */
export function iconHtml(name: IconName): Html {
  return markup`<svg viewBox="0 0 24 24" aria-hidden="true" class="icon ${name}"><path d="${drawings[name]}"/></svg>`;
}
