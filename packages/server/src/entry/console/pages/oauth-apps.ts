/** The OAuth apps that are registered with providers. Their secrets are never shown. */
import type { StoredOAuthApp } from "../../../domain/oauth/app.ts";
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { ago, emptyState, muted, table, twoLines } from "../elements.ts";
import { providerFilter, scopeFilters } from "../filters.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { isolated, markup, type Html } from "../../html/markup.ts";
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

/** Renders apps. */
export function appsTable(apps: readonly StoredOAuthApp[], view: View, empty: Html): Html {
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
    ],
    apps,
    empty,
  );
}

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
      const none = emptyState(
        "No OAuth apps yet",
        markup`Set one on the server: <code>svc-server oauth-apps set</code>`,
      );
      return { rows: appsTable(apps, view, emptyListing({ path, filters }, "OAuth apps", none)), next: null };
    },
  });
}
