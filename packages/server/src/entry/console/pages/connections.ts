/** Connections and their health: their status, and when they were last tested, used and refused. */
import { connectionStatuses } from "@svc/contract";
import {
  callerFor,
  cursorOf,
  oneOf,
  textOf,
  type ConsoleAnswer,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import type { WatchedConnection } from "../../../domain/operators/overview-port.ts";
import { badge, buttonForm, facts, filterForm, idCell, linkTo, pager, table, time, type Column } from "../elements.ts";
import { confirmPage } from "../frame.ts";
import { isolated, markup, emptyHtml, type Html } from "../markup.ts";
import { clientFilter } from "./tenants.ts";

/** `/connections`, one connection, and the actions on it. */
export const connectionRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/connections", answer: list },
  { method: "GET", path: "/connections/:connection", answer: one },
  { method: "POST", path: "/connections/:connection/test", answer: test },
  { method: "POST", path: "/connections/:connection/disconnect", answer: disconnect },
];

/** The columns of a listing of connections. */
export const connectionColumns: readonly Column<WatchedConnection>[] = [
  { name: "Connection", cell: ({ id }) => idCell(id, `/connections/${id}`) },
  { name: "Status", cell: ({ status }) => statusBadge(status) },
  {
    name: "Provider",
    cell: ({ provider, accountName }) => markup`${provider}<br><span class="muted">${isolated(accountName)}</span>`,
  },
  { name: "Tenant", cell: ({ tenantId }) => idCell(tenantId, `/tenants/${tenantId}`) },
  { name: "Last test", cell: ({ lastTestedAt }) => time(lastTestedAt) },
  { name: "Last use", cell: ({ lastUsedAt }) => time(lastUsedAt) },
  { name: "Last refusal", cell: ({ lastRefusedAt }) => time(lastRefusedAt) },
];

function statusBadge(status: WatchedConnection["status"]): Html {
  if (status === "active") return badge("active", "good");
  return status === "needs_reconnect" ? badge("needs reconnecting", "bad") : badge("disconnected");
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const filters = {
    clientId: textOf(query, "client"),
    tenantId: textOf(query, "tenant"),
    provider: textOf(query, "provider"),
    status: oneOf(query, "status", connectionStatuses),
  };
  const { rows, next } = await services.overview.connections({ ...filters, cursor: cursorOf(request) });
  const main = markup`<h1>Connections</h1>
${filterForm("/connections", [
  await clientFilter(request),
  { name: "tenant", label: "Tenant id", value: filters.tenantId ?? "" },
  {
    name: "provider",
    label: "Provider",
    value: filters.provider ?? "",
    choices: services.providers.map((slug) => [slug, slug]),
  },
  {
    name: "status",
    label: "Status",
    value: filters.status ?? "",
    choices: connectionStatuses.map((status) => [status, status.replaceAll("_", " ")]),
  },
])}
${table("Newest first. Uses and refusals go as far back as the audit trail.", connectionColumns, rows, "No connections match these filters.")}
${pager("/connections", query, next)}`;
  return { title: "Connections", main };
}

const done: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tested: "Tested: the provider accepts the credential.",
    refused:
      "Tested: the provider refuses the credential, or it belongs to another account. The connection's user has to reconnect.",
    disconnected: "Disconnected. The stored credential was destroyed; nothing was revoked at the provider.",
  }),
);

async function one({ services, params, query, formToken }: ConsoleRequest): Promise<ConsolePage> {
  const connection = await services.overview.connection(params["connection"] ?? "");
  const { id, clientId, tenantId, status } = connection;
  const path = `/connections/${id}`;
  const notice = done.get(textOf(query, "done") ?? "");
  const living = status !== "disconnected";
  const deeds = markup`<div class="actions">
${buttonForm({ path: `${path}/test`, formToken, label: "Test now" })}
${buttonForm({ path: `${path}/disconnect`, formToken, label: "Disconnect…", tone: "grave" })}
</div>
<p class="hint">A test asks the provider which account the credential belongs to.</p>`;
  const main = markup`<h1>Connection</h1>
${notice === undefined ? emptyHtml : markup`<p class="notice" role="status">${notice}</p>`}
${facts([
  ["Connection", idCell(id)],
  ["Status", statusBadge(status)],
  ["Provider", connection.provider],
  ["Account", markup`${isolated(connection.accountName)} (${isolated(connection.accountSlug)})`],
  ["Authentication", connection.authKind.replaceAll("_", " ")],
  ["Tenant", idCell(tenantId, `/tenants/${tenantId}`)],
  ["Service client", idCell(clientId)],
  ["Granted actions", connection.grantedActions.join(", ")],
  ["Scopes", connection.grantedScopes.join(", ") || "none"],
])}
<h2>Health</h2>
${facts([
  ["Last test", time(connection.lastTestedAt)],
  ["Last use", time(connection.lastUsedAt)],
  ["Last refusal", time(connection.lastRefusedAt)],
  ["Credential", living ? `sealed, number ${connection.credentialVersion} of this connection` : "destroyed"],
  ["Connected", time(connection.createdAt)],
  ["Changed", time(connection.updatedAt)],
])}
${living ? deeds : emptyHtml}
<p class="actions"><a class="button" href="${linkTo("/executions", [["connection", id]])}">Executions</a>
<a class="button" href="${linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ])}">Audit</a></p>`;
  return { title: "Connection", main };
}

async function test(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { services, params } = request;
  const { id, clientId, tenantId } = await services.overview.connection(params["connection"] ?? "");
  const { ok } = await services.connections.test(await callerFor(request, clientId), tenantId, id);
  return { location: `/connections/${id}?done=${ok ? "tested" : "refused"}` };
}

async function disconnect(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { services, params, form, formToken } = request;
  const { id, clientId, tenantId, provider, accountName } = await services.overview.connection(
    params["connection"] ?? "",
  );
  const back = `/connections/${id}`;
  if (textOf(form, "confirm") !== "yes") {
    const text = markup`<p>This destroys the stored credential of ${idCell(id)} (${provider}, ${isolated(accountName)}). Every action through it will be
refused, and its user has to connect again. Nothing is revoked at the provider.</p>`;
    const label = "Disconnect for good";
    return confirmPage({ title: "Disconnect?", text, path: `${back}/disconnect`, formToken, label, back });
  }
  await services.connections.disconnect(await callerFor(request, clientId), tenantId, id);
  return { location: `${back}?done=disconnected` };
}
