/** Executions of all service clients, and those with an unknown outcome. */
import { executionStatuses } from "@svc/contract";
import type { ExecutionStatus } from "@svc/contract";
import type { ExecutionRow } from "../../../domain/executions/record.ts";
import { cursorOf, oneOf, textOf, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { badge, filterForm, idCell, pager, table, time, type Column } from "../elements.ts";
import { markup, emptyHtml, type Html } from "../markup.ts";
import { clientFilter } from "./tenants.ts";

/** `/executions` and `/unknown`. */
export const executionRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/executions", answer: list },
  { method: "GET", path: "/unknown", answer: unknown },
];

/** The columns of a listing of executions. */
export const executionColumns: readonly Column<ExecutionRow>[] = [
  { name: "Execution", cell: ({ id }) => idCell(id, `/executions/${id}`) },
  { name: "Status", cell: executionBadge },
  {
    name: "Action",
    cell: ({ provider, actionId, effect }) => markup`${provider} ${actionId}<br><span class="muted">${effect}</span>`,
  },
  { name: "Connection", cell: ({ connectionId }) => idCell(connectionId, `/connections/${connectionId}`) },
  { name: "Tenant", cell: ({ tenantId }) => idCell(tenantId, `/tenants/${tenantId}`) },
  { name: "Accepted", cell: ({ createdAt }) => time(createdAt) },
];

/** Renders an execution's status, with the code of its failure. */
export function executionBadge({ status, errorCode, resolution }: ExecutionRow): Html {
  const tones = {
    succeeded: "good",
    failed: "bad",
    outcome_unknown: "caution",
    accepted: "quiet",
    dispatched: "quiet",
  } as const;
  const tone = tones[status];
  const code = errorCode === "" || resolution !== null || status === "outcome_unknown" ? "" : errorCode;
  const resolved = resolution === null ? "" : "resolved by hand";
  return markup`${badge(status.replaceAll("_", " "), tone)} <span class="muted">${code}${resolved}</span>`;
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const filters = filtersOf(query, oneOf(query, "status", executionStatuses));
  const { rows, next, isPartial } = await services.overview.executions({ ...filters, cursor: cursorOf(request) });
  const looked = markup`<p class="muted">Only the newest executions were searched so far. There may be older matches.</p>`;
  const main = markup`<h1>Executions</h1>
${filterForm("/executions", [
  await clientFilter(request),
  { name: "tenant", label: "Tenant id", value: filters.tenantId ?? "" },
  { name: "connection", label: "Connection id", value: filters.connectionId ?? "" },
  {
    name: "provider",
    label: "Provider",
    value: filters.provider ?? "",
    choices: services.providers.map((slug) => [slug, slug]),
  },
  { name: "action", label: "Action id", value: filters.actionId ?? "" },
  {
    name: "status",
    label: "Status",
    value: filters.status ?? "",
    choices: executionStatuses.map((status) => [status, status.replaceAll("_", " ")]),
  },
  { name: "from", label: "From (UTC)", value: textOf(query, "from") ?? "", type: "datetime-local" },
  { name: "to", label: "Before (UTC)", value: textOf(query, "to") ?? "", type: "datetime-local" },
])}
${table("Newest first", executionColumns, rows, "No executions match these filters.")}
${isPartial ? looked : emptyHtml}
${pager("/executions", query, next, isPartial ? "Search further back" : "Next page")}`;
  return { title: "Executions", main };
}

async function unknown(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const filters = filtersOf(query, "outcome_unknown");
  const { rows, next } = await services.overview.executions({ ...filters, cursor: cursorOf(request) });
  const columns: readonly Column<ExecutionRow>[] = [
    ...executionColumns.slice(0, 1),
    ...executionColumns.slice(2),
    { name: "Sent", cell: ({ dispatchedAt }) => time(dispatchedAt) },
    { name: "Evidence", cell: evidenceOf },
  ];
  const main = markup`<h1>Unknown outcomes</h1>
<p>Requests that were sent and got no definite answer. svc never repeats them. Check at the provider whether each one took
effect, then resolve it.</p>
${filterForm("/unknown", [
  await clientFilter(request),
  { name: "tenant", label: "Tenant id", value: filters.tenantId ?? "" },
  { name: "connection", label: "Connection id", value: filters.connectionId ?? "" },
])}
${table("Newest first", columns, rows, "No unknown outcomes.")}
${pager("/unknown", query, next)}`;
  return { title: "Unknown outcomes", main };
}

function evidenceOf({ providerStatus, lateAnswer }: ExecutionRow): string {
  const answer = providerStatus === null ? "no answer" : `answered ${providerStatus}`;
  return lateAnswer === null ? answer : `${answer}; late answer: ${lateAnswer.verdict}`;
}

function filtersOf(query: URLSearchParams, status: ExecutionStatus | null) {
  return {
    clientId: textOf(query, "client"),
    tenantId: textOf(query, "tenant"),
    connectionId: textOf(query, "connection"),
    provider: textOf(query, "provider"),
    actionId: textOf(query, "action"),
    status,
    since: timeOf(query, "from"),
    until: timeOf(query, "to"),
  };
}

/** Reads a date and time field, in UTC. */
function timeOf(query: URLSearchParams, name: string): number | null {
  const text = textOf(query, name);
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(text)) return null;
  const ms = Date.parse(`${text}Z`);
  return Number.isFinite(ms) ? ms : null;
}
