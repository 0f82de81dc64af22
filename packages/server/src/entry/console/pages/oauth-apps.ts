/** The OAuth apps that are registered with providers. Their secrets are never shown. */
import type { StoredOAuthApp } from "../../../domain/oauth/app.ts";
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute, type Forms } from "../console.ts";
import { ago, emptyState, muted, noticePart, table, twoLines, visuallyHiddenLabel } from "../elements.ts";
import { providerFilter, scopeFilters } from "../filters.ts";
import { buttonForm, linkButton, linkTo } from "../forms.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { emptyHtml, isolated, markup, type Html } from "../../html/markup.ts";
import { clientName, loadView, providerName, type View } from "../names.ts";

/** `/oauth-apps`. */
export const oauthAppRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/oauth-apps",
    respond: list,
    section: {
      name: "OAuth apps",
      icon: markup`<rect x="2" y="2" width="5" height="5" rx="1"/><rect x="9" y="9" width="5" height="5" rx="1"/><path d="M9 4.500h5M11.500 2v5M2 11.500h5"/>`,
    },
  },
];

/** What changes apps: the forms, and the providers that send events. */
type Changes = { forms: Forms; senders: ReadonlySet<string> };

/** Renders apps. @param changes for buttons that change them. */
export function appsTable(apps: readonly StoredOAuthApp[], view: View, empty: Html, changes?: Changes): Html {
  return table(
    "OAuth apps",
    [
      { name: "Provider", cell: ({ provider, name }) => twoLines(strong(providerName(provider, view)), name) },
      {
        name: "Service client",
        cell: ({ serviceClientId }) =>
          serviceClientId === "" ? muted("All without an app of their own") : clientName(serviceClientId, view),
      },
      { name: "Client ID", cell: ({ appId }) => isolated(appId) },
      { name: "Secret", cell: () => muted("Stored, never shown") },
      { name: "Changed", cell: ({ updatedAt }) => ago(updatedAt, view.nowMs) },
      ...(changes?.forms.allows("/oauth-apps/set") === true ? [{ name: "Action", cell: deeds(changes) }] : []),
    ],
    apps,
    empty,
  );
}

function deeds({ forms, senders }: Changes): (app: StoredOAuthApp) => Html {
  return ({ provider, serviceClientId: client }) => {
    const fields = { provider, client };
    const about = `the app of ${provider}`;
    const button = (label: string, path: string): Html =>
      markup`<a class="button" href="${linkTo(path, Object.entries(fields))}">${visuallyHiddenLabel(label, about)}</a>`;
    const events = senders.has(provider) ? button("Events", "/oauth-apps/events-secret") : emptyHtml;
    return markup`<div class="tools">${button("Replace", "/oauth-apps/edit")}${events}${buttonForm({
      path: "/oauth-apps/remove",
      forms,
      label: visuallyHiddenLabel("Remove…", about),
      fields,
      tone: "grave",
    })}</div>`;
  };
}

const done: ReadonlyMap<string, string> = new Map([
  ["set", "Set. Every server uses it within a second."],
  ["removed", "Removed."],
  ["events", "The secret for events is set. Every server uses it within a second."],
]);

function strong(name: Html): Html {
  return markup`<span class="strong">${name}</span>`;
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const path = "/oauth-apps";
  const filters = [providerFilter(request), ...(await scopeFilters(request, ["client"]))];
  return await listingPage(request, {
    path,
    title: "OAuth apps",
    intro: "The apps with which users authorize svc at a provider. Apps from the environment aren't listed.",
    tools: request.forms.allows("/oauth-apps/set") ? linkButton("New OAuth app", "/oauth-apps/edit") : emptyHtml,
    notice: noticePart(done.get(readField(query, "done") ?? "")),
    filters,
    load: async () => {
      const [provider, client] = [readField(query, "provider"), readField(query, "client")];
      const apps = (await services.oauthApps()).filter(
        (app) =>
          (provider === null || app.provider === provider) && (client === null || app.serviceClientId === client),
      );
      const view = await loadView(
        request,
        apps.map(({ serviceClientId }) => ({ clientId: serviceClientId })),
      );
      const senders = new Set(services.appProviders().flatMap(({ slug, hasEvents }) => (hasEvents ? [slug] : [])));
      const none = emptyState(
        "No OAuth apps yet",
        request.forms.allows("/oauth-apps/set")
          ? "Users connect to some providers only with one."
          : markup`An admin sets one here, or with <code>svc-server oauth-apps set</code>`,
      );
      return {
        rows: appsTable(apps, view, emptyListing({ path, filters }, "OAuth apps", none), {
          forms: request.forms,
          senders,
        }),
        next: null,
      };
    },
  });
}
