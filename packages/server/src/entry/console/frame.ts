/**
 * The frame of the console's pages, the sign-in page, and the pages that any section may show: a problem, and a
 * confirmation.
 */
import type { Operator } from "../../domain/operators/sessions.ts";
import { emptyHtml, favicon, type Html, isolated, markup } from "../html/markup.ts";
import type { ConsolePage, ConsoleRoute, Forms } from "./console.ts";
import { facts, mark, pageHead, visuallyHiddenLabel } from "./elements.ts";
import { buttonForm, hiddenFields } from "./forms.ts";
import { consoleScript } from "./script.ts";
import { consoleStyle } from "./style.ts";

/** A link in the navigation. */
type Section = Pick<ConsoleRoute, "path"> & NonNullable<ConsoleRoute["section"]>;

/** The content of the frame around a page. */
type Frame = {
  /** The page's path, to mark its section in the navigation. */
  path: string;
  operator: Pick<Operator, "name" | "role">;
  forms: Forms;
  sandbox: boolean;
  /** The navigation. */
  sections: readonly Section[];
};

/** Renders a whole page for a signed-in operator. On a narrow screen the navigation is a popover. */
export function frameHtml({ title, main }: ConsolePage, frame: Frame): string {
  const { path, operator, forms, sandbox, sections } = frame;
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
function sandboxNote(sandbox: boolean): Html {
  return sandbox ? markup`<span class="sandbox" title="Providers are simulated">Sandbox</span>` : emptyHtml;
}

/** Renders a document. @param title its own, without the console's name. */
function renderDocument(title: string, body: Html): string {
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

/** Why the operator has to sign in. */
export type SignInReason = "" | "refused" | "too_many" | "over" | "form" | "signed_out";

const reasons: Readonly<Record<SignInReason, string>> = {
  "": "",
  refused: "This token is invalid, expired, or revoked.",
  too_many: "Too many attempts. Wait a few seconds, then try again.",
  over: "You aren't signed in, or your session has ended. Nothing was changed.",
  form: "This form didn't come from the console, so nothing was done. Sign in here.",
  signed_out: "You are signed out.",
};

/** Renders the sign-in page. @param next the path to go to afterwards. */
export function signInPage({
  reason,
  next,
  sandbox,
}: {
  reason: SignInReason;
  next: string;
  sandbox: boolean;
}): string {
  const isFault = reason === "refused" || reason === "too_many";
  const text = reasons[reason];
  const message = isFault
    ? markup`<div class="faults" id="fault" role="alert">${text}</div>`
    : markup`<p class="notice quiet" role="status">${text}</p>`;
  const state = isFault ? markup` aria-invalid="true" aria-describedby="fault hint"` : markup` aria-describedby="hint"`;
  return renderDocument(
    "Sign in",
    markup`<main id="main" class="sign-in">
<div class="brand"><span class="name">${mark}<span>svc</span></span>${sandboxNote(sandbox)}</div>
<h1>svc operator console</h1>
${text === "" ? emptyHtml : message}
<form method="post" action="/login">
<div class="field">
<label for="token">Operator token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required maxlength="200" spellcheck="false" autofocus${state}>
</div>
${hiddenFields({ next })}
<button class="primary">Sign in</button>
</form>
<div class="hint" id="hint"><p>A token starts with <code>sop_</code>. To create one, run this on the server:</p>
<pre>svc-server operator-tokens create \\
  --name "Your name"</pre></div>
</main>`,
  );
}
