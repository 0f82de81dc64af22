/** Service clients: what each may do, its keys, and what belongs to it. Only the public part of a key is ever shown. */
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute, type Forms } from "../console.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../../../domain/service-clients/port.ts";
import {
  ago,
  badge,
  card,
  emptyState,
  facts,
  idCell,
  moment,
  muted,
  pageHead,
  table,
  type Column,
} from "../elements.ts";
import { buttonForm, linkButton, linkTo } from "../forms.ts";
import { listingPage } from "../listing.ts";
import { isolated, joined, markup, emptyHtml, type Html } from "../../html/markup.ts";
import { loadView, type View } from "../names.ts";
import { appsTable } from "./oauth-apps.ts";
import { rulesTable } from "./policy-rules.ts";
import { isActiveKey, keysCard, reachedTenants } from "./service-keys.ts";
import { endpointColumns } from "./webhooks.ts";

/** `/service-clients`, and one service client. */
export const serviceClientRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/service-clients",
    respond: list,
    section: {
      name: "Service clients",
      icon: markup`<rect x="2" y="2.500" width="12" height="4.500" rx="1"/><rect x="2" y="9" width="12" height="4.500" rx="1"/><path d="M4.500 4.750h.1M4.500 11.250h.1"/>`,
    },
  },
  { method: "GET", role: "viewer", path: "/service-clients/:client", respond: one },
];

type Listed = { client: ServiceClientRow; keys: readonly ServiceKeyRow[] };

function clientColumns({ nowMs }: View): readonly Column<Listed>[] {
  return [
    {
      name: "Name",
      cell: ({ client: { id, name } }) => markup`<a class="strong" href="/service-clients/${id}">${isolated(name)}</a>`,
    },
    { name: "Status", cell: ({ client }) => statusBadge(client), kind: "status" },
    { name: "Allowed actions", cell: ({ client }) => listText(client.allowedActions, "Nothing") },
    { name: "Keys", cell: ({ keys }) => keyNames(keys, nowMs) },
    { name: "Created", cell: ({ client }) => ago(client.createdAt, nowMs) },
    { name: "ID", cell: ({ client }) => idCell(client.id, "short"), kind: "minor" },
  ];
}

function statusBadge({ revokedAt }: ServiceClientRow): Html {
  return revokedAt === null ? badge("Active", "good") : badge("Revoked");
}

function keyNames(keys: readonly ServiceKeyRow[], nowMs: number): Html {
  return listText(
    keys.filter((key) => isActiveKey(key, nowMs)).map(({ name }) => name),
    "None",
  );
}

function listText(texts: readonly string[], none: string): Html {
  return texts.length === 0 ? muted(none) : joined(texts.map(isolated), ", ");
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, forms } = request;
  return await listingPage(request, {
    path: "/service-clients",
    title: "Service clients",
    intro: "A service client is a backend that calls the API with a service key.",
    tools: forms.allows("/service-clients/create")
      ? linkButton("New service client", "/service-clients/new")
      : emptyHtml,
    filters: [],
    hint: markup`Some things are done only on the server: <a href="/machine">what stays on the machine</a>.`,
    load: async (cursor) => {
      const { rows, next } = await services.overview.clients({ cursor });
      const view = await loadView(request, []);
      const none = emptyState(
        "No service clients yet",
        markup`Create one here, or on the server: <code>svc-server service-clients create --name backend</code>`,
      );
      return { rows: table("Service clients, newest first", clientColumns(view), rows, none), next };
    },
  });
}

const shownMax = 5;

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, forms, query } = request;
  const { client, keys } = await services.overview.client(params["client"] ?? "");
  const { id, name } = client;
  const apps = (await services.oauthApps()).filter(({ serviceClientId }) => ["", id].includes(serviceClientId));
  const endpoints = await services.overview.webhookEndpoints({ clientId: id, cursor: undefined });
  const view = await loadView(request, [{ clientId: id }, ...reachedTenants(keys)]);
  const of = [["client", id]] as const;
  const audit = linkButton("Audit trail", linkTo("/audit", [["chain", id]]));
  const notice = done.get(readField(query, "done") ?? "");
  const shown = endpoints.rows.slice(0, shownMax);
  const all =
    shown.length === 0
      ? emptyHtml
      : markup`<a href="${linkTo("/webhooks", of)}">Show all<span class="unseen"> of its endpoints</span></a>`;
  const main = markup`${pageHead(
    isolated(name),
    markup`${linkButton("Tenants", linkTo("/tenants", of))}${linkButton("Executions", linkTo("/executions", of))}${audit}${deeds(client, forms)}`,
    { of: { name: "Service clients", path: "/service-clients" } },
  )}
${notice === undefined ? emptyHtml : markup`<p class="notice" role="status">${notice}</p>`}
<div class="grid two">${card("Service client", about(client, view))}
${card("Where it may connect users", connecting(client))}</div>
${policyCard(client)}
${keysCard(client, keys, { view, forms })}
<section class="card list"><div class="card-head"><h2>OAuth apps</h2><a href="/oauth-apps">Show all</a></div>
${appsTable(apps, view, emptyState("No OAuth apps"))}</section>
<section class="card list"><div class="card-head"><h2>Webhook endpoints</h2>${all}</div>
${table("Its webhook endpoints", endpointColumns(view), shown, emptyState("No webhook endpoints"))}</section>`;
  return { title: name, main };
}

const done: ReadonlyMap<string, string> = new Map([
  ["key_revoked", "Revoked. Every server refuses the key within a second."],
  ["saved", "Saved. Every server follows within a second."],
  ["revoked", "Revoked, with all of its keys. Every server refuses them within a second."],
]);

function deeds({ id, revokedAt }: ServiceClientRow, forms: Forms): Html {
  const path = `/service-clients/${id}`;
  if (revokedAt !== null || !forms.allows(`${path}/update`)) return emptyHtml;
  return markup`${linkButton("Edit", `${path}/edit`)}${linkButton("Edit rules", `${path}/policy`)}${buttonForm({ path: `${path}/revoke`, forms, label: "Revoke…", tone: "grave" })}`;
}

function about(client: ServiceClientRow, view: View): Html {
  const { appName, logo, agentSignInUrl, createdAt, revokedAt } = client;
  return facts([
    ["Status", statusBadge(client)],
    ["App name", appName === "" ? muted("None: users see the name") : isolated(appName)],
    ["Logo", logo === null ? muted("None") : logo.url],
    ["Agent sign-in page", agentSignInUrl === "" ? muted("None") : agentSignInUrl],
    ["Created", moment(createdAt, view.nowMs)],
    ...(revokedAt === null ? [] : [["Revoked", moment(revokedAt, view.nowMs)] as const]),
    ["ID", idCell(client.id)],
  ]);
}

function connecting({ allowedOrigins, allowedReturnUrls, requireConfirmed, allowImport }: ServiceClientRow): Html {
  return facts([
    ["Allowed origins", lines(allowedOrigins)],
    ["Return URLs", lines(allowedReturnUrls)],
    ["Completion", requireConfirmed ? "confirmed by its backend" : "automatic"],
    ["Import", allowImport ? "may import credentials" : "may not import credentials"],
  ]);
}

function policyCard({ allowedActions, settleByState, policyRules }: ServiceClientRow): Html {
  return markup`<section class="card list"><div class="card-head"><h2>Policy</h2></div>
<div class="inset">${facts([
    ["Allowed actions", lines(allowedActions, "Nothing: an empty list allows nothing")],
    ["Settle by state", settleByState ? "on" : "off"],
  ])}</div>
${rulesTable(policyRules)}</section>`;
}

function lines(texts: readonly string[], none = "None"): Html {
  return texts.length === 0 ? muted(none) : joined(texts.map((text) => markup`<div><code>${text}</code></div>`));
}
