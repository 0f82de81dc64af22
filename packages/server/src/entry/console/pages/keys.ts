/** Service clients and their keys, of which only the public part is ever shown again. */
import {
  actorOf,
  cursorOf,
  textOf,
  type ConsoleAnswer,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../../../domain/service-clients/port.ts";
import { badge, buttonForm, idCell, visuallyHiddenLabel, pager, table, time } from "../elements.ts";
import { confirmPage } from "../frame.ts";
import { isolated, joined, markup, emptyHtml, type Html } from "../markup.ts";

/** `/keys`, and revoking a key. */
export const keyRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/keys", answer: list },
  { method: "POST", path: "/keys/:client/:key/revoke", answer: revoke },
];

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query, formToken } = request;
  const { rows, next } = await services.overview.clients({ cursor: cursorOf(request) });
  const nowMs = services.platform.nowMs();
  const isDone = textOf(query, "done") === "revoked";
  const notice = isDone
    ? markup`<p class="notice" role="status">Revoked. Every server refuses it within a second.</p>`
    : emptyHtml;
  const clients = rows.map(({ client, keys }) => clientPart(client, keys, { nowMs, formToken }));
  const main = markup`<h1>Service keys</h1>
${notice}
<p>Each service client with its keys. Use <code>svc-server service-clients</code> to create or rotate a key; it shows the key only once.</p>
${rows.length === 0 ? markup`<p class="empty">No service clients yet.</p>` : joined(clients)}
${pager("/keys", query, next)}`;
  return { title: "Service keys", main };
}

function clientPart(
  client: ServiceClientRow,
  keys: readonly ServiceKeyRow[],
  { nowMs, formToken }: { nowMs: number; formToken: string },
): Html {
  const allowed = client.allowedActions.join(", ") || "nothing";
  return markup`<h2>${isolated(client.name)} ${client.revokedAt === null ? emptyHtml : badge("revoked", "bad")}</h2>
<p class="muted">${idCell(client.id)}, made ${time(client.createdAt)}. Allowed: ${allowed}</p>
${table(
  markup`Keys of ${isolated(client.name)}`,
  [
    { name: "Key", cell: ({ id }) => markup`<code>svc_live_${id}…</code>` },
    { name: "Name", cell: ({ name }) => name },
    { name: "State", cell: (key) => stateBadge(key, nowMs) },
    { name: "Created", cell: ({ createdAt }) => time(createdAt) },
    { name: "Expires", cell: ({ expiresAt }) => time(expiresAt) },
    { name: "Revoked", cell: ({ revokedAt }) => time(revokedAt) },
    {
      name: "Action",
      cell: (key) =>
        isActive(key, nowMs)
          ? buttonForm({
              path: `/keys/${client.id}/${key.id}/revoke`,
              formToken,
              label: visuallyHiddenLabel("Revoke…", markup`key ${isolated(key.name)} of ${isolated(client.name)}`),
              tone: "grave",
            })
          : markup`<span class="muted">none</span>`,
    },
  ],
  keys,
  "No keys.",
)}`;
}

function isActive({ revokedAt, expiresAt }: ServiceKeyRow, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > nowMs);
}

function stateBadge(key: ServiceKeyRow, nowMs: number): Html {
  if (isActive(key, nowMs)) return badge("active", "good");
  return key.revokedAt === null ? badge("expired") : badge("revoked");
}

async function revoke(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { services, params, form, formToken } = request;
  const { client = "", key = "" } = params;
  if (textOf(form, "confirm") !== "yes") {
    const text = markup`<p>Every server refuses the key <code>svc_live_${key}…</code> of ${idCell(client)} within a second. Its callers get 401 until
they have another key. You can't undo this.</p>`;
    const path = `/keys/${client}/${key}/revoke`;
    return confirmPage({ title: "Revoke this key?", text, path, formToken, label: "Revoke for good", back: "/keys" });
  }
  await services.serviceClients(actorOf(request)).revokeKey(client, key);
  return { location: "/keys?done=revoked" };
}
