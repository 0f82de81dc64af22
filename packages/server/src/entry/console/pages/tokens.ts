/** Delegated tokens: who holds which, for whom and what, and revoking them. A token itself is never shown. */
import { delegatedTokenStatuses } from "@svc/contract";
import {
  callerFor,
  readChoice,
  readField,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import type { DelegatedTokenRow } from "../../../domain/service-clients/port.ts";
import { statusOf } from "../../../domain/service-clients/present-token.ts";
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
import { choiceFilter, scopeFilters } from "../filters.ts";
import { buttonForm, linkButton, linkTo } from "../forms.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { confirmPage } from "../frame.ts";
import { emptyHtml, isolated, joined, markup, type Html } from "../../html/markup.ts";
import { actorName, clientName, connectionLink, loadView, tenantLink, type View } from "../names.ts";

/** `/tokens`, one token, and revoking it. */
export const tokenRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/tokens",
    respond: list,
    section: {
      name: "Delegated tokens",
      icon: markup`<path d="M1.750 5.500v-2h12.500v2a2.500 2.500 0 0 0 0 5v2H1.750v-2a2.500 2.500 0 0 0 0-5zM9.500 6v4"/>`,
    },
  },
  { method: "GET", role: "viewer", path: "/tokens/:token", respond: one },
  { method: "POST", role: "operator", path: "/tokens/:token/revoke", respond: revoke },
];

const statusLabels = { active: "Active", expired: "Expired", revoked: "Revoked" } as const;

function statusBadge(token: DelegatedTokenRow, { nowMs }: View): Html {
  const status = statusOf(token, nowMs);
  return badge(statusLabels[status], status === "active" ? "good" : "quiet");
}

/** Renders the agent that holds a token, or its label. */
function holder({ agent, label, subject }: DelegatedTokenRow): Html {
  const name = agent === "" ? label : agent;
  const shown = name === "" ? muted("Unnamed") : isolated(name);
  return subject === "" ? shown : markup`${shown} ${muted("for")} ${isolated(subject)}`;
}

function uses({ maxExecutions, usedExecutions }: DelegatedTokenRow): string {
  return maxExecutions === null ? "No limit" : `${usedExecutions} of ${maxExecutions}`;
}

function columns(view: View): readonly Column<DelegatedTokenRow>[] {
  return [
    { name: "Holder", cell: (token) => markup`<a class="strong" href="/tokens/${token.id}">${holder(token)}</a>` },
    { name: "Status", cell: (token) => statusBadge(token, view), kind: "status" },
    {
      name: "Tenant",
      cell: ({ tenantId, clientId }) => twoLines(tenantLink(tenantId, view), clientName(clientId, view)),
    },
    { name: "May", cell: (token) => twoLines(markup`${token.maxEffect}`, actionsOf(token)) },
    { name: "Executions", cell: uses },
    { name: "Expires", cell: ({ expiresAt }) => ago(expiresAt, view.nowMs) },
    { name: "ID", cell: ({ id }) => idCell(id, "short"), kind: "minor" },
  ];
}

function actionsOf({ actions }: DelegatedTokenRow): string {
  if (actions === null) return "everything that the policy allows";
  return actions.length === 0 ? "nothing" : actions.join(", ");
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const path = "/tokens";
  const choices = delegatedTokenStatuses.map((one) => [one, statusLabels[one]] as const);
  const filters = [
    choiceFilter(query, { name: "status", label: "Status", choices, unset: "All", what: "status" }),
    ...(await scopeFilters(request, ["client", "tenant"])),
  ];
  const otherwise = emptyState(
    "No delegated tokens yet",
    "Service clients create them for agents, through the API or svc tokens.",
  );
  return await listingPage(request, {
    path,
    title: "Delegated tokens",
    intro: "Tokens that service clients have given to agents. Expired ones are kept for 30 days.",
    filters,
    tabs: "status",
    load: async (cursor) => {
      const { rows, next } = await services.overview.tokens({
        clientId: readField(query, "client"),
        tenantId: readField(query, "tenant"),
        status: readChoice(query, "status", delegatedTokenStatuses),
        cursor,
      });
      const view = await loadView(request, rows);
      const empty = emptyListing({ path, filters }, "delegated tokens", otherwise);
      return { rows: table("Delegated tokens, newest first", columns(view), rows, empty), next };
    },
  });
}

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, query, forms } = request;
  const token = await services.overview.token(params["token"] ?? "");
  const { id, clientId, tenantId, keyId, parentId } = token;
  const ofConnections = (token.connections ?? []).map((connectionId) => ({ connectionId }));
  const view = await loadView(request, [{ clientId, tenantId, actor: `key:${keyId}` }, ...ofConnections]);
  const audit = linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ]);
  const isActive = statusOf(token, view.nowMs) === "active";
  const deed = isActive
    ? buttonForm({ path: `/tokens/${id}/revoke`, forms, label: "Revoke…", tone: "grave" })
    : emptyHtml;
  const isDone = readField(query, "done") === "revoked";
  const notice = isDone
    ? markup`<p class="notice" role="status">Revoked, with every token made from it. Every server refuses them within a second.</p>`
    : emptyHtml;
  const main = markup`${pageHead(holder(token), markup`${linkButton("Audit trail", audit)}${deed}`, {
    of: { name: "Delegated tokens", path: "/tokens" },
  })}
${notice}
<div class="grid two">${card(
    "Token",
    facts([
      ["Status", statusBadge(token, view)],
      ["Tenant", tenantLink(tenantId, view)],
      ["Service client", clientName(clientId, view)],
      [
        "Made with",
        parentId === "" ? actorName(`key:${keyId}`, view) : markup`<a href="/tokens/${parentId}">a token</a>`,
      ],
      ["Acts for", orNone(token.subject)],
      ["Held by", orNone(token.agent)],
      ["Label", orNone(token.label)],
      ["Created", moment(token.createdAt, view.nowMs)],
      ["Expires", moment(token.expiresAt, view.nowMs)],
      ...(token.revokedAt === null ? [] : [["Revoked", moment(token.revokedAt, view.nowMs)] as const]),
      ["ID", idCell(id)],
    ]),
  )}
${card(
  "What it may do",
  facts([
    ["Connections", connectionsOf(token, view)],
    ["Actions", actionsOf(token)],
    ["Strongest effect", token.maxEffect],
    ["Executions", uses(token)],
    ["Accepted at", token.audience.join(", ")],
  ]),
)}</div>`;
  return { title: "Delegated token", main };
}

function orNone(text: string): Html {
  return text === "" ? muted("None") : isolated(text);
}

function connectionsOf({ connections }: DelegatedTokenRow, view: View): Html {
  if (connections === null) return markup`all of the tenant's`;
  if (connections.length === 0) return markup`none`;
  return joined(connections.map((id) => markup`<div>${connectionLink(id, view)}</div>`));
}

async function revoke(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form, forms } = request;
  const token = await services.overview.token(params["token"] ?? "");
  const { id, clientId, tenantId } = token;
  const back = `/tokens/${id}`;
  if (readField(form, "confirm") !== "yes") {
    const view = await loadView(request, [token]);
    const text = markup`<p>Every server refuses the token, and every token made from it, within a second. You can't undo this.</p>
${facts([
  ["Holder", holder(token)],
  ["Tenant", tenantLink(tenantId, view)],
  ["ID", idCell(id)],
])}`;
    const label = "Revoke for good";
    const path = `${back}/revoke`;
    return confirmPage({ title: "Revoke this token?", text, path, forms, label, back, tone: "grave" });
  }
  await services.delegatedTokens.revoke(await callerFor(request, clientId), id);
  return { location: `${back}?done=revoked` };
}
