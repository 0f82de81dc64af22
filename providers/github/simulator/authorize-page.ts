/** The authorization server's page for people. It works without scripts. */
import { escapeHtml, pageChoice, providerPage } from "@svc/simulator";
import type { SimResponse } from "@svc/simulator";
import type { RegisteredApp } from "./apps.ts";
import type { Account } from "./model.ts";
import type { Pending } from "./tokens.ts";

/** The data that the consent page shows. */
export interface Consent {
  readonly app: RegisteredApp;
  readonly pending: Pending;
  readonly users: readonly Account[];
  /** The request's `login`: the preselected account. */
  readonly suggested: string | null;
}

/** The real page's texts for the most common scopes; others are shown by name only. */
const scopeWords: Readonly<Record<string, string>> = {
  repo: "Full control of private repositories",
  public_repo: "Access public repositories",
  "read:user": "Read all user profile data",
  "user:email": "Access user email addresses (read-only)",
  gist: "Create gists",
  workflow: "Update GitHub Action workflows",
};

/** The page to select a user, remove scopes, and authorize or cancel. */
export function consentPage({ app, pending, users, suggested }: Consent): SimResponse {
  const chosen = users.find(({ login }) => login.toLowerCase() === suggested?.toLowerCase()) ?? users[0];
  const name = escapeHtml(app.name);
  const people = users.map(({ login }) =>
    pageChoice(
      { type: "radio", name: "login", value: login },
      login === chosen?.login ? " checked required" : " required",
    ),
  );
  const scopes = pending.scopes.map((scope) =>
    pageChoice({ type: "checkbox", name: "scope", value: scope, about: scopeWords[scope] }, " checked"),
  );
  const permissions = Object.entries(app.permissions).map(([what, how]) => `<li>${escapeHtml(`${what}: ${how}`)}</li>`);
  const asked =
    app.kind === "github_app"
      ? `<h2>Permissions</h2><ul>${permissions.join("")}</ul>`
      : scopes.length === 0
        ? "<p>Public data only</p>"
        : `<fieldset><legend>Access</legend>${scopes.join("")}</fieldset>`;
  const host = escapeHtml(new URL(pending.redirectUri).host);
  return providerPage(
    { status: 200, provider: "GitHub", title: `Authorize ${name}` },
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
