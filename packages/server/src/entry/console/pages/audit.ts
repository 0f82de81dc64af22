/** The audit trail: one chain per service client, and the deployment's own. */
import type { ChainedEvent } from "../../../domain/journal/port.ts";
import { readCursor, readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { ago, emptyState, idCell, muted, pageHead, shortId, table, type Column } from "../elements.ts";
import { filterForm, pager, type Filter, scopeFilters } from "../forms.ts";
import { isolated, joined, markup, emptyHtml, type Html } from "../../html/markup.ts";
import { actorName, clientChoices, tenantLink, loadView, type View } from "../names.ts";

/** `/audit`. */
export const auditRoute: ConsoleRoute = {
  method: "GET",
  role: "viewer",
  path: "/audit",
  respond: list,
  section: { name: "Audit", icon: markup`<path d="M3.500 1.750h9v12.500h-9zM6 5h4M6 8h4M6 11h2.500"/>` },
};

function auditColumns(view: View): readonly Column<ChainedEvent>[] {
  return [
    { name: "Event", cell: ({ type }) => markup`<code class="strong">${type}</code>` },
    { name: "Actor", cell: ({ actor }) => actorName(actor, view) },
    { name: "Tenant", cell: ({ tenantId }) => tenantLink(tenantId, view) },
    { name: "Subject", cell: ({ subject }) => subjectCell(subject) },
    { name: "Details", cell: ({ data }) => renderDetails(data) },
    { name: "At", cell: ({ at }) => ago(at, view.nowMs) },
    { name: "Number", cell: ({ seq }) => String(seq), kind: "number" },
  ];
}

const pagesByPrefix: ReadonlyMap<string, string> = new Map([
  ["act", "/executions"],
  ["con", "/connections"],
  ["ten", "/tenants"],
  ["whe", "/webhooks"],
]);

/** Renders the id of an event's subject, with a link if it has a page. */
function subjectCell(subject: string): Html {
  const page = pagesByPrefix.get(subject.split("_", 1)[0] ?? "");
  if (page === undefined) return idCell(subject, "short");
  return markup`<a href="${page}/${subject}" title="${subject}"><code>${shortId(subject)}</code></a>`;
}

function renderDetails(data: ChainedEvent["data"]): Html {
  const entries = Object.entries(data).filter(([, value]) => value !== "");
  if (entries.length === 0) return muted("None");
  return joined(
    entries.map(([name, value]) => markup`<span class="muted">${name}</span> ${isolated(String(value))}`),
    "<br>",
  );
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const clientId = readField(query, "chain") ?? "";
  const type = readField(query, "type");
  const tenantId = readField(query, "tenant");
  const subject = readField(query, "subject");
  const filters = { clientId, type, tenantId, subject };
  const { rows, next } = await services.overview.audit({ ...filters, cursor: readCursor(request) });
  const view = await loadView(request, rows);
  const form: Filter[] = [
    {
      name: "chain",
      label: "Chain",
      value: clientId,
      choices: clientChoices(await services.overview.clientNames()),
      unset: "The deployment",
    },
    { name: "type", label: "Event (exact)", value: type ?? "" },
    ...(await scopeFilters(request, ["tenant"])),
    { name: "subject", label: "Subject ID", value: subject ?? "" },
  ];
  const empty = emptyState(
    "No events in this chain match these filters",
    markup`<a href="/audit">Show the deployment's chain</a>`,
  );
  const main = markup`${pageHead("Audit", emptyHtml, {
    intro: markup`Each service client has its own chain of events, and so does the deployment. To verify them, run
<code>svc-server audit verify</code>.`,
  })}
<div class="bar">${filterForm("/audit", form)}</div>
<div class="card list">${table("Events, newest first", auditColumns(view), rows, empty)}
${pager("/audit", query, next)}</div>`;
  return { title: "Audit", main };
}
