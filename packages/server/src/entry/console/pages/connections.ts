/** Connections and their health: status, last test, last use and last refusal. */
import { connectionStatuses } from "@svc/contract";
import {
  callerFor,
  readChoice,
  readField,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import type { WatchedConnection } from "../../../domain/operators/port.ts";
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
  twoLines,
  table,
  type Column,
} from "../elements.ts";
import { choiceFilter, providerFilter, scopeFilters } from "../filters.ts";
import { buttonForm, linkButton, linkTo } from "../forms.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { confirmPage } from "../frame.ts";
import { isolated, markup, emptyHtml, type Html } from "../../html/markup.ts";
import { clientName, loadView, providerName, tenantLink, type View } from "../names.ts";

/** `/connections`, one connection, and the actions on it. */
export const connectionRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/connections",
    respond: list,
    section: {
      name: "Connections",
      icon: markup`<path d="M6.500 9.500l3-3M7 4.500l1.200-1.200a3.200 3.200 0 0 1 4.500 4.500L11.500 9M9 11.500l-1.200 1.200a3.200 3.200 0 0 1-4.500-4.500L4.500 7"/>`,
    },
  },
  { method: "GET", role: "viewer", path: "/connections/:connection", respond: one },
  { method: "POST", role: "operator", path: "/connections/:connection/test", respond: test },
  { method: "POST", role: "operator", path: "/connections/:connection/disconnect", respond: disconnect },
];

/** The columns of a listing of connections. */
export function connectionColumns(view: View): readonly Column<WatchedConnection>[] {
  return [
    {
      name: "Account",
      cell: ({ id, accountName, provider }) =>
        twoLines(
          markup`<a class="strong" href="/connections/${id}">${isolated(accountName)}</a>`,
          providerName(provider, view),
        ),
    },
    { name: "Status", cell: (connection) => statusCell(connection, view.nowMs), kind: "status" },
    {
      name: "Tenant",
      cell: ({ tenantId, clientId }) => twoLines(tenantLink(tenantId, view), clientName(clientId, view)),
    },
    { name: "Last use", cell: ({ lastUsedAt }) => ago(lastUsedAt, view.nowMs) },
    { name: "Last test", cell: ({ lastTestedAt }) => ago(lastTestedAt, view.nowMs) },
    { name: "Last refusal", cell: ({ lastRefusedAt }) => ago(lastRefusedAt, view.nowMs) },
    { name: "ID", cell: ({ id }) => idCell(id, "short"), kind: "minor" },
  ];
}

const statusLabels = {
  active: "Active",
  needs_reconnect: "Needs reconnect",
  disconnected: "Disconnected",
} as const;

function statusBadge(status: WatchedConnection["status"]): Html {
  const tones = { active: "good", needs_reconnect: "bad", disconnected: "quiet" } as const;
  return badge(statusLabels[status], tones[status]);
}

/** Renders the status; below it, when an active connection's credential expires. */
function statusCell({ status, credentialExpiresAt }: WatchedConnection, nowMs: number): Html {
  if (status !== "active" || credentialExpiresAt === null) return statusBadge(status);
  return twoLines(statusBadge(status), markup`expires ${ago(credentialExpiresAt, nowMs)}`);
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const path = "/connections";
  const choices = connectionStatuses.map((one) => [one, statusLabels[one]] as const);
  const filters = [
    choiceFilter(query, { name: "status", label: "Status", choices, unset: "All", what: "status" }),
    ...(await scopeFilters(request, ["client", "tenant"])),
    providerFilter(request),
  ];
  const otherwise = emptyState(
    "No connections yet",
    "A connection appears when a tenant's user completes a Connect session. Service clients create these sessions through the API.",
  );
  return await listingPage(request, {
    path,
    title: "Connections",
    filters,
    tabs: "status",
    isLive: true,
    load: async (cursor) => {
      const { rows, next } = await services.overview.connections({
        clientId: readField(query, "client"),
        tenantId: readField(query, "tenant"),
        provider: readField(query, "provider"),
        status: readChoice(query, "status", connectionStatuses),
        cursor,
      });
      const view = await loadView(request, rows);
      const empty = emptyListing({ path, filters }, "connections", otherwise);
      return { rows: table("Connections, newest first", connectionColumns(view), rows, empty), next };
    },
    hint: "Uses and refusals go back as far as the audit trail is kept.",
  });
}

const done: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tested: "Tested: the provider accepts the credential.",
    refused:
      "Tested: the provider refuses the credential, or it belongs to another account. The connection's user has to reconnect.",
    disconnected: "Disconnected. The stored credential was destroyed; nothing was revoked at the provider.",
  }),
);

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, query, forms } = request;
  const connection = await services.overview.connection(params["connection"] ?? "");
  const { id, clientId, tenantId, status, provider, accountName } = connection;
  const view = await loadView(request, [connection]);
  const path = `/connections/${id}`;
  const key = readField(query, "done") ?? "";
  const notice = done.get(key);
  const isConnected = status !== "disconnected";
  const links = markup`${linkButton("Executions", linkTo("/executions", [["connection", id]]))}
${linkButton(
  "Audit trail",
  linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ]),
)}`;
  const deeds = isConnected
    ? markup`${buttonForm({ path: `${path}/test`, forms, label: "Test now" })}
${buttonForm({ path: `${path}/disconnect`, forms, label: "Disconnect…", tone: "grave" })}`
    : emptyHtml;
  const main = markup`${pageHead(isolated(accountName), markup`${links}${deeds}`, { of: { name: "Connections", path: "/connections" } })}
${noticePart(notice, key)}
<div class="grid two">${card(
    "Connection",
    facts([
      ["Status", statusBadge(status)],
      ["Provider", providerName(provider, view)],
      ["Account", markup`${isolated(accountName)} ${muted(connection.accountSlug)}`],
      ["Tenant", tenantLink(tenantId, view)],
      ["Service client", clientName(clientId, view)],
      ["Authentication", connection.authKind.replaceAll("_", " ")],
      ["Granted actions", connection.grantedActions.join(", ")],
      ["Scopes", connection.grantedScopes.join(", ") || muted("None")],
      ["ID", idCell(id)],
    ]),
  )}
${card("Health", health(connection, view.nowMs))}</div>`;
  return { title: "Connection", main };
}

function noticePart(notice: string | undefined, key: string): Html {
  if (notice === undefined) return emptyHtml;
  return key === "refused"
    ? markup`<p class="alert bad" role="status">${notice}</p>`
    : markup`<p class="notice" role="status">${notice}</p>`;
}

function health(connection: WatchedConnection, nowMs: number): Html {
  const isConnected = connection.status !== "disconnected";
  const entries = facts([
    ["Last use", moment(connection.lastUsedAt, nowMs)],
    ["Last test", moment(connection.lastTestedAt, nowMs)],
    ["Last refusal", moment(connection.lastRefusedAt, nowMs)],
    [
      "Credential expires",
      isConnected ? moment(connection.credentialExpiresAt, nowMs, "No known expiry") : muted("Destroyed"),
    ],
    ["Credential", isConnected ? `Encrypted, version ${connection.credentialVersion}` : "Destroyed"],
    ["Connected", moment(connection.createdAt, nowMs)],
    ["Changed", moment(connection.updatedAt, nowMs)],
  ]);
  const hint = markup`<p class="hint actions">A test asks the provider which account the credential belongs to.</p>`;
  return markup`${entries}${isConnected ? hint : emptyHtml}`;
}

async function test(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params } = request;
  const { id, clientId, tenantId } = await services.overview.connection(params["connection"] ?? "");
  const { ok } = await services.connections.test(await callerFor(request, clientId), tenantId, id);
  return { location: `/connections/${id}?done=${ok ? "tested" : "refused"}` };
}

async function disconnect(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form, forms } = request;
  const connection = await services.overview.connection(params["connection"] ?? "");
  const { id, clientId, tenantId, provider, accountName } = connection;
  const back = `/connections/${id}`;
  if (readField(form, "confirm") !== "yes") {
    const view = await loadView(request, [connection]);
    const text = markup`<p>This destroys the stored credential. Every action through it will be refused, and its user has to connect
again. Nothing is revoked at the provider.</p>
${facts([
  ["Account", accountName],
  ["Provider", provider],
  ["Tenant", tenantLink(tenantId, view)],
  ["ID", idCell(id)],
])}`;
    const label = "Disconnect for good";
    return confirmPage({
      title: "Disconnect?",
      text,
      path: `${back}/disconnect`,
      forms,
      label,
      back,
      tone: "grave",
    });
  }
  await services.connections.disconnect(await callerFor(request, clientId), tenantId, id);
  return { location: `${back}?done=disconnected` };
}
