/** The sign-in page. */
import { hiddenFields } from "./forms.ts";
import { renderDocument, sandboxNote } from "./frame.ts";
import { mark } from "./elements.ts";
import { markup, emptyHtml } from "../html/markup.ts";

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
