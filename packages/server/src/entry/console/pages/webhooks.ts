/** Webhook endpoints and their deliveries. Only the host of an address is shown, because the rest may be a secret. */
import type { WebhookDelivery } from "@svc/contract";
import type { WebhookEndpointRow } from "../../../domain/webhooks/port.ts";
import {
  callerFor,
  readCursor,
  readChoice,
  readField,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
  auditActor,
  type ConsoleResponse,
  type Forms,
} from "../console.ts";
import {
  ago,
  badge,
  card,
  emptyState,
  facts,
  idCell,
  live,
  liveToggle,
  moment,
  muted,
  pageHead,
  twoLines,
  visuallyHiddenLabel,
  table,
  type Column,
} from "../elements.ts";
import { choiceFilter, filterFaults, filterBar, scopeFilters, type Filter } from "../filters.ts";
import { buttonForm, linkButton, linkTo, pager } from "../forms.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { isolated, markup, emptyHtml, type Html } from "../../html/markup.ts";
import { clientName, endpointLink, endpointName, endpointPlace, entryPath, loadView, type View } from "../names.ts";
import { confirmPage } from "../frame.ts";

/** `/webhooks`, and one endpoint with its deliveries. */
export const webhookRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/webhooks",
    respond: list,
    section: {
      name: "Webhook endpoints",
      icon: markup`<path d="M8 2.500v6M5.500 6 8 8.500 10.500 6M2.500 9.500v4h11v-4"/>`,
    },
  },
  { method: "GET", role: "viewer", path: "/webhooks/:endpoint", respond: one },
];

const statuses = ["pending", "delivered", "failed"] as const;
const statusLabels = { pending: "Pending", delivered: "Delivered", failed: "Failed" } as const;
const deliveriesShown = 25;

/** The columns of a listing of endpoints. */
export function endpointColumns(view: View): readonly Column<WebhookEndpointRow>[] {
  return [
    { name: "Endpoint", cell: (row) => twoLines(endpointLink(row), endpointPlace(row)) },
    { name: "Status", cell: statusBadge, kind: "status" },
    { name: "Events", cell: ({ eventTypes }) => eventTypes.join(", ") },
    { name: "Failing since", cell: ({ failingSince }) => ago(failingSince, view.nowMs, "Not failing") },
    { name: "Service client", cell: ({ clientId }) => clientName(clientId, view) },
    { name: "Created", cell: ({ createdAt }) => ago(createdAt, view.nowMs) },
    { name: "ID", cell: ({ id }) => idCell(id, "short"), kind: "minor" },
  ];
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const path = "/webhooks";
  const filters = await scopeFilters(request, ["client"]);
  const otherwise = emptyState(
    "No webhook endpoints yet",
    "Service clients create endpoints through the API to receive events.",
  );
  return await listingPage(request, {
    path,
    title: "Webhook endpoints",
    filters,
    isLive: true,
    load: async (cursor) => {
      const { rows, next } = await services.overview.webhookEndpoints({ clientId: readField(query, "client"), cursor });
      const view = await loadView(request, rows);
      const empty = emptyListing({ path, filters }, "webhook endpoints", otherwise);
      return { rows: table("Webhook endpoints, newest first", endpointColumns(view), rows, empty), next };
    },
  });
}

function statusBadge({ disabledReason, failingSince }: WebhookEndpointRow): Html {
  const reasons = {
    caller: "Disabled",
    operator: "Disabled by an operator",
    gone: "Disabled: gone",
    failures: "Disabled: failures",
  } as const;
  const isWanted = disabledReason === "caller" || disabledReason === "operator";
  if (disabledReason !== "") return badge(reasons[disabledReason], isWanted ? "quiet" : "bad");
  return failingSince === null ? badge("Enabled", "good") : badge("Failing", "caution");
}

const done: ReadonlyMap<string, string> = new Map(
  Object.entries({
    disabled: "Disabled. Nothing is sent to it, and its deliveries wait.",
    enabled: "Enabled. It receives waiting deliveries and future events.",
    redelivered: "The event will be sent again in a moment.",
  }),
);

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, query, forms } = request;
  const endpoint = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  const { id, clientId, disabledReason } = endpoint;
  const path = `/webhooks/${id}`;
  const choices = statuses.map((choice) => [choice, statusLabels[choice]] as const);
  const filters = [
    choiceFilter(query, { name: "status", label: "Status", choices, unset: "All", what: "status of deliveries" }),
  ];
  const faults = filterFaults(filters);
  const view = await loadView(request, [endpoint]);
  const notice = done.get(readField(query, "done") ?? "");
  const isEnabled = disabledReason === "";
  const action = isEnabled
    ? buttonForm({ path: `${path}/disable`, forms, label: "Disable…" })
    : buttonForm({ path: `${path}/enable`, forms, label: "Enable", tone: "primary" });
  const again = `${path}/redeliver`;
  const columns = deliveryColumns(
    { nowMs: view.nowMs, clientId },
    isEnabled && forms.allows(again) ? { path: again, forms } : null,
  );
  const audit = linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ]);
  const main = markup`${pageHead(isolated(endpointName(endpoint)), markup`${liveToggle()}${linkButton("Audit trail", audit)}${action}`, { of: { name: "Webhook endpoints", path: "/webhooks" } })}
${notice === undefined ? emptyHtml : markup`<p class="notice" role="status">${notice}</p>`}
${card("Webhook endpoint", live("endpoint", about(endpoint, view)))}
<h2 class="part">Deliveries</h2>
${filterBar(path, filters, "status")}
${faults.html === "" ? await deliveryList(request, endpoint, { columns, filters }) : faults}`;
  return { title: endpointName(endpoint), main, status: faults.html === "" ? 200 : 422 };
}

async function deliveryList(
  request: ConsoleRequest,
  { id, clientId }: WebhookEndpointRow,
  { columns, filters }: { columns: readonly Column<WebhookDelivery>[]; filters: readonly Filter[] },
): Promise<Html> {
  const { services, query } = request;
  const path = `/webhooks/${id}`;
  const status = readChoice(query, "status", statuses);
  const listing = { limit: deliveriesShown, cursor: readCursor(request), ...(status === null ? {} : { status }) };
  const caller = await callerFor(request, clientId);
  const { deliveries, nextCursor: next } = await services.webhooks.deliveries(caller, id, listing);
  const none = emptyListing({ path, filters }, "deliveries", emptyState("No deliveries yet"));
  const rows = table("Deliveries, newest event first", columns, deliveries, none);
  return live("list", markup`<div class="card list">${rows}${pager(path, query, next)}</div>`);
}

function about(endpoint: WebhookEndpointRow, view: View): Html {
  return facts([
    ["Status", statusBadge(endpoint)],
    ["Failing since", moment(endpoint.failingSince, view.nowMs, "Not failing")],
    ["Host", new URL(endpoint.url).host],
    ["Description", endpoint.description === "" ? muted("None") : endpoint.description],
    ["Events", endpoint.eventTypes.join(", ")],
    ["Service client", clientName(endpoint.clientId, view)],
    ["Created", moment(endpoint.createdAt, view.nowMs)],
    ["ID", idCell(endpoint.id)],
  ]);
}

function deliveryColumns(
  { nowMs, clientId }: { nowMs: number; clientId: string },
  form: { path: string; forms: Forms } | null,
): readonly Column<WebhookDelivery>[] {
  const tones = { pending: "quiet", delivered: "good", failed: "bad" } as const;
  const at = (text: string | null, otherwise: string): Html =>
    ago(text === null ? null : Date.parse(text), nowMs, otherwise);
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      name: "Event",
      cell: ({ type, event_id: id }) => markup`<a class="strong" href="${entryPath(clientId, id)}">${type}</a>`,
    },
    { name: "Status", cell: ({ status }) => badge(statusLabels[status], tones[status]), kind: "status" },
    { name: "Last response", cell: ({ lastAttempt }) => describeResponse(lastAttempt) },
    { name: "Attempts", cell: ({ attempts }) => String(attempts) },
    { name: "Last attempt", cell: ({ lastAttempt }) => at(lastAttempt?.at ?? null, "Not yet") },
    { name: "Next attempt", cell: ({ nextAttemptAt }) => at(nextAttemptAt, "None") },
    { name: "ID", cell: ({ event_id: id }) => idCell(id, "short"), kind: "minor" },
  ];
  if (form === null) return columns;
  const again: Column<WebhookDelivery> = {
    name: "Action",
    cell: ({ event_id: event }) =>
      buttonForm({ ...form, label: visuallyHiddenLabel("Redeliver", event), fields: { event } }),
  };
  return [...columns, again];
}

function describeResponse(attempt: WebhookDelivery["lastAttempt"]): Html | string {
  const shown = attempt?.httpStatus ?? attempt?.fault;
  return shown === undefined || shown === null ? muted("None") : String(shown).replaceAll("_", " ");
}

/** The forms of an endpoint's page. */
export const webhookActionRoutes: readonly ConsoleRoute[] = [
  { method: "POST", role: "operator", path: "/webhooks/:endpoint/disable", respond: disable },
  { method: "POST", role: "operator", path: "/webhooks/:endpoint/enable", respond: enable },
  { method: "POST", role: "operator", path: "/webhooks/:endpoint/redeliver", respond: redeliver },
];

async function disable(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form, forms } = request;
  const endpoint = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  const { id, clientId } = endpoint;
  const back = `/webhooks/${id}`;
  if (readField(form, "confirm") !== "yes") {
    const view = await loadView(request, [{ clientId }]);
    const text = markup`<p>Nothing more is sent to this endpoint. Deliveries that are due wait until it is enabled again. Events from
the time in between aren't delivered, but stay in the service client's log.</p>
${facts([
  ["Endpoint", endpointLink(endpoint)],
  ["Host", new URL(endpoint.url).host],
  ["Service client", clientName(clientId, view)],
  ["ID", idCell(id)],
])}`;
    const path = `${back}/disable`;
    const title = "Disable this endpoint?";
    return confirmPage({ title, text, path, forms, label: "Disable", back, tone: "primary" });
  }
  await services.webhookOperations(auditActor(request)).disable(id);
  return { location: `${back}?done=disabled` };
}

async function enable(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params } = request;
  const { id } = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  await services.webhookOperations(auditActor(request)).enable(id);
  return { location: `/webhooks/${id}?done=enabled` };
}

async function redeliver(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form } = request;
  const { id } = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  await services.webhookOperations(auditActor(request)).redeliver(id, readField(form, "event") ?? "");
  return { location: `/webhooks/${id}?done=redelivered` };
}
