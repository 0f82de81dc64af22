/** Renders the Integrations page and the question before disconnecting. */
import { isOpen, type Connection } from "./connecting.ts";
import { html, type Html, type Part } from "./html.ts";
import { csrfField, layout, nameOf, time } from "./layout.ts";
import type { Use } from "./providers.ts";
import type { Received, Started } from "./records.ts";
import type { Visit } from "./visit.ts";

/** A provider, and its state for the user. */
export type Card = {
  slug: string;
  name: string;
  description: string;
  /** The path of an SVG on a grid of 24 by 24, from svc's catalog. */
  logo: string | null;
  use: Use | null;
  /** The tenant's latest connection, and the user's latest session. */
  connection: Connection | null;
  session: Started | null;
  /** The actions that the connection may execute. */
  titles: readonly string[];
};

/** The page. */
export function integrationsView(visit: Visit, cards: readonly Card[]): Html {
  const open = cards.flatMap(({ session }) => (session !== null && isOpen(session) ? [session.id] : []));
  const events = visit.records.eventsOf(visit.tenantId);
  return layout(visit, {
    title: "Integrations",
    path: "/integrations",
    body: html`<h1>Integrations</h1>
      <p class="lead">Connect the tools that ${visit.user.company} uses. Harbor never sees your tokens.</p>
      <p id="notice" class="panel bad" role="alert" hidden></p>
      <div class="cards" ${open.length > 0 && html`data-watch="/connect/status" data-state="${open.join(" ")}"`}>
        ${cards.map((card) => cardView(visit, card))}
      </div>
      <noscript><p class="panel warn">Connecting an account needs JavaScript.</p></noscript>
      ${activity(events)}`,
  });
}

function cardView(visit: Visit, card: Card): Html {
  const { slug, name, description, logo, use, connection, session } = card;
  const [tone, label] = stateOf(card);
  return html`<article class="card" aria-labelledby="${slug}-name" data-provider="${slug}">
    <header>
      <span class="logo" aria-hidden="true">
        ${
          logo === null
            ? name.slice(0, 1)
            : html`<svg viewBox="0 0 24 24" width="28" height="28" fill="currentColor"><path d="${logo}" /></svg>`
        }
      </span>
      <h2 id="${slug}-name">${name}</h2>
      <p class="pill ${tone}">${label}</p>
    </header>
    ${
      connection === null || connection.status === "disconnected"
        ? html`<p>${use?.purpose ?? description}</p>`
        : facts(connection, card.titles)
    }
    ${
      connection?.status === "needs_reconnect" &&
      html`<div class="panel warn">
        <p>
          ${name} no longer accepts the access of <b>${connection.account.name}</b>. Reconnect the same account, and
          everything continues where it stopped.
        </p>
      </div>`
    }
    ${session !== null && lastAttempt(visit, name, session)}
    ${
      connection?.status === "disconnected" &&
      html`<p class="quiet">
        ${connection.account.name} was disconnected on ${time(connection.updatedAt)}, and its access was deleted.
      </p>`
    }
    <footer>
      ${use === null ? html`<p class="quiet">Harbor has no feature for it yet.</p>` : buttons(visit, card, use)}
    </footer>
  </article>`;
}

function stateOf({ connection, session }: Card): readonly [tone: string, label: string] {
  if (session !== null && isOpen(session)) return ["info", "Connecting"];
  if (connection === null) return ["", "Not connected"];
  if (connection.status === "active") return ["good", "Connected"];
  return connection.status === "needs_reconnect" ? ["warn", "Reconnect needed"] : ["", "Disconnected"];
}

function facts({ account, createdAt }: Connection, titles: readonly string[]): Html {
  return html`<dl>
    <div>
      <dt>Account</dt>
      <dd>${account.name}</dd>
    </div>
    <div>
      <dt>Since</dt>
      <dd>${time(createdAt)}</dd>
    </div>
    <div>
      <dt>Harbor may</dt>
      <dd>
        <ul>
          ${titles.map((title) => html`<li>${title}</li>`)}
        </ul>
      </dd>
    </div>
  </dl>`;
}

/** The result of the last session, unless it was completed. */
function lastAttempt(visit: Visit, name: string, session: Started): Part {
  const { status, code, id, startedAt } = session;
  if (status === "completed") return null;
  if (isOpen(session)) {
    return html`<div class="panel info">
      <p>
        You started connecting at ${time(startedAt)}. Finish in the window that opened, or start again: the earlier
        attempt then ends.
      </p>
      <form method="post" action="/connect/cancel">
        ${csrfField(visit)}<input type="hidden" name="session" value="${id}" />
        <button class="link">Cancel this attempt</button>
      </form>
    </div>`;
  }
  const [title, text] = endings(name, status, code);
  return html`<div class="panel ${status === "failed" ? "bad" : "note"}">
    <p><b>${title}</b> ${text}</p>
  </div>`;
}

function endings(name: string, status: string, code: string): readonly [title: string, text: string] {
  if (status === "cancelled") return ["You cancelled.", "Nothing was changed. You can start again at any time."];
  if (status === "expired") {
    return [
      "That took too long.",
      "The attempt ended after a while, and nothing was changed. Start again when you have the token at hand.",
    ];
  }
  switch (code) {
    case "CREDENTIAL_REJECTED":
      return [
        `${name} refused the token five times.`,
        `Nothing was stored. Create a new token at ${name}, then start again.`,
      ];
    case "CONNECTION_ACCOUNT_MISMATCH":
      return ["That was another account.", "Reconnect with the account that you connected first, or disconnect it."];
    case "COMPLETION_CODE_INVALID":
      return ["We couldn't confirm that it was you.", "Nothing was connected. Start again in this browser."];
    default:
      return [
        "It couldn't be connected.",
        `Nothing was stored. Start again; if it fails again, tell us ${code === "" ? "what you saw" : code}.`,
      ];
  }
}

function buttons(visit: Visit, { slug, name, connection, session }: Card, use: Use): Html {
  const isActive = connection?.status === "active";
  const isLive = connection !== null && connection.status !== "disconnected";
  const isConnecting = session !== null && isOpen(session);
  const verb = isLive ? "Reconnect" : isConnecting ? "Start again" : "Connect";
  return html`${isActive && html`<a class="button" href="${use.path}">${use.label}</a>`}
    <form method="post" action="/connect/start" data-connect>
      ${csrfField(visit)}<input type="hidden" name="provider" value="${slug}" />
      <button class="${isActive ? "quiet" : "main"}">${verb}<span class="unseen"> ${name}</span></button>
    </form>
    ${isLive && html`<a class="danger" href="/disconnect/${connection.id}">Disconnect<span class="unseen"> ${name}</span></a>`}`;
}

const happened: Readonly<Record<string, string>> = {
  "connection.created": "was connected",
  "connection.updated": "was reconnected",
  "connection.expiring": "expires soon: reconnect it",
  "connection.needs_reconnect": "needs to be reconnected",
  "connection.disconnected": "was disconnected",
  "connect_session.failed": "couldn't be connected",
  "connect_session.cancelled": ": an attempt to connect was cancelled",
  "connect_session.expired": ": an attempt to connect expired",
};

/** Events from webhooks, newest first. */
function activity(events: readonly Received[]): Part {
  const known = events.filter(({ type }) => happened[type] !== undefined);
  if (known.length === 0) return null;
  return html`<section aria-labelledby="activity">
    <h2 id="activity">Activity</h2>
    <ul class="log">
      ${known.map(({ provider, type, at }) => {
        const text = happened[type] ?? "";
        return html`<li><span>${nameOf(provider)}${text.startsWith(":") ? text : ` ${text}`}</span> ${time(at)}</li>`;
      })}
    </ul>
  </section>`;
}

/** The question before a connection is disconnected. */
export function disconnectView(visit: Visit, { id, provider, account }: Connection): Html {
  const name = nameOf(provider);
  return layout(visit, {
    title: `Disconnect ${name}`,
    path: "/integrations",
    body: html`<section class="card narrow">
      <h1>Disconnect ${name}?</h1>
      <p>
        Harbor loses its access to <b>${account.name}</b>. The stored token is destroyed immediately, and this can't be
        undone.
      </p>
      <p>
        Nothing changes at ${name}. If you gave Harbor a token of its own, delete it there too. You can connect again
        later.
      </p>
      <form class="row" method="post" action="/disconnect/${id}">
        ${csrfField(visit)}
        <button class="main danger-button">Disconnect ${name}</button>
        <a class="button quiet" href="/integrations">Keep it</a>
      </form>
    </section>`,
  });
}
