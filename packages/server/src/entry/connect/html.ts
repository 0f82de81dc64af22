/** The hosted page as HTML. All foreign text is escaped; the names of tenants and accounts do not appear at all. */
import { drawings, type IconName } from "@svc/connect-ui";
import type { HostedSession } from "../../domain/connect-sessions/hosted-page.ts";
import type { Messages } from "./assets.ts";
import type { Parties } from "../../domain/connect-sessions/parties.ts";
import type { Brand } from "./brand.ts";

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
    main: `${session === null ? iconHtml("caution") : ""}
<h1 tabindex="-1">${escapeHtml(text(`${shown}.title`))}</h1>
<p class="lead">${escapeHtml(text(`${shown}.text`))}</p>
${isLoading ? `<noscript><p>${escapeHtml(text("noscript"))}</p></noscript>` : ""}`,
    after: `<script type="application/json" id="messages">${JSON.stringify(messages).replaceAll("<", "\\u003c")}</script>
<script>${parts.script}</script>
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
  /** The HTML of the page's main part. */
  main: string;
  /** The HTML after it. */
  after?: string;
};

/** Renders the document that all Connect pages share. */
export function renderDocument(parts: DocumentParts): string {
  const { language, title, style, facts, sandboxNote, isBusy = false, main, after = "" } = parts;
  const data = Object.entries(facts).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(title)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body ${data.join(" ")}>
${sandboxNote === null ? "" : `<aside class="sandbox">${escapeHtml(sandboxNote)}</aside>`}
<div class="card">
${brandHtml(parts)}
${partiesHtml(parts)}
<main id="main"${isBusy ? ' aria-busy="true"' : ""}>
${main}
</main>
</div>
${after}</body>
</html>
`;
}

/** Renders the operator's name and logo; "" without either. */
function brandHtml({ brand: { name, logo }, logos }: DocumentParts): string {
  if (name === "" && logo === null) return "";
  const image = logo === null ? "" : `<img src="${logos}${logo.id}" alt="">`;
  return `<header class="brand">${image}<span>${escapeHtml(name)}</span></header>`;
}

/** Renders both logos and the session's progress between them. This is decoration, because texts name both. */
function partiesHtml({ parties, logos }: DocumentParts): string {
  if (parties === null) return "";
  const { app, provider } = parties;
  const appMark = app.logoId === null ? firstLetter(app.name) : `<img src="${logos}${app.logoId}" alt="">`;
  const providerMark =
    provider.logo === null ? firstLetter(provider.name) : `<svg viewBox="0 0 24 24"><path d="${provider.logo}"/></svg>`;
  return `<div class="parties" aria-hidden="true"><span class="mark app">${appMark}</span><i class="join"></i><span class="mark">${providerMark}</span></div>`;
}

/** Returns the first letter of a name, which replaces a missing logo. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return escapeHtml((first?.segment ?? "").toUpperCase());
}

/** Renders a drawing that screen readers skip. */
export function iconHtml(name: IconName): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true" class="icon ${name}"><path d="${drawings[name]}"/></svg>`;
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
