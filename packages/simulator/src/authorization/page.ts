/** The authorization server's pages for people. They work without scripts. */
import type { SimResponse } from "../api.ts";
import type { RegisteredApp } from "./apps.ts";
import type { ConsentingUser } from "./options.ts";
import type { Pending } from "./server.ts";

/** The contents of the consent page. */
export interface Consent {
  /** The provider's name. */
  readonly provider: string;
  /** The form's action. */
  readonly path: string;
  readonly app: RegisteredApp;
  readonly pending: Pending;
  readonly users: readonly ConsentingUser[];
  /** The preselected login. */
  readonly suggested: string | null;
}

/** The page on which a user is selected, scopes are removed, and the request is authorized or cancelled. */
export function consentPage({ provider, path, app, pending, users, suggested }: Consent): SimResponse {
  const chosen = users.find(({ login }) => login.toLowerCase() === suggested?.toLowerCase()) ?? users[0];
  const people = users.map(({ login, name }) => {
    const attributes = login === chosen?.login ? " checked required" : " required";
    return pageChoice({ type: "radio", name: "login", value: login, about: name }, attributes);
  });
  const scopes = Object.entries(pending.scopes).flatMap(([name, asked]) =>
    asked.map((scope) => pageChoice({ type: "checkbox", name, value: scope }, " checked")),
  );
  const host = escapeHtml(new URL(pending.redirectUri).host);
  const title = `Authorize ${escapeHtml(app.name)}`;
  return providerPage(
    { status: 200, provider, title },
    `<form method="post" action="${escapeHtml(path)}">
<input type="hidden" name="authenticity_token" value="${escapeHtml(pending.id)}">
<div class="box">
<fieldset><legend>Continue as</legend>${people.join("")}</fieldset>
${scopes.length === 0 ? "" : `<fieldset><legend>Access</legend>${scopes.join("")}</fieldset>`}
<p class="buttons"><button type="submit" name="decision" value="cancel">Cancel</button>
<button type="submit" name="decision" value="authorize">${title}</button></p>
<p class="note">Authorizing will redirect to <strong>${host}</strong></p>
</div>
</form>`,
  );
}

/** Answers a browser with HTML that shows this text, escaped. */
export function messagePage(
  status: number,
  { provider, title = "That did not work", text }: { provider: string; title?: string; text: string },
): SimResponse {
  const box = `<div class="box"><p>${escapeHtml(text)}</p></div>`;
  return providerPage({ status, provider, title: escapeHtml(title) }, box);
}

/** A radio button or a checkbox with its value and label. */
export function pageChoice(
  { type, name, value, about }: { type: string; name: string; value: string; about?: string | undefined },
  attributes: string,
): string {
  const more = about === undefined ? "" : `<small>${escapeHtml(about)}</small>`;
  const [shownName, shownValue] = [escapeHtml(name), escapeHtml(value)];
  return `<label><input type="${type}" name="${shownName}" value="${shownValue}"${attributes}> <span>${shownValue}${more}</span></label>`;
}

/** Escapes a text for HTML, including inside quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const style = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;font:14px/1.5 system-ui,sans-serif}
header{display:flex;align-items:center;gap:.75rem;padding:1rem 1.5rem;background:#25292e;color:#fff;font-size:1.125rem;font-weight:600}
header span{padding:.125rem .625rem;border-radius:1rem;background:#f6d88a;color:#3d2a00;font-size:.75rem}
main{max-width:32rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{margin:1rem 0 1.5rem;font-size:1.5rem;font-weight:400;text-align:center;overflow-wrap:anywhere}
legend{margin:0;padding:0;font-size:.875rem;font-weight:600}
.box{padding:1rem 1.25rem;border:1px solid #8888;border-radius:.5rem}
fieldset{min-width:0;margin:0 0 1rem;padding:0;border:0}
label{display:flex;gap:.625rem;margin-top:.5rem;padding:.5rem .75rem;border:1px solid #8888;border-radius:.375rem;cursor:pointer}
input{flex:none;width:1rem;height:1.3125rem;margin:0}
small{display:block;font-size:.75rem}
.buttons{display:flex;gap:.5rem}
button{flex:1;min-height:2.5rem;padding:.25rem 1rem;border-radius:.375rem;font:600 .875rem system-ui,sans-serif;cursor:pointer}
button:first-child{flex:none}
.note{font-size:.75rem;text-align:center}`;

/** A page for people that is labeled as simulated. `title` and `body` are HTML. */
export function providerPage(
  { status, provider, title }: { status: number; provider: string; title: string },
  body: string,
): SimResponse {
  const name = escapeHtml(provider);
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style>
</head><body><header>${name} <span>Simulation</span></header>
<main><h1>${title}</h1>
${body}
<p class="note">This is a simulation. Nothing here reaches ${name}.</p>
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
