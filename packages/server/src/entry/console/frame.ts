/** The frame of the console's pages, and the pages that any section may show: a problem, and a confirmation. */
import { favicon, isolated, markup, emptyHtml, type Html } from "../html/markup.ts";
import type { ConsolePage } from "./console.ts";
import { facts, pageHead, visuallyHiddenLabel, icons, mark } from "./elements.ts";
import { buttonForm } from "./forms.ts";
import { consoleScript } from "./script.ts";
import { consoleStyle } from "./style.ts";

const sections: readonly (readonly [path: string, name: string, icon: Html])[] = [
  ["/", "Overview", icons.overview],
  ["/unknown", "Unknown outcomes", icons.unknown],
  ["/proposals", "Waiting for approval", icons.proposals],
  ["/executions", "Executions", icons.executions],
  ["/connections", "Connections", icons.connections],
  ["/tenants", "Tenants", icons.tenants],
  ["/keys", "Service keys", icons.keys],
  ["/tokens", "Delegated tokens", icons.tokens],
  ["/webhooks", "Webhooks", icons.webhooks],
  ["/audit", "Audit", icons.audit],
];

/** The content of the frame around a page. */
export type Frame = {
  /** The page's path, to mark its section in the navigation. */
  path: string;
  operatorName: string;
  formToken: string;
  sandbox: boolean;
};

/** Renders a whole page for a signed-in operator. On a narrow screen the navigation is a popover. */
export function frameHtml({ title, main }: ConsolePage, frame: Frame): string {
  const { path, operatorName, formToken, sandbox } = frame;
  const links = sections.map(([href, name, icon]) => {
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
<div id="menu" popover>
<nav class="parts" aria-label="Console"><ul>${links}</ul></nav>
<div class="who"><span><span class="muted">Signed in as</span> ${isolated(operatorName)}</span>
${buttonForm({ path: "/logout", formToken, label: "Sign out" })}</div>
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
  formToken: string;
  fields?: Readonly<Record<string, string>>;
  label: string;
  back: string;
  tone: "primary" | "grave";
}): ConsolePage {
  const { title, text, path, formToken, fields = {}, label, back, tone } = parts;
  const form = buttonForm({ path, formToken, label, fields: { ...fields, confirm: "yes" }, tone });
  const main = markup`<div class="card confirm"><h1>${title}</h1>
${text}
<div class="actions">${form}<a class="button" href="${back}">${visuallyHiddenLabel("Back", "without a change")}</a></div></div>`;
  return { title, main };
}

/** Renders a note if providers are simulated. */
export function sandboxNote(sandbox: boolean): Html {
  return sandbox ? markup`<span class="sandbox" title="Providers are simulated">Sandbox</span>` : emptyHtml;
}

/** Renders a document. @param title its own, without the console's name. */
export function renderDocument(title: string, body: Html): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · svc operator console</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${favicon}">
<style>${{ html: consoleStyle }}</style>
</head>
<body>
${body}
</body>
</html>
`.html;
}
