/** Service clients and their keys. Only the public part of a key is ever shown again. */
import {
  auditActor,
  readCursor,
  readField,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
  type Forms,
} from "../console.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../../../domain/service-clients/port.ts";
import { presentReach } from "../../../domain/tenants/port.ts";
import { ago, badge, emptyState, facts, idCell, muted, pageHead, visuallyHiddenLabel, table } from "../elements.ts";
import { buttonForm, pager } from "../forms.ts";
import { confirmPage } from "../frame.ts";
import { isolated, joined, markup, emptyHtml, type Html } from "../../html/markup.ts";
import { clientName, loadView, tenantLink, type View } from "../names.ts";

/** `/keys`, and revoking a key. */
export const keyRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/keys",
    respond: list,
    section: {
      name: "Service keys",
      icon: markup`<circle cx="5" cy="11" r="3"/><path d="M7.200 8.800 13.500 2.500M11 5l2 2M9 7l1.500 1.500"/>`,
    },
  },
  { method: "POST", role: "admin", path: "/keys/:client/:key/revoke", respond: revoke },
];

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query, forms } = request;
  const { rows, next } = await services.overview.clients({ cursor: readCursor(request) });
  const view = await loadView(
    request,
    rows.flatMap(({ client, keys }) => [
      { clientId: client.id },
      ...keys.flatMap(({ tenants }) => (presentReach(tenants).tenants ?? []).map((tenantId) => ({ tenantId }))),
    ]),
  );
  const isDone = readField(query, "done") === "revoked";
  const notice = isDone
    ? markup`<p class="notice" role="status">Revoked. Every server refuses it within a second.</p>`
    : emptyHtml;
  const clients = rows.map(({ client, keys }) => clientPart(client, keys, { view, forms }));
  const none = emptyState(
    "No service clients yet",
    markup`A service client is a backend that calls the API. Create one on the server:
<code>svc-server service-clients create --name backend</code>`,
  );
  const main = markup`${pageHead("Service keys", emptyHtml, {
    intro: markup`To create or rotate a key, use <code>svc-server service-clients</code> on the server. It shows the key only once.`,
  })}
${notice}
${rows.length === 0 ? markup`<div class="card list">${none}</div>` : joined(clients)}
${pager("/keys", query, next)}`;
  return { title: "Service keys", main };
}

function clientPart(
  client: ServiceClientRow,
  keys: readonly ServiceKeyRow[],
  { view, forms }: { view: View; forms: Forms },
): Html {
  const allowed = client.allowedActions.join(", ") || "nothing";
  const revoked = client.revokedAt === null ? emptyHtml : badge("Revoked", "bad");
  return markup`<section class="card list"><div class="card-head"><div><h2>${clientName(client.id, view)} ${revoked}</h2>
<span class="hint">Allowed actions: ${allowed} · created ${ago(client.createdAt, view.nowMs)}</span></div>${idCell(client.id, "short")}</div>
${table(
  markup`Keys of ${isolated(client.name)}`,
  [
    { name: "Name", cell: ({ name }) => markup`<span class="strong">${isolated(name)}</span>` },
    { name: "State", cell: (key) => stateBadge(key, view.nowMs), kind: "status" },
    { name: "Tenants", cell: (key) => tenantsOf(key, view) },
    { name: "Public ID", cell: ({ id }) => markup`<code>svc_live_${id}…</code>` },
    { name: "Created", cell: ({ createdAt }) => ago(createdAt, view.nowMs) },
    { name: "Expires", cell: ({ expiresAt }) => ago(expiresAt, view.nowMs) },
    { name: "Action", cell: (key) => keyAction(client, key, { view, forms }) },
  ],
  keys,
  emptyState("No keys"),
)}</section>`;
}

function keyAction(client: ServiceClientRow, key: ServiceKeyRow, { view, forms }: { view: View; forms: Forms }): Html {
  if (!isActive(key, view.nowMs)) {
    return key.revokedAt === null ? muted("None") : markup`${muted("Revoked")} ${ago(key.revokedAt, view.nowMs)}`;
  }
  return buttonForm({
    path: `/keys/${client.id}/${key.id}/revoke`,
    forms,
    label: visuallyHiddenLabel("Revoke…", markup`key ${isolated(key.name)} of ${isolated(client.name)}`),
    tone: "grave",
  });
}

function tenantsOf({ tenants }: ServiceKeyRow, view: View): Html {
  if (tenants === null) return muted("All");
  if ("label" in tenants) return markup`Label <code>${tenants.label}</code>`;
  return joined(tenants.ids.map((id) => markup`<div>${tenantLink(id, view)}</div>`));
}

function isActive({ revokedAt, expiresAt }: ServiceKeyRow, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > nowMs);
}

function stateBadge(key: ServiceKeyRow, nowMs: number): Html {
  if (isActive(key, nowMs)) return badge("Active", "good");
  return key.revokedAt === null ? badge("Expired") : badge("Revoked");
}

async function revoke(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form, forms } = request;
  const { client = "", key = "" } = params;
  if (readField(form, "confirm") !== "yes") {
    const view = await loadView(request, [{ clientId: client, actor: `key:${key}` }]);
    const text = markup`<p>Every server refuses the key within a second, and its callers get 401 until they have another one. You can't
undo this.</p>
${facts([
  ["Service client", clientName(client, view)],
  ["Key", view.names.keys.get(key) ?? ""],
  ["Public ID", markup`<code>svc_live_${key}…</code>`],
])}`;
    const path = `/keys/${client}/${key}/revoke`;
    const label = "Revoke for good";
    return confirmPage({ title: "Revoke this key?", text, path, forms, label, back: "/keys", tone: "grave" });
  }
  await services.serviceClients(auditActor(request)).revokeKey(client, key);
  return { location: "/keys?done=revoked" };
}
