/** The results of the search: straight to the page of an id, or what has such a name, by kind. */
import { isFoundKind, searchedMax, searchTextMax, type FoundGroup } from "../../../domain/operators/search.ts";
import type { Found, FoundKind } from "../../../domain/operators/port.ts";
import {
  readField,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleResponse,
  type ConsoleRoute,
} from "../console.ts";
import { badge, emptyState, idCell, pageHead, table, type Column } from "../elements.ts";
import { linkTo } from "../forms.ts";
import { foundLink, foundNames, foundPath } from "../found.ts";
import { emptyHtml, isolated, joined, markup, type Html } from "../../html/markup.ts";
import { clientName, loadView, tenantLink, type View } from "../names.ts";
import { formatNumber, proposalStatusTexts, sessionStatusTexts, statusTexts, type Tone } from "../texts.ts";

/** `/search`. */
export const searchRoute: ConsoleRoute = { method: "GET", role: "viewer", path: "/search", respond: search };

async function search(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, query } = request;
  const text = readField(query, "q") ?? "";
  const kind = readField(query, "kind") ?? "";
  const only = isFoundKind(kind) ? kind : null;
  const result = await services.search.find(text, only);
  if (result.kind !== "found") return messagePage(result.kind);
  const { groups, by } = result;
  const [first, ...others] = groups.flatMap(({ rows }) => rows);
  if (by === "id" && first !== undefined && others.length === 0) return { location: foundPath(first) };
  const found = groups.filter(({ rows }) => rows.length > 0);
  const view = await loadView(
    request,
    found.flatMap(({ rows }) => rows),
  );
  const none = emptyState(
    "Nothing found",
    "An ID is found by its beginning. Tenants, connections, service clients, webhook hosts, OAuth apps and operator tokens are found by name.",
  );
  const limits = groups.filter(({ isPartial }) => isPartial).map(({ kind: one }) => foundNames[one][1].toLowerCase());
  const lists = found.map((group) => section(group, { text, view, only }));
  const main = markup`${pageHead(markup`Results for ${isolated(text)}`)}
${found.length === 0 ? markup`<div class="card list">${none}</div>` : joined(lists)}
${limits.length === 0 ? emptyHtml : limitNote(limits)}`;
  return { title: "Search", main };
}

function limitNote(limits: readonly string[]): Html {
  return markup`<p class="hint">Of the ${limits.join(" and ")}, all were searched for names that begin like this, with the same or the
usual capitals, and the newest ${formatNumber(searchedMax)} for names that contain it.</p>`;
}

const messages = {
  nothing: ["Search", `Enter an ID, the beginning of one, or a name, of up to ${searchTextMax} characters.`],
  secret: [
    "This is a secret",
    "The text looks like a whole key or token, so it wasn't searched for. Search for its public ID instead. The secret is now in this browser's history: if others can read that, revoke it.",
  ],
  shortened: [
    "This ID is shortened",
    "Lists show only the beginning and the end of an ID. Copy the whole one with the button beside it.",
  ],
} as const;

function messagePage(kind: keyof typeof messages): ConsolePage {
  const [title, text] = messages[kind];
  return { title, main: pageHead(title, emptyHtml, { intro: text }), status: kind === "nothing" ? 200 : 422 };
}

function section(
  { kind, rows, more }: FoundGroup,
  { text, view, only }: { text: string; view: View; only: string | null },
): Html {
  const title = foundNames[kind][1];
  const all = linkTo("/search", [
    ["q", text],
    ["kind", kind],
  ]);
  const link = markup`<a href="${all}">Show more<span class="unseen"> ${title.toLowerCase()}</span></a>`;
  const narrow = markup`<p class="hint tail-note">There are more. Write more of the name or ID.</p>`;
  return markup`<section class="card list"><div class="card-head"><h2>${title}</h2>${more && only === null ? link : emptyHtml}</div>
${table(title, columns(kind, view), rows, emptyHtml)}${more && only !== null ? narrow : emptyHtml}</section>`;
}

function columns(kind: FoundKind, view: View): readonly Column<Found>[] {
  const tenant = { name: "Tenant", cell: ({ tenantId }: Found) => place(tenantId, view) };
  return [
    { name: "Name", cell: foundLink },
    { name: "Details", cell: ({ detail }) => detailCell(kind, detail) },
    ...(kind === "tenant" ? [] : [tenant]),
    { name: "Service client", cell: ({ clientId }) => (clientId === "" ? emptyHtml : clientName(clientId, view)) },
    { name: "ID", cell: ({ id }) => idCell(id, "short") },
  ];
}

/** What the detail of a kind means, if it is a status. */
const statuses: Readonly<Partial<Record<FoundKind, Readonly<Record<string, { label: string; tone: Tone }>>>>> = {
  execution: statusTexts,
  proposal: proposalStatusTexts,
  connect_session: sessionStatusTexts,
};

function detailCell(kind: FoundKind, detail: string): Html {
  const status = statuses[kind]?.[detail];
  return status === undefined ? isolated(detail) : badge(status.label, status.tone);
}

function place(tenantId: string, view: View): Html {
  return tenantId === "" ? emptyHtml : tenantLink(tenantId, view);
}
