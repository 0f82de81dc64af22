/** Operator tokens: who can sign in to the console, and with which role. A token itself is never shown again. */
import type { OperatorTokenRow } from "../../../domain/operators/port.ts";
import { isActive, maskToken } from "../../../domain/operators/tokens.ts";
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute, type Forms } from "../console.ts";
import { ago, badge, emptyState, noticePart, table, visuallyHiddenLabel } from "../elements.ts";
import { buttonForm, linkButton } from "../forms.ts";
import { listingPage } from "../listing.ts";
import { emptyHtml, isolated, markup, type Html } from "../../html/markup.ts";
import { loadView } from "../names.ts";

/** `/operator-tokens`. */
export const operatorTokenRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/operator-tokens",
    respond: list,
    section: {
      name: "Operator tokens",
      icon: markup`<circle cx="8" cy="5" r="2.750"/><path d="M2.500 14a5.500 5.500 0 0 1 11 0"/>`,
    },
  },
];

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query, forms } = request;
  return await listingPage(request, {
    path: "/operator-tokens",
    title: "Operator tokens",
    intro:
      "With such a token, a person signs in here. A viewer sees everything, an operator also acts, and an admin also changes service clients.",
    tools: forms.allows("/operator-tokens/create")
      ? linkButton("New operator token", "/operator-tokens/new")
      : emptyHtml,
    notice: noticePart(done.get(readField(query, "done") ?? "")),
    filters: [],
    load: async () => {
      const rows = await services.operatorTokens();
      const { nowMs } = await loadView(request, []);
      const list = table(
        "Operator tokens, newest first",
        [
          {
            name: "Name",
            cell: ({ id, name }) => markup`<span class="strong" id="token-${id}">${isolated(name)}</span>`,
          },
          { name: "Status", cell: (token) => statusBadge(token, nowMs), kind: "status" },
          { name: "Role", cell: ({ role }) => role },
          { name: "Public ID", cell: ({ id }) => markup`<code>${maskToken(id)}</code>` },
          { name: "Created", cell: ({ createdAt }) => ago(createdAt, nowMs) },
          { name: "Expires", cell: ({ expiresAt }) => ago(expiresAt, nowMs) },
          { name: "Last used", cell: ({ lastUsedAt }) => ago(lastUsedAt, nowMs) },
          ...(forms.allows("/operator-tokens/create") ? [{ name: "Action", cell: deeds(forms, nowMs) }] : []),
        ],
        rows,
        emptyState("No operator tokens"),
      );
      return { rows: list, next: null };
    },
  });
}

const done: ReadonlyMap<string, string> = new Map([
  ["saved", "Saved. The role counts at once."],
  ["revoked", "Revoked. Its sessions have ended."],
]);

function deeds(forms: Forms, nowMs: number): (token: OperatorTokenRow) => Html {
  return (token) => {
    if (!isActive(token, nowMs)) return emptyHtml;
    const path = `/operator-tokens/${token.id}`;
    const about = markup`of ${isolated(token.name)}`;
    return markup`<div class="tools"><a class="button" href="${path}/edit">${visuallyHiddenLabel("Role", about)}</a>${buttonForm(
      {
        path: `${path}/revoke`,
        forms,
        label: visuallyHiddenLabel("Revoke…", about),
        tone: "grave",
      },
    )}</div>`;
  };
}

function statusBadge(token: OperatorTokenRow, nowMs: number): Html {
  if (isActive(token, nowMs)) return badge("Active", "good");
  return token.revokedAt === null ? badge("Expired") : badge("Revoked");
}
