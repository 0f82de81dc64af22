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

/** The page to select a user, remove scopes, and authorize or cancel. */
export function consentPage({ app, pending, users, suggested }: Consent): SimAnswer {
  const chosen = users.find(({ login }) => login.toLowerCase() === suggested?.toLowerCase()) ?? users[0];
  const name = escapeHtml(app.name);
  const people = users.map(({ login }) =>
    choice("radio", "login", login, login === chosen?.login ? " checked required" : " required"),
  );
  const scopes = pending.scopes.map((scope) => choice("checkbox", "scope", scope, " checked"));
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
    `<p>This is a simulation: nothing here reaches GitHub.</p>
<form method="post" action="/login/oauth/authorize">
<input type="hidden" name="authenticity_token" value="${escapeHtml(pending.id)}">
<fieldset><legend>Continue as</legend>${people.join("")}</fieldset>
${asked}
<p>Authorizing will redirect to <strong>${host}</strong></p>
<button type="submit" name="decision" value="cancel">Cancel</button>
<button type="submit" name="decision" value="authorize">Authorize ${name}</button>
</form>`,
  );
}

/** A page with one message. */
export function messagePage(status: number, title: string, text: string): SimAnswer {
  return page(status, escapeHtml(title), `<p>${escapeHtml(text)}</p>`);
}

function choice(type: "radio" | "checkbox", name: string, value: string, attributes: string): string {
  const escaped = escapeHtml(value);
  return `<p><label><input type="${type}" name="${name}" value="${escaped}"${attributes}> ${escaped}</label></p>`;
}

function page(status: number, title: string, body: string): SimAnswer {
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.5 sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}p{margin:.5rem 0}button{font:inherit;padding:.5rem 1rem}</style>
</head><body><main><h1>${title}</h1>
${body}
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
