/** The audit trail: one chain per service client, and the deployment's own. */
import type { ChainedEvent } from "../../../domain/audit/port.ts";
import { cursorOf, textOf, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { filterForm, idCell, pager, table, time, type Column } from "../elements.ts";
import { isolated, joined, markup } from "../markup.ts";

/** `/audit`. */
export const auditRoute: ConsoleRoute = { method: "GET", path: "/audit", answer: list };

const columns: readonly Column<ChainedEvent>[] = [
  { name: "At", cell: ({ at }) => time(at) },
  { name: "Number", cell: ({ seq }) => String(seq) },
  { name: "Event", cell: ({ type }) => markup`<code>${type}</code>` },
  { name: "Actor", cell: ({ actor }) => markup`<code>${actor}</code>` },
  { name: "Subject", cell: ({ subject }) => idCell(subject) },
  { name: "Tenant", cell: ({ tenantId }) => (tenantId === "" ? idCell("") : idCell(tenantId, `/tenants/${tenantId}`)) },
  { name: "Details", cell: ({ data }) => detailsOf(data) },
];

function detailsOf(data: ChainedEvent["data"]) {
  const entries = Object.entries(data).filter(([, value]) => value !== "");
  return joined(
    entries.map(([name, value]) => markup`<span class="muted">${name}</span> ${isolated(String(value))}`),
    "<br>",
  );
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const clientId = textOf(query, "chain") ?? "";
  const type = textOf(query, "type");
  const tenantId = textOf(query, "tenant");
  const subject = textOf(query, "subject");
  const filters = { clientId, type, tenantId, subject };
  const { rows, next } = await services.overview.audit({ ...filters, cursor: cursorOf(request) });
  const names = await services.overview.clientNames();
  const main = markup`<h1>Audit</h1>
<p>Each service client has its own chain, and so does the deployment. <code>svc-server audit verify</code> verifies them.</p>
${filterForm("/audit", [
  {
    name: "chain",
    label: "Chain",
    value: clientId,
    choices: names.map(({ id, name }) => [id, name]),
    unset: "the deployment",
  },
  { name: "type", label: "Event (exact)", value: type ?? "" },
  { name: "tenant", label: "Tenant id", value: tenantId ?? "" },
  { name: "subject", label: "Subject id", value: subject ?? "" },
])}
${table("Newest first", columns, rows, "No events in this chain match these filters.")}
${pager("/audit", query, next)}`;
  return { title: "Audit", main };
}
