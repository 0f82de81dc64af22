/** Tenants of all service clients. */
import { tenantLabelPattern } from "@svc/contract";
import type { TenantRow } from "../../../domain/tenants/port.ts";
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { ago, badge, card, emptyState, facts, idCell, moment, pageHead, table, type Column } from "../elements.ts";
import { scopeFilters, textFilter } from "../filters.ts";
import { linkButton, linkTo } from "../forms.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { isolated, markup, emptyHtml } from "../../html/markup.ts";
import { clientName, loadView, type View } from "../names.ts";
import { connectionColumns } from "./connections.ts";
import { executionColumns } from "./executions.ts";

/** `/tenants` and one tenant. */
export const tenantRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/tenants",
    respond: list,
    section: {
      name: "Tenants",
      icon: markup`<path d="M2.500 14V2.500h7V14M9.500 6.500h4V14M1.500 14h13M5 5.500h2M5 8.500h2M5 11.500h2"/>`,
    },
  },
  { method: "GET", role: "viewer", path: "/tenants/:tenant", respond: one },
];

function tenantColumns(view: View): readonly Column<TenantRow>[] {
  return [
    {
      name: "Name",
      cell: ({ id, displayName }) => markup`<a class="strong" href="/tenants/${id}">${isolated(displayName)}</a>`,
    },
    { name: "External ID", cell: (row) => row.externalId },
    { name: "Label", cell: ({ label }) => label ?? emptyHtml },
    { name: "Service client", cell: (row) => clientName(row.clientId, view) },
    { name: "Created", cell: ({ createdAt }) => ago(createdAt, view.nowMs) },
    { name: "ID", cell: ({ id }) => idCell(id, "short"), kind: "minor" },
  ];
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const path = "/tenants";
  const filters = [
    ...(await scopeFilters(request, ["client"])),
    textFilter(query, { name: "externalId", label: "External ID (exact)" }),
    textFilter(query, { name: "label", label: "Label (exact)", form: labelForm }),
  ];
  const otherwise = emptyState(
    "No tenants yet",
    "Service clients create a tenant for each of their customers through the API.",
  );
  return await listingPage(request, {
    path,
    title: "Tenants",
    filters,
    load: async (cursor) => {
      const { rows, next } = await services.overview.tenants({
        clientId: readField(query, "client"),
        externalId: readField(query, "externalId"),
        label: readField(query, "label"),
        cursor,
      });
      const view = await loadView(request, rows);
      const empty = emptyListing({ path, filters }, "tenants", otherwise);
      return { rows: table("Tenants, newest first", tenantColumns(view), rows, empty), next };
    },
  });
}

const labelForm = {
  pattern: new RegExp(tenantLabelPattern),
  wanted: "A label has lowercase letters, digits, dots, underscores and hyphens, and begins with a letter or digit.",
};

const shownMax = 5;

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params } = request;
  const { overview } = services;
  const tenant = await overview.tenant(params["tenant"] ?? "");
  const { id, clientId, displayName, externalId, label, createdAt, deletedAt } = tenant;
  const scope = { clientId: null, tenantId: id, provider: null, status: null, cursor: undefined };
  const connections = await overview.connections({ ...scope, clientId });
  const any = { connectionId: null, actionId: null, since: null, until: null };
  const executions = await overview.executions({ ...scope, ...any });
  const [theirs, newest] = [connections.rows.slice(0, shownMax), executions.rows.slice(0, shownMax)];
  const view = await loadView(request, [tenant, ...theirs, ...newest]);
  const of = [["tenant", id]] as const;
  const all = (href: string, count: number) =>
    count === 0 ? emptyHtml : markup`<a href="${href}">Show all<span class="unseen"> of this tenant</span></a>`;
  const main = markup`${pageHead(
    isolated(displayName),
    linkButton("Audit trail", linkTo("/audit", [["chain", clientId], ...of])),
    { of: { name: "Tenants", path: "/tenants" } },
  )}
${card(
  "Tenant",
  facts([
    ["Status", deletedAt === null ? badge("Active", "good") : badge("Deleted")],
    ["External ID", externalId],
    ...(label === null ? [] : [["Label", label] as const]),
    ["Service client", clientName(clientId, view)],
    ["Created", moment(createdAt, view.nowMs)],
    ...(deletedAt === null ? [] : [["Deleted", moment(deletedAt, view.nowMs)] as const]),
    ["ID", idCell(id)],
  ]),
)}
<section class="card list"><div class="card-head"><h2>Connections</h2>${all(linkTo("/connections", of), theirs.length)}</div>
${table("The tenant's connections", withoutTenant(connectionColumns(view)), theirs, emptyState("No connections"))}</section>
<section class="card list"><div class="card-head"><h2>Latest executions</h2>${all(linkTo("/executions", of), newest.length)}</div>
${table("The tenant's latest executions", withoutTenant(executionColumns(view)), newest, emptyState("No executions"))}</section>`;
  return { title: "Tenant", main };
}

/** Removes the column that would repeat the page's own tenant. */
function withoutTenant<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.filter(({ name }) => name !== "Tenant");
}
