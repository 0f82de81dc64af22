/** Providers: which ones are loaded, the tools of MCP servers, and what differs from their review. */
import { hasSharedApp } from "../../../domain/oauth/registering.ts";
import { differences, toolStates, type ToolState } from "../../../domain/providers/reviewed.ts";
import { reviewVersion, type ReviewedProvider } from "../../../domain/providers/reviews.ts";
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import {
  ago,
  badge,
  card,
  emptyState,
  facts,
  json,
  moment,
  muted,
  noticePart,
  pageHead,
  table,
  twoLines,
  visuallyHiddenLabel,
} from "../elements.ts";
import { buttonForm, linkButton, linkTo } from "../forms.ts";
import { emptyHtml, isolated, joined, markup, type Html } from "../../html/markup.ts";

/** `/providers`, and an MCP server's tools. */
export const providerRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/providers",
    respond: list,
    section: {
      name: "Providers",
      icon: markup`<path d="M2.500 5.500 8 2.500l5.500 3L8 8.500zM2.500 10.500 8 13.500l5.500-3"/>`,
    },
  },
  { method: "GET", role: "viewer", path: "/providers/:slug", respond: one },
];

/** A row of the listing; null if the provider is code. */
type Listed = { slug: string; reviewed: ReviewedProvider | null };

const done: ReadonlyMap<string, string> = new Map([
  ["added", "Added. Nothing can be called yet: review its tools below."],
  ["accepted", "Accepted. Every server uses it within seconds."],
  ["reviewed", "Saved. Every server uses it within seconds. Callers also need a policy that allows the actions."],
  ["registered", "Registered. Users can connect within a second."],
  ["removed", "Removed. Every server stops using it within seconds."],
]);

function doneNotice({ query }: ConsoleRequest): Html {
  return noticePart(done.get(readField(query, "done") ?? ""));
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, forms } = request;
  const reviewed = await services.providerReviews.list();
  const isReviewed = new Set(reviewed.map(({ row }) => row.slug));
  const rows: Listed[] = [
    ...reviewed.map((own) => ({ slug: own.row.slug, reviewed: own })),
    ...services
      .providers()
      .filter((slug) => !isReviewed.has(slug))
      .map((slug) => ({ slug, reviewed: null })),
  ];
  const nowMs = services.platform.nowMs();
  const tools = forms.allows("/mcp-servers/add") ? linkButton("Add an MCP server", "/mcp-servers/add") : emptyHtml;
  const main = markup`${pageHead("Providers", tools)}
${doneNotice(request)}
<div class="card list">${table(
    "Providers, MCP servers first",
    [
      { name: "Provider", cell: nameOf },
      { name: "State", cell: stateOf, kind: "status" },
      { name: "From", cell: ({ reviewed: own }) => (own === null ? muted("Code of this server") : markup`MCP server`) },
      {
        name: "Compared",
        cell: ({ reviewed: own }) => (own === null ? muted("-") : ago(own.row.checkedAt, nowMs, "Not yet")),
      },
    ],
    rows,
    emptyState("No providers"),
  )}</div>`;
  return { title: "Providers", main };
}

function nameOf({ slug, reviewed }: Listed): Html {
  if (reviewed === null) return markup`<span class="strong">${slug}</span>`;
  return twoLines(markup`<a class="strong" href="/providers/${slug}">${slug}</a>`, reviewed.row.url);
}

function stateOf({ reviewed }: Listed): Html {
  if (reviewed === null) return badge("Loaded", "good");
  const states = toolStates(reviewed.review, reviewed.seen);
  const isWaiting = states.some(({ state }) => state === "changed" || state === "gone");
  if (isWaiting) return badge("Tools changed", "bad");
  if (reviewed.row.checkFault !== "") return badge("Not compared", "caution");
  return states.some(({ state }) => state === "enabled") ? badge("Loaded", "good") : badge("Nothing enabled");
}

const stateBadges: Readonly<Record<ToolState["state"], Html>> = {
  enabled: badge("Enabled", "good"),
  not_reviewed: badge("Not reviewed"),
  refused: badge("Refused"),
  changed: badge("Changed: disabled", "bad"),
  gone: badge("Gone: disabled", "bad"),
  new: badge("New: waits", "caution"),
};

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, forms } = request;
  const found = await services.providerReviews.find(params["slug"] ?? "");
  const { row, review, seen } = found;
  const { slug } = row;
  const version = reviewVersion(row);
  const acceptPath = `/providers/${slug}/accept`;
  const audit = linkTo("/audit", [["subject", slug]]);
  const removal = buttonForm({ path: `/providers/${slug}/remove`, forms, label: "Remove…", tone: "grave" });
  const registration = (await lacksApp(request, review))
    ? buttonForm({ path: `/providers/${slug}/register-app`, forms, label: "Register an app…" })
    : emptyHtml;
  const main = markup`${pageHead(slug, markup`${removal}${linkButton("Audit trail", audit)}`, { of: { name: "Providers", path: "/providers" } })}
${doneNotice(request)}
${card("MCP server", about(found, services.platform.nowMs()), registration)}
${joined(seen.changed.map((after) => changeCard(request, found, after)))}
<section class="card list"><div class="card-head"><h2>Tools</h2>${buttonForm({
    path: `/providers/${slug}/accept-hints`,
    forms,
    label: "Enable reads…",
  })}</div>
${table(
  "Tools in the order of the review",
  [
    { name: "Tool", cell: ({ name, id }) => twoLines(markup`<span class="strong">${isolated(name)}</span>`, id ?? "") },
    { name: "State", cell: ({ state }) => stateBadges[state], kind: "status" },
    { name: "Effect", cell: ({ effect }) => effect ?? muted("-") },
    { name: "Why", cell: ({ reason }) => (reason === "" ? muted("-") : reason) },
    {
      name: "Action",
      cell: ({ name, state }) => {
        const about = isolated(name);
        if (state === "gone" || state === "new") {
          const label = visuallyHiddenLabel(state === "gone" ? "Drop from the review…" : "Add to the review…", about);
          return buttonForm({ path: acceptPath, forms, label, fields: { tool: name, version } });
        }
        if (!forms.allows(`/providers/${slug}/review`)) return emptyHtml;
        const href = linkTo(`/providers/${slug}/review`, [["tool", name]]);
        return markup`<a class="button" href="${href}">${visuallyHiddenLabel("Review", about)}</a>`;
      },
    },
  ],
  toolStates(review, seen),
  emptyState("No tools"),
)}</section>`;
  return { title: slug, main };
}

/** Whether users can't connect before svc has registered an app. */
async function lacksApp({ services }: ConsoleRequest, { slug, auth }: ReviewedProvider["review"]): Promise<boolean> {
  if (auth.kind !== "oauth" || auth.app !== "registered") return false;
  return !hasSharedApp(slug, await services.oauthApps());
}

const signInWords: Readonly<Record<ReviewedProvider["review"]["auth"]["kind"], string>> = {
  none: "They only agree",
  bearer: "Each pastes a token",
  oauth: "On the consent page of its authorization server",
};

function about({ row, review }: ReviewedProvider, nowMs: number): Html {
  const { name, title, version } = review.server;
  return facts([
    ["Address", markup`<code>${row.url}</code>`],
    ["It calls itself", `${title ?? name} ${version}`],
    ["How users connect", signInWords[review.auth.kind]],
    ["Changed", moment(row.updatedAt, nowMs)],
    ["Compared", moment(row.checkedAt, nowMs, "Not yet")],
    ["Last comparison", row.checkFault === "" ? muted("No fault") : row.checkFault],
  ]);
}

function changeCard(
  { forms }: ConsoleRequest,
  { row, review }: ReviewedProvider,
  after: ReviewedProvider["seen"]["changed"][number],
): Html {
  const before = review.tools.find(({ name }) => name === after.name);
  if (before === undefined) return emptyHtml;
  const found = differences(before, after);
  const parts = found.map(
    (one) => markup`<h3>${one.part}</h3>
${facts([
  ["Reviewed", json(before[one.part])],
  ["Now", json(after[one.part])],
])}`,
  );
  const form = buttonForm({
    path: `/providers/${review.slug}/accept`,
    forms,
    label: "Accept…",
    fields: { tool: after.name, version: reviewVersion(row) },
  });
  const same = found.length === 0 ? markup`<p>It changed, and is again as it was reviewed.</p>` : emptyHtml;
  return card(
    markup`Changed: ${isolated(after.name)}`,
    markup`<p>The texts below are the server's. They may be meant to mislead you, or an assistant.</p>${same}${joined(parts)}`,
    form,
  );
}
