/** The audit trail: one chain per service client, and the deployment's own. */
import type { ChainedEvent } from "../../../domain/journal/port.ts";
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { journalTypes } from "../../../domain/journal/types.ts";
import type { EventDelivery } from "../../../domain/operators/port.ts";
import type { Search } from "../../../domain/operators/search.ts";
import { deploymentChain } from "../../../domain/operators/overview.ts";
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
  twoLines,
  type Column,
} from "../elements.ts";
import { linkTo } from "../forms.ts";
import { choiceFilter, scopeFilters, textFilter, type Filter } from "../filters.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { emptyHtml, isolated, joined, markup, type Html } from "../../html/markup.ts";
import { subjectCell } from "../found.ts";
import {
  actorName,
  clientName,
  endpointLink,
  endpointPlace,
  entryPath,
  tenantLink,
  loadView,
  type View,
} from "../names.ts";

/** `/audit`, and one entry. */
export const auditRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/audit",
    respond: list,
    section: { name: "Audit trail", icon: markup`<path d="M3.500 1.750h9v12.500h-9zM6 5h4M6 8h4M6 11h2.500"/>` },
  },
  { method: "GET", role: "viewer", path: "/audit/:chain/:entry", respond: one },
];

type Found = Awaited<ReturnType<Search["identify"]>>;

/** A line breaks between the words of a type, and not within one. */
function breakable(type: string): Html {
  return joined(type.split(/(?<=[._])/).flatMap((part, at) => (at === 0 ? [markup`${part}`] : [markup`<wbr>${part}`])));
}

function auditColumns(view: View, found: Found): readonly Column<ChainedEvent>[] {
  return [
    {
      name: "Type",
      cell: ({ type, clientId, seq }) =>
        markup`<a class="strong" href="${entryPath(clientId, seq)}">${breakable(type)}</a>`,
    },
    { name: "By", cell: ({ actor }) => actorName(actor, view) },
    { name: "Tenant", cell: ({ tenantId }) => tenantLink(tenantId, view) },
    { name: "About", cell: ({ subject }) => subjectCell(subject, found) },
    { name: "Details", cell: ({ data }) => renderDetails(data) },
    { name: "Created", cell: ({ at }) => ago(at, view.nowMs) },
    { name: "Number", cell: ({ seq }) => String(seq), kind: "number" },
  ];
}

function renderDetails(data: ChainedEvent["data"]): Html {
  const entries = Object.entries(data).filter(([, value]) => value !== "");
  if (entries.length === 0) return muted("None");
  return markup`${entries.map(
    ([name, value]) =>
      markup`<span class="detail"><span class="muted">${name}</span> ${isolated(String(value))}</span>`,
  )}`;
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const path = "/audit";
  const types = Object.keys(journalTypes).sort();
  const filters = [
    await chainFilter(request),
    choiceFilter(query, { name: "type", label: "Type", choices: types.map((type) => [type, type]), what: "type" }),
    ...(await scopeFilters(request, ["tenant"])),
    textFilter(query, { name: "subject", label: "About (ID)", form: subjectForm }),
  ];
  return await listingPage(request, {
    path,
    title: "Audit trail",
    intro: markup`Each service client has its own chain of entries, and so does the deployment. To verify them, run
<code>svc-server audit verify</code>.`,
    filters,
    load: async (cursor) => {
      const { rows, next } = await services.overview.audit({
        clientId: readField(query, "chain") ?? "",
        type: readField(query, "type"),
        tenantId: readField(query, "tenant"),
        subject: readField(query, "subject"),
        cursor,
      });
      const view = await loadView(request, rows);
      const found = await services.search.identify(rows.map(({ subject }) => subject));
      const empty = emptyListing({ path, filters }, "entries in this chain", emptyState("No entries yet"));
      return { rows: table("Entries, newest first", auditColumns(view, found), rows, empty), next };
    },
  });
}

async function chainFilter(request: ConsoleRequest): Promise<Filter> {
  const value = readField(request.query, "chain");
  const query = new URLSearchParams(value === null ? [] : [["client", value]]);
  const [client] = await scopeFilters({ ...request, query }, ["client"]);
  return { label: "", value: "", ...client, name: "chain", unset: "The deployment" };
}

const subjectForm = { pattern: /^[\w.:-]+$/, wanted: "Write the ID of what the entries are about, without spaces." };

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params } = request;
  const { entry, deliveries } = await services.overview.entry(
    params["chain"] ?? deploymentChain,
    params["entry"] ?? "",
  );
  const { clientId, tenantId, type, seq, actor, subject, data, publicSeq } = entry;
  const view = await loadView(request, [entry]);
  const found = await services.search.identify([subject]);
  const main = markup`${pageHead(type, emptyHtml, { of: { name: "Audit trail", path: linkTo("/audit", [["chain", clientId]]) } })}
${card(
  "Entry",
  facts([
    ["By", actorName(actor, view)],
    ["About", subjectCell(subject, found)],
    ["Tenant", tenantLink(tenantId, view)],
    ["Chain", clientId === "" ? "The deployment" : clientName(clientId, view)],
    ["Details", renderDetails(data)],
    ["Created", moment(entry.at, view.nowMs)],
    ["Number", String(seq)],
    ["ID", idCell(entry.id)],
    ["Hash", idCell(entry.hash)],
  ]),
)}
${publicSeq === 0 ? emptyHtml : deliveriesCard(deliveries, view)}`;
  return { title: type, main };
}

const deliveryTones = { pending: "quiet", delivered: "good", failed: "bad" } as const;
const deliveryLabels = { pending: "Pending", delivered: "Delivered", failed: "Failed" } as const;

function deliveriesCard(deliveries: readonly EventDelivery[], { nowMs }: View): Html {
  const columns: readonly Column<EventDelivery>[] = [
    { name: "Endpoint", cell: ({ endpoint }) => twoLines(endpointLink(endpoint), endpointPlace(endpoint)) },
    { name: "Status", cell: ({ status }) => badge(deliveryLabels[status], deliveryTones[status]), kind: "status" },
    { name: "Attempts", cell: ({ attempts }) => String(attempts) },
    { name: "Last attempt", cell: ({ attemptedAt }) => ago(attemptedAt, nowMs, "Not yet") },
  ];
  const none = emptyState(
    "No deliveries",
    "No endpoint has this type, or the deliveries are older than the event log.",
  );
  return markup`<section class="card list"><div class="card-head"><h2>Deliveries</h2></div>
${table("Deliveries of this event", columns, deliveries, none)}</section>`;
}
