/** Executions of all service clients, and those with an unknown outcome. */
import { executionStatuses } from "@svc/contract";
import { lookText } from "@svc/contract/timeline";
import type { ExecutionStatus } from "@svc/contract";
import type { ExecutionRow } from "../../../domain/records/record.ts";
import { readChoice, readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { ago, badge, emptyState, idCell, muted, twoLines, table, type Column } from "../elements.ts";
import { actionFilter, choiceFilter, providerFilter, scopeFilters, timeFilters } from "../filters.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { markup, emptyHtml, type Html } from "../../html/markup.ts";
import { actionCell, clientName, connectionLink, tenantLink, loadView, type View } from "../names.ts";
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
    { name: "Action", cell: (row) => actionCell(`/executions/${row.id}`, row, view) },
    { name: "Status", cell: executionBadge, kind: "status" },
    {
      name: "Tenant",
      cell: ({ tenantId, clientId }) => twoLines(tenantLink(tenantId, view), clientName(clientId, view)),
    },
    { name: "Account", cell: ({ connectionId }) => connectionLink(connectionId, view) },
    { name: "Created", cell: ({ createdAt }) => ago(createdAt, view.nowMs) },
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
    { name: "Dispatched", cell: ({ dispatchedAt }) => ago(dispatchedAt, view.nowMs) },
    ...(id === undefined ? [] : [id]),
  ];
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
  const path = "/executions";
  const { filters: times, times: span } = timeFilters(query);
  const choices = executionStatuses.map((one) => [one, statusTexts[one].label] as const);
  const filters = [
    choiceFilter(query, { name: "status", label: "Status", choices, unset: "All", what: "status" }),
    ...(await scopeFilters(request, ["client", "tenant", "connection"])),
    providerFilter(request),
    actionFilter(query),
    ...times,
  ];
  const otherwise = emptyState(
    "No executions yet",
    "They appear here as soon as a service client executes an action through a connection.",
  );
  return await listingPage(request, {
    path,
    title: "Executions",
    filters,
    tabs: "status",
    isLive: true,
    load: async (cursor) => {
      const status = readChoice(query, "status", executionStatuses);
      const filter = { ...toFilter(query, status), ...span, cursor };
      const { rows, next, isPartial } = await services.overview.executions(filter);
      const view = await loadView(request, rows);
      const empty = emptyListing({ path, filters }, "executions", otherwise);
      return {
        rows: table("Executions, newest first", executionColumns(view), rows, empty),
        next,
        note: isPartial ? searchedSoFar : emptyHtml,
        more: isPartial ? "Search further back" : "Next page",
      };
    },
  });
}

const searchedSoFar = markup`<p class="intro">Only the newest executions have been searched so far. There may be older matches.</p>`;

async function unknown(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const path = "/unknown";
  const filters = [
    ...(await scopeFilters(request, ["client", "tenant", "connection"])),
    providerFilter(request),
    actionFilter(query),
  ];
  const otherwise = emptyState(
    "No unknown outcomes",
    "Every request that was sent has a definite outcome. There is nothing to do.",
  );
  return await listingPage(request, {
    path,
    title: "Unknown outcomes",
    intro: `These requests were sent and got no definitive response. svc never repeats them. It looks at the provider
for their effect where it can. For the others, check with the provider, then resolve them.`,
    filters,
    isLive: true,
    load: async (cursor) => {
      const always = { since: null, until: null };
      const filter = { ...toFilter(query, "outcome_unknown"), ...always, cursor };
      const { rows, next } = await services.overview.executions(filter);
      const view = await loadView(request, rows);
      const empty = emptyListing({ path, filters }, "unknown outcomes", otherwise);
      return { rows: table("Unknown outcomes, newest first", unknownColumns(view), rows, empty), next };
    },
  });
}

/** Describes the provider's response, and the findings of the latest look at the provider. */
function describeEvidence({ providerStatus, lateResponse, looks }: ExecutionRow, nowMs: number): Html | string {
  const response = providerStatus === null ? "No response" : `Responded ${providerStatus}`;
  const known = lateResponse === null ? response : `${response}; late response: ${lateResponse.verdict}`;
  const look = looks.at(-1);
  return look === undefined ? known : twoLines(known, markup`Looked ${ago(look.at, nowMs)}: ${lookText(look)}`);
}

function toFilter(query: URLSearchParams, status: ExecutionStatus | null) {
  return {
    clientId: readField(query, "client"),
    tenantId: readField(query, "tenant"),
    connectionId: readField(query, "connection"),
    provider: readField(query, "provider"),
    actionId: readField(query, "action"),
    status,
  };
}
