/** Tenants of all service clients. */
import { cursorOf, textOf, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { badge, facts, filterForm, idCell, linkTo, pager, table, time, type Filter } from "../elements.ts";
import { isolated, markup } from "../markup.ts";

/** `/tenants` and one tenant. */
export const tenantRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/tenants", answer: list },
  { method: "GET", path: "/tenants/:tenant", answer: one },
];

/** Returns the filter for a listing's service client. */
export async function clientFilter({ services, query }: ConsoleRequest): Promise<Filter> {
  const names = await services.overview.clientNames();
  const choices = names.map(({ id, name }) => [id, name] as const);
  return { name: "client", label: "Service client", value: textOf(query, "client") ?? "", choices };
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const clientId = textOf(query, "client");
  const externalId = textOf(query, "externalId");
  const { rows, next } = await services.overview.tenants({ clientId, externalId, cursor: cursorOf(request) });
  const main = markup`<h1>Tenants</h1>
${filterForm("/tenants", [
  await clientFilter(request),
  { name: "externalId", label: "External id (exact)", value: externalId ?? "" },
])}
${table(
  "Newest first",
  [
    { name: "Tenant", cell: ({ id }) => idCell(id, `/tenants/${id}`) },
    { name: "Name", cell: ({ displayName }) => displayName },
    { name: "External id", cell: (row) => row.externalId },
    { name: "Service client", cell: (row) => idCell(row.clientId) },
    { name: "Created", cell: ({ createdAt }) => time(createdAt) },
  ],
  rows,
  "No tenants match these filters.",
)}
${pager("/tenants", query, next)}`;
  return { title: "Tenants", main };
}

async function one({ services, params }: ConsoleRequest): Promise<ConsolePage> {
  const tenant = await services.overview.tenant(params["tenant"] ?? "");
  const { id, clientId, displayName, externalId, createdAt, deletedAt } = tenant;
  const client = await services.findClient(clientId);
  const of = [["tenant", id]] as const;
  const main = markup`<h1>${isolated(displayName)}</h1>
${facts([
  ["Tenant", idCell(id)],
  ["State", deletedAt === null ? badge("active", "good") : badge("deleted")],
  ["External id", externalId],
  ["Service client", markup`${isolated(client?.name ?? "")} ${idCell(clientId)}`],
  ["Created", time(createdAt)],
  ["Deleted", time(deletedAt)],
])}
<p class="actions"><a class="button" href="${linkTo("/connections", of)}">Connections</a>
<a class="button" href="${linkTo("/executions", of)}">Executions</a>
<a class="button" href="${linkTo("/audit", [["chain", clientId], ...of])}">Audit</a></p>`;
  return { title: "Tenant", main };
}
