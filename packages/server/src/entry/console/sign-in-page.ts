/** The sign-in page: the company's account first, if there is one, and an operator token; and the page that leads to the next. */
import { emptyHtml, type Html, markup } from "../html/markup.ts";
import { mark } from "./elements.ts";
import { hiddenFields, linkTo } from "./forms.ts";
import { renderDocument, sandboxNote } from "./frame.ts";

/** Why the operator has to sign in. */
export type SignInReason = keyof typeof reasons;

/** The company's identity provider as the page shows it. */
type Company = { name: string; isReachable: boolean };

/** What the page says. @param name the provider's. */
const reasons = {
  "": () => "",
  refused: () => "This token is invalid, expired, or revoked.",
  too_many: () => "Too many attempts. Wait a few seconds, then try again.",
  over: () => "You aren't signed in, or your session has ended. Nothing was changed.",
  form: () => "This form didn't come from the console, so nothing was done. Sign in here.",
  signed_out: () => "You are signed out.",
  no_role: (name: string) =>
    `${name} knows you, but you have no role in this console. Ask the people who run svc to give you one.`,
  denied: (name: string) => `${name} didn't let you in, or you canceled.`,
  unknown: () =>
    "This sign-in wasn't started in this browser, was already used, or took too long. Nothing was done. Start again here.",
  not_genuine: (name: string) =>
    `The response of ${name} can't be accepted, so you weren't signed in. The server's log says why.`,
  unreachable: (name: string) => `${name} can't be reached right now, so you weren't signed in.`,
};

/** The reasons that say that an attempt failed. */
const faults: ReadonlySet<SignInReason> = new Set([
  "refused",
  "too_many",
  "no_role",
  "denied",
  "unknown",
  "not_genuine",
  "unreachable",
]);

/** Renders the page. @param next the path to go to afterwards. @param company null if there is only the token. */
export function signInPage({
  reason,
  next,
  sandbox,
  company,
}: {
  reason: SignInReason;
  next: string;
  sandbox: boolean;
  company: Company | null;
}): string {
  const text = reasons[reason](company?.name ?? "");
  const message = faults.has(reason)
    ? markup`<div class="faults" id="fault" role="alert">${text}</div>`
    : markup`<p class="notice quiet" role="status">${text}</p>`;
  return renderDocument(
    "Sign in",
    markup`<main id="main" class="sign-in">
<div class="brand"><span class="name">${mark}<span>svc</span></span>${sandboxNote(sandbox)}</div>
<h1>svc operator console</h1>
${text === "" ? emptyHtml : message}
${company === null ? emptyHtml : companyPart(company, { next, isSaid: reason === "unreachable" })}
${tokenForm({ next, isFault: reason === "refused" || reason === "too_many", isFirst: company?.isReachable !== true })}
<div class="hint" id="hint"><p>A token starts with <code>sop_</code>. To create one, run this on the server:</p>
<pre>svc-server operator-tokens create \\
  --name "Your name"</pre></div>
</main>`,
  );
}

/** The way to the provider. @param at.isSaid whether the page says already that it can't be reached. */
function companyPart({ name, isReachable }: Company, { next, isSaid }: { next: string; isSaid: boolean }): Html {
  const path = linkTo("/login/oidc", next === "/" ? [] : [["next", next]]);
  const way = markup`<a class="button primary" href="${path}">Sign in with ${name}</a>`;
  const note = markup`<p class="notice quiet" role="status">${name} can't be reached right now. Use an operator token, or try again later.</p>`;
  return markup`${isReachable || isSaid ? emptyHtml : note}<div class="company">${way}</div>
<p class="or"><span>or with an operator token</span></p>`;
}

function tokenForm({ next, isFault, isFirst }: { next: string; isFault: boolean; isFirst: boolean }): Html {
  const state = isFault ? markup` aria-invalid="true" aria-describedby="fault hint"` : markup` aria-describedby="hint"`;
  const focus = isFirst ? markup` autofocus` : emptyHtml;
  const button = isFirst ? markup`<button class="primary">Sign in</button>` : markup`<button>Sign in</button>`;
  return markup`<form method="post" action="/login">
<div class="field">
<label for="token">Operator token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required maxlength="200" spellcheck="false"${focus}${state}>
</div>
${hiddenFields({ next })}
${button}
</form>`;
}

/** Renders a page that leads to the next by itself, with a link for browsers that don't. @param page.to a path or a URL. */
export function onwardPage({ title, to, label }: { title: string; to: string; label: string }): string {
  return renderDocument(
    title,
    markup`<main id="main" class="sign-in">
<div class="brand"><span class="name">${mark}<span>svc</span></span></div>
<h1>${title}</h1>
<p><a class="button primary" href="${to}">${label}</a></p>
</main>`,
    markup`<meta http-equiv="refresh" content="0;url=${to}">
`,
  );
}
