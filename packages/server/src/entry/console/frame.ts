/**
 * The frame of the console's pages, and the pages that any section may show: a problem, and a confirmation.
 */
import { searchTextMax } from "../../domain/operators/search.ts";
import type { Operator } from "../../domain/operators/sessions.ts";
import { emptyHtml, favicon, type Html, isolated, markup } from "../html/markup.ts";
import type { ConsolePage, ConsoleRoute, Forms } from "./console.ts";
import { facts, mark, pageHead, visuallyHiddenLabel } from "./elements.ts";
import { buttonForm } from "./forms.ts";
import { consoleScript } from "./script.ts";
import { consoleStyle } from "./style.ts";

/** A link in the navigation. */
type Section = Pick<ConsoleRoute, "path"> & NonNullable<ConsoleRoute["section"]>;

/** The content of the frame around a page. */
type Frame = {
  /** The page's path, to mark its section in the navigation. */
  path: string;
  /** The text that was searched for; "" without one. */
  searched: string;
  operator: Pick<Operator, "name" | "role">;
  forms: Forms;
  sandbox: boolean;
  /** The navigation. */
  sections: readonly Section[];
};

/** Renders a whole page for a signed-in operator. On a narrow screen the navigation is a popover. */
export function frameHtml({ title, main }: ConsolePage, frame: Frame): string {
  const { path, searched, operator, forms, sandbox, sections } = frame;
  const links = sections.map(({ path: href, name, icon: shapes }) => {
    const icon = markup`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shapes}</svg>`;
    const isHere = path === href || (href !== "/" && path.startsWith(`${href}/`));
    return isHere
      ? markup`<li><a href="${href}" aria-current="page">${icon}${name}</a></li>`
      : markup`<li><a href="${href}">${icon}${name}</a></li>`;
  });
  return renderDocument(
    title,
    markup`<a class="skip" href="#main">Skip to main content</a>
<div class="frame">
<header class="side">
<div class="brand"><a class="name" href="/">${mark}<span>svc <span class="muted">console</span></span></a>${sandboxNote(sandbox)}
<button type="button" class="menu" popovertarget="menu">Menu</button></div>
<form class="search" method="get" action="/search" role="search"><label class="unseen" for="search">Search for an ID or a name</label>
<input id="search" name="q" type="search" value="${searched}" placeholder="Search IDs and names" maxlength="${searchTextMax}" autocomplete="off" autocapitalize="off" spellcheck="false" aria-keyshortcuts="/" dir="auto"><kbd aria-hidden="true">/</kbd></form>
<div id="menu" popover>
<nav class="parts" aria-label="Console"><ul>${links}</ul></nav>
<div class="who"><span><span class="muted">Signed in as</span> ${isolated(operator.name)} <span class="muted">(${operator.role})</span></span>
${buttonForm({ path: "/logout", forms, label: "Sign out" })}</div>
</div>
</header>
<main id="main" tabindex="-1">
${main}
</main>
</div>
<div id="announcement" class="unseen" role="status"></div>
<script>${{ html: consoleScript }}</script>`,
  );
}

/** Renders a page for a problem. */
export function problemPage(problem: { status: number; title: string; detail: Html; requestId: string }): ConsolePage {
  const { status, title, detail, requestId } = problem;
  const main = markup`${pageHead(title, emptyHtml, { intro: detail })}
<div class="card confirm">${facts([
    ["Status", String(status)],
    ["Request", markup`<code>${requestId}</code>`],
  ])}
<div class="actions"><a class="button" href="/">To the overview</a></div></div>`;
  return { status, title, main };
}

/** Renders a page that asks for confirmation. @param parts.tone `grave` for destructive actions. */
export function confirmPage(parts: {
  title: string;
  text: Html;
  path: string;
  forms: Forms;
  fields?: Readonly<Record<string, string>>;
  label: string;
  back: string;
  tone: "primary" | "grave";
}): ConsolePage {
  const { title, text, path, forms, fields = {}, label, back, tone } = parts;
  const form = buttonForm({ path, forms, label, fields: { ...fields, confirm: "yes" }, tone });
  const main = markup`<div class="card confirm"><h1>${title}</h1>
${text}
<div class="actions">${form}<a class="button" href="${back}">${visuallyHiddenLabel("Back", "without a change")}</a></div></div>`;
  return { title, main };
}

/** Renders a note if providers are simulated. */
export function sandboxNote(sandbox: boolean): Html {
  return sandbox ? markup`<span class="sandbox" title="Providers are simulated">Sandbox</span>` : emptyHtml;
}

/** Renders a document. @param title its own, without the console's name. @param more for its head. */
export function renderDocument(title: string, body: Html, more: Html = emptyHtml): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · svc operator console</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${favicon}">
${more}<style>${{ html: consoleStyle }}</style>
</head>
<body>
${body}
</body>
</html>
`.html;
}
