/** Webhook endpoints and their deliveries. Only the host of an address is shown, because the rest may be a secret. */
import type { WebhookDelivery } from "@svc/contract";
import type { WebhookEndpointRow } from "../../../domain/webhooks/port.ts";
import {
  actorOf,
  callerFor,
  cursorOf,
  oneOf,
  textOf,
  type ConsoleAnswer,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import {
  badge,
  buttonForm,
  facts,
  filterForm,
  idCell,
  linkTo,
  visuallyHiddenLabel,
  pager,
  table,
  time,
  type Column,
} from "../elements.ts";
import { confirmPage } from "../frame.ts";
import { markup, emptyHtml, type Html } from "../markup.ts";
import { clientFilter } from "./tenants.ts";

/** `/webhooks`, one endpoint with its deliveries, and the actions on both. */
export const webhookRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/webhooks", answer: list },
  { method: "GET", path: "/webhooks/:endpoint", answer: one },
  { method: "POST", path: "/webhooks/:endpoint/disable", answer: disable },
  { method: "POST", path: "/webhooks/:endpoint/enable", answer: enable },
  { method: "POST", path: "/webhooks/:endpoint/redeliver", answer: redeliver },
];

const statuses = ["pending", "delivered", "failed"] as const;
const deliveriesShown = 25;

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const clientId = textOf(query, "client");
  const { rows, next } = await services.overview.webhookEndpoints({ clientId, cursor: cursorOf(request) });
  const main = markup`<h1>Webhook endpoints</h1>
${filterForm("/webhooks", [await clientFilter(request)])}
${table(
  "Newest first",
  [
    { name: "Endpoint", cell: ({ id }) => idCell(id, `/webhooks/${id}`) },
    { name: "Host", cell: ({ url }) => new URL(url).host },
    { name: "State", cell: stateBadge },
    { name: "Failing since", cell: ({ failingSince }) => time(failingSince, "not failing") },
    { name: "Service client", cell: (row) => idCell(row.clientId) },
    { name: "Created", cell: ({ createdAt }) => time(createdAt) },
  ],
  rows,
  "No webhook endpoints match these filters.",
)}
${pager("/webhooks", query, next)}`;
  return { title: "Webhook endpoints", main };
}

function stateBadge({ disabledReason, failingSince }: WebhookEndpointRow): Html {
  const reasons = {
    caller: "disabled",
    operator: "disabled by an operator",
    gone: "disabled: gone",
    failures: "disabled: failures",
  } as const;
  const isWanted = disabledReason === "caller" || disabledReason === "operator";
  if (disabledReason !== "") return badge(reasons[disabledReason], isWanted ? "quiet" : "bad");
  return failingSince === null ? badge("enabled", "good") : badge("failing", "caution");
}

const done: ReadonlyMap<string, string> = new Map(
  Object.entries({
    disabled: "Disabled. Nothing is sent to it, and its deliveries wait.",
    enabled: "Enabled. It receives waiting deliveries and future events.",
    redelivered: "The event will be sent again in a moment.",
  }),
);

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, query, formToken } = request;
  const endpoint = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  const { id, clientId, disabledReason } = endpoint;
  const path = `/webhooks/${id}`;
  const status = oneOf(query, "status", statuses);
  const listing = { limit: deliveriesShown, cursor: cursorOf(request), ...(status === null ? {} : { status }) };
  const { deliveries, next_cursor: next } = await services.webhooks.deliveries(
    await callerFor(request, clientId),
    id,
    listing,
  );
  const notice = done.get(textOf(query, "done") ?? "");
  const isEnabled = disabledReason === "";
  const action = isEnabled
    ? buttonForm({ path: `${path}/disable`, formToken, label: "Disable…", tone: "grave" })
    : buttonForm({ path: `${path}/enable`, formToken, label: "Enable" });
  const choices = statuses.map((choice) => [choice, choice] as const);
  const columns = deliveryColumns(isEnabled ? { path: `${path}/redeliver`, formToken } : null);
  const main = markup`<h1>Webhook endpoint</h1>
${notice === undefined ? emptyHtml : markup`<p class="notice" role="status">${notice}</p>`}
${facts([
  ["Endpoint", idCell(id)],
  ["State", stateBadge(endpoint)],
  ["Host", new URL(endpoint.url).host],
  ["Description", endpoint.description || "none"],
  ["Events", endpoint.eventTypes.join(", ")],
  ["Failing since", time(endpoint.failingSince, "not failing")],
  ["Service client", idCell(clientId)],
  ["Created", time(endpoint.createdAt)],
])}
<div class="actions">${action}<a class="button" href="${linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ])}">Audit</a></div>
<h2>Deliveries</h2>
${filterForm(path, [{ name: "status", label: "Status", value: status ?? "", choices }])}
${table("Newest event first", columns, deliveries, "No deliveries match this filter.")}
${pager(path, query, next)}`;
  return { title: "Webhook endpoint", main };
}

function deliveryColumns(form: { path: string; formToken: string } | null): readonly Column<WebhookDelivery>[] {
  const tones = { pending: "quiet", delivered: "good", failed: "bad" } as const;
  const at = (text: string | null, otherwise: string): Html => time(text === null ? null : Date.parse(text), otherwise);
  const columns: readonly Column<WebhookDelivery>[] = [
    { name: "Event", cell: ({ event_id: id }) => idCell(id) },
    { name: "Type", cell: ({ type }) => type },
    { name: "Status", cell: ({ status }) => badge(status, tones[status]) },
    { name: "Attempts", cell: ({ attempts }) => String(attempts) },
    { name: "Last attempt", cell: ({ lastAttempt }) => at(lastAttempt?.at ?? null, "not yet") },
    {
      name: "Answer",
      cell: ({ lastAttempt }) => String(lastAttempt?.httpStatus ?? lastAttempt?.fault ?? "none"),
    },
    { name: "Next attempt", cell: ({ nextAttemptAt }) => at(nextAttemptAt, "none") },
  ];
  if (form === null) return columns;
  const again: Column<WebhookDelivery> = {
    name: "Action",
    cell: ({ event_id: event }) =>
      buttonForm({ ...form, label: visuallyHiddenLabel("Redeliver", event), fields: { event } }),
  };
  return [...columns, again];
}

async function disable(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { services, params, form, formToken } = request;
  const { id, url } = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  const back = `/webhooks/${id}`;
  if (textOf(form, "confirm") !== "yes") {
    const text = markup`<p>Nothing more is sent to ${new URL(url).host} for ${idCell(id)}. Deliveries that are due wait until it is enabled again.
Events from the time in between aren't delivered, but stay in the service client's log.</p>`;
    const path = `${back}/disable`;
    return confirmPage({ title: "Disable this endpoint?", text, path, formToken, label: "Disable", back });
  }
  await services.webhookOperations(actorOf(request)).disable(id);
  return { location: `${back}?done=disabled` };
}

async function enable(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { services, params } = request;
  const { id } = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  await services.webhookOperations(actorOf(request)).enable(id);
  return { location: `/webhooks/${id}?done=enabled` };
}

async function redeliver(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { services, params, form } = request;
  const { id } = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  await services.webhookOperations(actorOf(request)).redeliver(id, textOf(form, "event") ?? "");
  return { location: `/webhooks/${id}?done=redelivered` };
}
