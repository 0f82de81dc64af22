/** The keys of a service client, and revoking one. Only the public part of a key is ever shown again. */
import {
  auditActor,
  readField,
  type ConsoleRequest,
  type ConsoleResponse,
  type ConsoleRoute,
  type Forms,
} from "../console.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../../../domain/service-clients/port.ts";
import { presentReach } from "../../../domain/tenants/port.ts";
import { ago, badge, emptyState, facts, muted, table, visuallyHiddenLabel } from "../elements.ts";
import { buttonForm, linkButton } from "../forms.ts";
import { confirmPage } from "../frame.ts";
import { emptyHtml, isolated, joined, markup, type Html } from "../../html/markup.ts";
import { clientName, loadView, tenantLink, type View } from "../names.ts";

/** The forms for the keys of a service client. */
export const serviceKeyRoutes: readonly ConsoleRoute[] = [
  { method: "POST", role: "admin", path: "/service-clients/:client/keys/:key/revoke", respond: revoke },
];

/** The tenants that the keys are restricted to, as rows whose names can be looked up. */
export function reachedTenants(keys: readonly ServiceKeyRow[]): { tenantId: string }[] {
  return keys.flatMap(({ tenants }) => (presentReach(tenants).tenants ?? []).map((tenantId) => ({ tenantId })));
}

/** Whether a key works at a time, in milliseconds since the epoch. */
export function isActiveKey({ revokedAt, expiresAt }: ServiceKeyRow, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > nowMs);
}

/** Renders the keys of a service client. */
export function keysCard(
  client: ServiceClientRow,
  keys: readonly ServiceKeyRow[],
  { view, forms }: { view: View; forms: Forms },
): Html {
  const { nowMs } = view;
  const path = `/service-clients/${client.id}/keys`;
  const isShown = client.revokedAt === null && forms.allows(`${path}/create`);
  const add = isShown ? linkButton("New key", `${path}/new`) : emptyHtml;
  return markup`<section class="card list"><div class="card-head"><h2>Service keys</h2>${add}</div>
${table(
  markup`Keys of ${isolated(client.name)}`,
  [
    { name: "Name", cell: ({ id, name }) => markup`<span class="strong" id="key-${id}">${isolated(name)}</span>` },
    { name: "Status", cell: (key) => statusBadge(key, nowMs), kind: "status" },
    { name: "Tenants", cell: (key) => tenantsOf(key, view) },
    { name: "Rights", cell: rightsOf },
    { name: "Public ID", cell: ({ id }) => markup`<code class="tail">svc_live_${id}…</code>` },
    { name: "Created", cell: ({ createdAt }) => ago(createdAt, nowMs) },
    { name: "Expires", cell: ({ expiresAt }) => ago(expiresAt, nowMs) },
    { name: "Action", cell: (key) => keyAction(client, key, { nowMs, forms }) },
  ],
  keys,
  emptyState("No keys"),
)}</section>`;
}

function keyAction(
  client: ServiceClientRow,
  key: ServiceKeyRow,
  { nowMs, forms }: { nowMs: number; forms: Forms },
): Html {
  if (!isActiveKey(key, nowMs)) {
    return key.revokedAt === null ? muted("None") : markup`${muted("Revoked")} ${ago(key.revokedAt, nowMs)}`;
  }
  const path = `/service-clients/${client.id}/keys/${key.id}`;
  if (!forms.allows(`${path}/revoke`)) return emptyHtml;
  const about = markup`of the key ${isolated(key.name)}`;
  const rotate = visuallyHiddenLabel("Rotate…", markup`key ${isolated(key.name)} of ${isolated(client.name)}`);
  return markup`<div class="tools"><a class="button" href="${path}/edit">${visuallyHiddenLabel("Rights", about)}</a>${buttonForm(
    {
      path: `${path}/rotate`,
      forms,
      label: rotate,
    },
  )}${buttonForm({
    path: `${path}/revoke`,
    forms,
    label: visuallyHiddenLabel("Revoke…", markup`key ${isolated(key.name)} of ${isolated(client.name)}`),
    tone: "grave",
  })}</div>`;
}

function rightsOf({ policyRules, mayDecide }: ServiceKeyRow): Html {
  const rules = policyRules.length === 0 ? "no rules" : `${policyRules.length} rules of its own`;
  return markup`${rules}${mayDecide ? ", decides" : ""}`;
}

function tenantsOf({ tenants }: ServiceKeyRow, view: View): Html {
  if (tenants === null) return muted("All");
  if ("label" in tenants) return markup`Label <code>${tenants.label}</code>`;
  return joined(tenants.ids.map((id) => markup`<div>${tenantLink(id, view)}</div>`));
}

function statusBadge(key: ServiceKeyRow, nowMs: number): Html {
  if (isActiveKey(key, nowMs)) return badge("Active", "good");
  return key.revokedAt === null ? badge("Expired") : badge("Revoked");
}

async function revoke(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form, forms } = request;
  const { client = "", key = "" } = params;
  const back = `/service-clients/${client}`;
  if (readField(form, "confirm") !== "yes") {
    const view = await loadView(request, [{ clientId: client, actor: `key:${key}` }]);
    const text = markup`<p>Every server refuses the key within a second, and its callers get 401 until they have another one. You can't
undo this.</p>
${facts([
  ["Service client", clientName(client, view)],
  ["Key", view.names.keys.get(key) ?? ""],
  ["Public ID", markup`<code>svc_live_${key}…</code>`],
])}`;
    const path = `${back}/keys/${key}/revoke`;
    const label = "Revoke for good";
    return confirmPage({ title: "Revoke this key?", text, path, forms, label, back, tone: "grave" });
  }
  await services.serviceClients(auditActor(request)).revokeKey(client, key);
  return { location: `${back}?done=key_revoked` };
}
