/** Executions of all service clients, and those with an unknown outcome. */
import { executionStatuses } from "@svc/contract";
import { lookText } from "@svc/contract/timeline";
import type { ExecutionStatus } from "@svc/contract";
import type { ExecutionRow } from "../../../domain/records/record.ts";
import {
  readCursor,
  readChoice,
  readField,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import {
  ago,
  badge,
  emptyState,
  idCell,
  live,
  liveToggle,
  muted,
  pageHead,
  twoLines,
  table,
  type Column,
} from "../elements.ts";
import { filterForm, pager, tabs, type Filter, clientFilter, scopeFilters } from "../forms.ts";
import { markup, emptyHtml, type Html } from "../../html/markup.ts";
import { clientName, connectionLink, tenantLink, loadView, type View } from "../names.ts";
import { statusTexts } from "../texts.ts";

/** `/executions`. */
export const executionsRoute: ConsoleRoute = {
  method: "GET",
  role: "viewer",
  path: "/executions",
  respond: list,
  section: { name: "Executions", icon: markup`<path d="M9 1.750 3 9h4.500L7 14.250 13 7H8.500z"/>` },
};

/** `/unknown`. */
export const unknownRoute: ConsoleRoute = {
  method: "GET",
  role: "viewer",
  path: "/unknown",
  respond: unknown,
  section: {
    name: "Unknown outcomes",
    icon: markup`<circle cx="8" cy="8" r="6.25"/><path d="M6.100 6.200a2 2 0 1 1 2.700 1.900c-.5.2-.8.6-.8 1.100M8 11.500v.1"/>`,
  },
};

/** The columns of a listing of executions. */
export function executionColumns(view: View): readonly Column<ExecutionRow>[] {
  return [
    { name: "Action", cell: actionLink },
    { name: "Status", cell: executionBadge, kind: "status" },
    {
      name: "Tenant",
      cell: ({ tenantId, clientId }) => twoLines(tenantLink(tenantId, view), clientName(clientId, view)),
    },
    { name: "Account", cell: ({ connectionId }) => connectionLink(connectionId, view) },
    { name: "Accepted", cell: ({ createdAt }) => ago(createdAt, view.nowMs) },
    { name: "ID", cell: ({ id }) => idCell(id, "short"), kind: "minor" },
  ];
}

/** The columns of a listing of unknown outcomes, with the evidence for each. */
export function unknownColumns(view: View): readonly Column<ExecutionRow>[] {
  const [action, , tenant, account, , id] = executionColumns(view);
  const known = [action, tenant, account].flatMap((column) => (column === undefined ? [] : [column]));
  return [
    ...known,
    { name: "Evidence", cell: (row) => describeEvidence(row, view.nowMs) },
    { name: "Sent", cell: ({ dispatchedAt }) => ago(dispatchedAt, view.nowMs) },
    ...(id === undefined ? [] : [id]),
  ];
}

function actionLink({ id, provider, actionId, effect }: ExecutionRow): Html {
  return twoLines(markup`<a class="strong" href="/executions/${id}">${actionId}</a>`, `${provider} · ${effect}`);
}

/** Renders an execution's status, with the code of its failure. */
export function executionBadge({ status, errorCode, resolution, settlement }: ExecutionRow): Html {
  const { label, tone } = statusTexts[status];
  if (resolution !== null) return markup`${badge(label, tone)} ${muted("resolved")}`;
  if (settlement !== null) return markup`${badge(label, tone)} ${muted("settled by evidence")}`;
  const code = status === "failed" ? markup` <code class="muted">${errorCode}</code>` : emptyHtml;
  return markup`${badge(label, tone)}${code}`;
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const filters = buildFilters(query, readChoice(query, "status", executionStatuses));
  const { rows, next, isPartial } = await services.overview.executions({ ...filters, cursor: readCursor(request) });
  const view = await loadView(request, rows);
  const looked = markup`<p class="intro">Only the newest executions have been searched so far. There may be older matches.</p>`;
  const status = filters.status ?? "";
  const form: Filter[] = [
    await clientFilter(request),
    ...(await scopeFilters(request, ["tenant", "connection"])),
    {
      name: "provider",
      label: "Provider",
      value: filters.provider ?? "",
      choices: services.providers().map((slug) => [slug, slug]),
    },
    { name: "action", label: "Action ID", value: filters.actionId ?? "" },
    { name: "from", label: "From (UTC)", value: readField(query, "from") ?? "", type: "datetime-local" },
    { name: "to", label: "Before (UTC)", value: readField(query, "to") ?? "", type: "datetime-local" },
  ];
  const isNarrowed = status !== "" || form.some(({ value }) => value !== "");
  const empty = isNarrowed
    ? emptyState("No executions match these filters", markup`<a href="/executions">Show all executions</a>`)
    : emptyState(
        "No executions yet",
        "They appear here as soon as a service client executes an action through a connection.",
      );
  const choices = executionStatuses.map((one) => [one, statusTexts[one].label] as const);
  const main = markup`${pageHead("Executions", liveToggle())}
<div class="bar">${tabs("/executions", query, { name: "status", label: "Status", choices: [["", "All"], ...choices] })}
${filterForm("/executions", form, [["status", status]])}</div>
${live(
  "list",
  markup`${isPartial ? looked : emptyHtml}<div class="card list">${table("Executions, newest first", executionColumns(view), rows, empty)}
${pager("/executions", query, next, isPartial ? "Search further back" : "Next page")}</div>`,
)}`;
  return { title: "Executions", main };
}

async function unknown(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const filters = buildFilters(query, "outcome_unknown");
  const { rows, next } = await services.overview.executions({ ...filters, cursor: readCursor(request) });
  const view = await loadView(request, rows);
  const form = [await clientFilter(request), ...(await scopeFilters(request, ["tenant", "connection"]))];
  const empty = form.some(({ value }) => value !== "")
    ? emptyState("No unknown outcomes match these filters", markup`<a href="/unknown">Show all unknown outcomes</a>`)
    : emptyState("No unknown outcomes", "Every request that was sent has a definite outcome. There is nothing to do.");
  const main = markup`${pageHead("Unknown outcomes", liveToggle(), {
    intro: `These requests were sent and got no definitive response. svc never repeats them. It looks at the provider
for their effect where it can. For the others, check with the provider, then resolve them.`,
  })}
<div class="bar">${filterForm("/unknown", form)}</div>
${live(
  "list",
  markup`<div class="card list">${table("Unknown outcomes, newest first", unknownColumns(view), rows, empty)}
${pager("/unknown", query, next)}</div>`,
)}`;
  return { title: "Unknown outcomes", main };
}

/** Describes the provider's response, and the findings of the latest look at the provider. */
function describeEvidence({ providerStatus, lateResponse, looks }: ExecutionRow, nowMs: number): Html | string {
  const response = providerStatus === null ? "No response" : `Responded ${providerStatus}`;
  const known = lateResponse === null ? response : `${response}; late response: ${lateResponse.verdict}`;
  const look = looks.at(-1);
  return look === undefined ? known : twoLines(known, markup`Looked ${ago(look.at, nowMs)}: ${lookText(look)}`);
}

function buildFilters(query: URLSearchParams, status: ExecutionStatus | null) {
  return {
    clientId: readField(query, "client"),
    tenantId: readField(query, "tenant"),
    connectionId: readField(query, "connection"),
    provider: readField(query, "provider"),
    actionId: readField(query, "action"),
    status,
    since: readTime(query, "from"),
    until: readTime(query, "to"),
  };
}

/** Reads a date and time field, in UTC. */
function readTime(query: URLSearchParams, name: string): number | null {
  const text = readField(query, name);
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(text)) return null;
  const ms = Date.parse(`${text}Z`);
  return Number.isFinite(ms) ? ms : null;
}
