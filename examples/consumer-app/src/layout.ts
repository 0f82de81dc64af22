/** The frame of every page, and the pages without a signed-in user. */
import { html, type Html, type Part } from "./html.ts";
import { names } from "./providers.ts";
import { demoUsers } from "./users.ts";
import type { Visit } from "./visit.ts";

const links = [
  ["/integrations", "Integrations"],
  ["/secrets", "Secrets"],
  ["/issues", "Issues"],
] as const;

/** A signed-in user's page. @param path the navigation link that it belongs to. */
export function layout(visit: Visit, { title, path, body }: { title: string; path: string; body: Part }): Html {
  const { user, records, tenantId } = visit;
  const needing = path === "/integrations" ? [] : records.needingReconnect(tenantId);
  return frame(
    title,
    html`<header class="top">
        <div class="bar">
          <a class="brand" href="/integrations"><img src="/harbor.svg" alt="" width="28" height="28" />Harbor</a>
          <nav aria-label="Harbor">
            ${links.map(
              ([to, label]) => html`<a href="${to}" ${to === path ? html`aria-current="page"` : ""}>${label}</a>`,
            )}
          </nav>
          <form class="who" method="post" action="/sign-out">
            ${csrfField(visit)}<span><b>${user.name}</b> <span class="company">${user.company}</span></span>
            <button class="link">Sign out</button>
          </form>
        </div>
      </header>
      <main>
        ${needing.map(
          (provider) =>
            html`<p class="strip">
              ${nameOf(provider)} needs to be reconnected. <a href="/integrations">Reconnect it</a>
            </p>`,
        )}
        ${body}
      </main>`,
  );
}

/** The page to choose a demo user. @param next where to go afterwards. */
export function signInPage(next = ""): Html {
  const choices = demoUsers.map(
    ({ id, name, company }) =>
      html`<button name="user" value="${id}" class="choice">
        <span class="face" aria-hidden="true">${name.slice(0, 1)}</span>
        <span><b>${name}</b><small>${company}</small></span>
      </button>`,
  );
  return frame(
    "Sign in",
    html`<main class="small">
      <p class="brand"><img src="/harbor.svg" alt="" width="36" height="36" />Harbor</p>
      <h1>Sign in</h1>
      <p class="lead">Harbor ships your services. Choose who you are in this demo.</p>
      <form class="stack" method="post" action="/sign-in">
        <input type="hidden" name="next" value="${next}" />${choices}
      </form>
      <p class="quiet">There is no password in this demo.</p>
    </main>`,
  );
}

export function messagePage(title: string, text: string): Html {
  return frame(
    title,
    html`<main class="small">
      <p class="brand"><img src="/harbor.svg" alt="" width="36" height="36" />Harbor</p>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p><a class="button" href="/integrations">Back to Harbor</a></p>
    </main>`,
  );
}

/** The hidden field that each form needs. */
export function csrfField({ csrf }: Visit): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}

/** A provider's name. */
export function nameOf(provider: string): string {
  return names[provider] ?? provider;
}

/** A provider's address, for a link. Anything but https leads nowhere. */
export function external(address: string): string {
  return address.startsWith("https://") ? address : "#";
}

/** A moment, as text. */
export function time(at: string | number): Html {
  const date = new Date(at);
  const text = date.toLocaleString("en", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return html`<time datetime="${date.toISOString()}">${text} UTC</time>`;
}

function frame(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Harbor</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="stylesheet" href="/cards.css" />
        <link rel="stylesheet" href="/forms.css" />
        <link rel="icon" href="/harbor.svg" type="image/svg+xml" />
        <script src="/svc-connect.js" defer></script>
        <script src="/app.js" defer></script>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}
