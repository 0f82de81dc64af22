/** The frame of the console's pages, and the sign-in page. */
import type { ConsolePage } from "./console.ts";
import { buttonForm, hiddenFields, visuallyHiddenLabel } from "./elements.ts";
import { isolated, markup, emptyHtml, type Html } from "./markup.ts";
import { consoleScript } from "./script.ts";
import { consoleStyle } from "./style.ts";

const parts: readonly (readonly [path: string, name: string])[] = [
  ["/", "Overview"],
  ["/unknown", "Unknown outcomes"],
  ["/executions", "Executions"],
  ["/connections", "Connections"],
  ["/tenants", "Tenants"],
  ["/keys", "Service keys"],
  ["/webhooks", "Webhooks"],
  ["/audit", "Audit"],
];

/** What the frame shows besides the page. */
export type Frame = {
  /** The page's path, to mark its section in the navigation. */
  path: string;
  operatorName: string;
  formToken: string;
  sandbox: boolean;
};

/** Renders a whole page for a signed-in operator. */
export function frameHtml({ title, main }: ConsolePage, frame: Frame): string {
  const { path, operatorName, formToken, sandbox } = frame;
  const links = parts.map(([href, name]) => {
    const isHere = path === href || (href !== "/" && path.startsWith(`${href}/`));
    return isHere
      ? markup`<li><a href="${href}" aria-current="page">${name}</a></li>`
      : markup`<li><a href="${href}">${name}</a></li>`;
  });
  return documentOf(
    title,
    markup`<a class="skip" href="#main">Skip to main content</a>
<header class="top">
<span class="name">svc operator console</span>${sandboxNote(sandbox)}
<span class="who">Signed in as ${isolated(operatorName)}</span>
${buttonForm({ path: "/logout", formToken, label: "Sign out" })}
</header>
<nav class="parts" aria-label="Console"><ul>${links}</ul></nav>
<main id="main" tabindex="-1">
${main}
</main>
<div id="told" class="unseen" role="status"></div>
<script>${{ html: consoleScript }}</script>`,
  );
}

/** Why the operator has to sign in. */
export type SignInReason = "" | "refused" | "too_many" | "over" | "form" | "signed_out";

const reasons: Readonly<Record<SignInReason, string>> = {
  "": "",
  refused: "This token isn't valid: it doesn't belong to this server, has expired, or was revoked.",
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
  const told = isFault
    ? markup`<div class="faults" id="fault" role="alert">${text}</div>`
    : markup`<p role="status">${text}</p>`;
  const state = isFault ? markup` aria-invalid="true" aria-describedby="fault hint"` : markup` aria-describedby="hint"`;
  return documentOf(
    "Sign in",
    markup`<main id="main" class="sign-in">
<h1>svc operator console</h1>
${sandboxNote(sandbox)}${text === "" ? emptyHtml : told}
<form method="post" action="/login">
<div class="field wide">
<label for="token">Operator token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required maxlength="200" spellcheck="false" autofocus${state}>
</div>
${hiddenFields({ next })}
<div class="actions"><button class="primary">Sign in</button></div>
</form>
<p class="hint" id="hint">A token starts with sop_. To create one on the server: <code>svc-server operator-tokens create --name …</code></p>
</main>`,
  );
}

/** Renders a page for a problem. */
export function problemPage(problem: {
  status: number;
  title: string;
  detail: string;
  requestId: string;
}): ConsolePage {
  const { status, title, detail, requestId } = problem;
  const main = markup`<h1>${title}</h1>
<p>${detail}</p>
<p class="muted">Status ${status}, request <code>${requestId}</code></p>
<p><a href="/">To the overview</a></p>`;
  return { status, title, main };
}

/** Renders a page that asks for confirmation before an action that can't be undone, or that others notice. */
export function confirmPage(parts: {
  title: string;
  text: Html;
  path: string;
  formToken: string;
  fields?: Readonly<Record<string, string>>;
  label: string;
  back: string;
  tone?: "primary" | "grave";
}): ConsolePage {
  const { title, text, path, formToken, fields = {}, label, back, tone = "grave" } = parts;
  const form = buttonForm({ path, formToken, label, fields: { ...fields, confirm: "yes" }, tone });
  const main = markup`<h1>${title}</h1>
${text}
<div class="actions">${form}<a class="button" href="${back}">${visuallyHiddenLabel("Back", "without a change")}</a></div>`;
  return { title, main };
}

function sandboxNote(sandbox: boolean): Html {
  return sandbox ? markup`<p class="sandbox">Sandbox: providers are simulated</p>` : emptyHtml;
}

function documentOf(title: string, body: Html): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · svc operator console</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${{ html: consoleStyle }}</style>
</head>
<body>
${body}
</body>
</html>
`.html;
}
