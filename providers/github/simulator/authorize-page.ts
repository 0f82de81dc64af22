/** The authorization server's pages for people. They work without scripts. */
import type { SimAnswer } from "@svc/simulator";
import type { RegisteredApp } from "./apps.ts";
import type { Account } from "./model.ts";
import { escapeHtml } from "./shapes/view.ts";
import type { Pending } from "./tokens.ts";

/** What the consent page shows. */
export interface Consent {
  readonly app: RegisteredApp;
  readonly pending: Pending;
  readonly users: readonly Account[];
  /** The request's `login`: the preselected account. */
  readonly suggested: string | null;
}

/** What the real page says about the scopes that people meet most often; others are shown by their name alone. */
const scopeWords: Readonly<Record<string, string>> = {
  repo: "Full control of private repositories",
  public_repo: "Access public repositories",
  "read:user": "Read all user profile data",
  "user:email": "Access user email addresses (read-only)",
  gist: "Create gists",
  workflow: "Update GitHub Action workflows",
};

/** The page to select a user, remove scopes, and authorize or cancel. */
export function consentPage({ app, pending, users, suggested }: Consent): SimAnswer {
  const chosen = users.find(({ login }) => login.toLowerCase() === suggested?.toLowerCase()) ?? users[0];
  const name = escapeHtml(app.name);
  const people = users.map(({ login }) =>
    choice({ type: "radio", name: "login", value: login }, login === chosen?.login ? " checked required" : " required"),
  );
  const scopes = pending.scopes.map((scope) => choice({ type: "checkbox", name: "scope", value: scope }, " checked"));
  const permissions = Object.entries(app.permissions).map(([what, how]) => `<li>${escapeHtml(`${what}: ${how}`)}</li>`);
  const asked =
    app.kind === "github_app"
      ? `<h2>Permissions</h2><ul>${permissions.join("")}</ul>`
      : scopes.length === 0
        ? "<p>Public data only</p>"
        : `<fieldset><legend>Access</legend>${scopes.join("")}</fieldset>`;
  const host = escapeHtml(new URL(pending.redirectUri).host);
  return page(
    200,
    `Authorize ${name}`,
    `<form method="post" action="/login/oauth/authorize">
<input type="hidden" name="authenticity_token" value="${escapeHtml(pending.id)}">
<div class="box">
<fieldset><legend>Continue as</legend>${people.join("")}</fieldset>
${asked}
<p class="buttons"><button type="submit" name="decision" value="cancel">Cancel</button>
<button type="submit" name="decision" value="authorize">Authorize ${name}</button></p>
<p class="note">Authorizing will redirect to <strong>${host}</strong></p>
</div>
</form>`,
  );
}

/** A page with one message. */
export function messagePage(status: number, title: string, text: string): SimAnswer {
  return page(status, escapeHtml(title), `<div class="box"><p>${escapeHtml(text)}</p></div>`);
}

function choice({ type, name, value }: { type: string; name: string; value: string }, attributes: string): string {
  const escaped = escapeHtml(value);
  const words = name === "scope" ? scopeWords[value] : undefined;
  const about = words === undefined ? "" : `<small>${words}</small>`;
  return `<label><input type="${type}" name="${name}" value="${escaped}"${attributes}> <span>${escaped}${about}</span></label>`;
}

const style = `:root{color-scheme:light dark;--ground:#f6f8fa;--box:#fff;--text:#1f2328;--muted:#59636e;--line:#d1d9e0;--go:#1f883d}
@media(prefers-color-scheme:dark){:root{--ground:#0d1117;--box:#151b23;--text:#f0f6fc;--muted:#9198a1;--line:#3d444d;--go:#238636}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:14px/1.5 system-ui,sans-serif}
header{display:flex;align-items:center;gap:.75rem;padding:1rem 1.5rem;background:#25292e;color:#fff;font-size:1.125rem;font-weight:600}
header span{padding:.125rem .625rem;border-radius:1rem;background:#f6d88a;color:#3d2a00;font-size:.75rem}
main{max-width:32rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{margin:1rem 0 1.5rem;font-size:1.5rem;font-weight:400;text-align:center;overflow-wrap:anywhere}
h2,legend{margin:0;padding:0;font-size:.875rem;font-weight:600}
.box{padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.5rem;background:var(--box)}
.box>*{margin:0 0 1rem}.box>:last-child{margin:0}
fieldset{min-width:0;padding:0;border:0}ul{padding-left:1.25rem}
label{display:flex;gap:.625rem;margin-top:.5rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.375rem;cursor:pointer}
label:has(:checked){border-color:var(--go)}
input{flex:none;width:1rem;height:1.3125rem;margin:0;accent-color:var(--go)}
small{display:block;color:var(--muted);font-size:.75rem}
.buttons{display:flex;gap:.5rem}
button{flex:1;min-height:2.5rem;padding:.25rem 1rem;border:1px solid var(--line);border-radius:.375rem;background:var(--ground);color:inherit;font:600 .875rem system-ui,sans-serif;cursor:pointer}
button:first-child{flex:none}
button:last-child{border-color:var(--go);background:var(--go);color:#fff}
.note{color:var(--muted);font-size:.75rem;text-align:center}`;

function page(status: number, title: string, body: string): SimAnswer {
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style>
</head><body><header>GitHub <span>Simulation</span></header>
<main><h1>${title}</h1>
${body}
<p class="note">This is a simulation. Nothing here reaches GitHub.</p>
</main></body></html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "x-frame-options": "deny",
  };
  return { status, headers, text };
}
