/** The overview: executions over time, what needs attention, and the deployment's state. */
import { clockTrouble } from "../../../domain/clock/describe.ts";
import { replicationAdvice, stoppedAdvice } from "../../../domain/failover/describe.ts";
import { dashboardWindows, lookAtMax } from "../../../domain/operators/dashboard.ts";
import { waitingCountMax } from "../../../domain/operators/overview.ts";
import type { Activity, DashboardWindow } from "../../../domain/operators/dashboard.ts";
import { activityChart } from "../chart.ts";
import { readChoice, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { card, emptyState, live, liveToggle, pageHead, table } from "../elements.ts";
import { tabs } from "../forms.ts";
import { joined, markup, emptyHtml, type Html } from "../../html/markup.ts";
import { loadView } from "../names.ts";
import { connectionColumns } from "./connections.ts";
import { providersCard, standingCard, renderTiles } from "./dashboard-parts.ts";
import { proposalColumns } from "./proposals.ts";
import { unknownColumns } from "./executions.ts";
import { endpointColumns } from "./webhooks.ts";

/** `/`. */
export const homeRoute: ConsoleRoute = {
  method: "GET",
  role: "viewer",
  path: "/",
  respond: home,
  section: { name: "Overview", icon: markup`<path d="M2 14V8h3v6zM6.5 14V2h3v12zM11 14V5.500h3V14z"/>` },
};

const none = { cursor: undefined, clientId: null, tenantId: null };
const shownMax = 5;

async function home(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const window = readChoice(query, "window", dashboardWindows) ?? "24h";
  const activity = await services.dashboard.activity(window);
  const status = await services.dashboard.status();
  const fence = services.fence.state();
  const trouble = clockTrouble(services.clock.state());
  const choices = [
    ["", "24 hours"],
    ["7d", "7 days"],
  ] as const;
  const main = markup`${pageHead(
    "Overview",
    markup`${liveToggle()}${tabs("/", query, { name: "window", label: "Window", choices })}`,
  )}
${live("alerts", alerts(request, trouble))}
${live("tiles", renderTiles({ activity, status, window }, services.platform.nowMs()))}
${live("chart", card("Executions by outcome", markup`${activityChart(activity, window)}${sampleNote(activity, window)}`))}
${live("attention", await attention(request))}
<div class="grid wide-left">${live("providers", providersCard(activity, window, services))}
${live("standing", standingCard(status, { fence, trouble, nowMs: services.platform.nowMs() }))}</div>`;
  return { title: "Overview", main };
}

/** Renders alerts for stopped writes, for writes that a failover can lose, and for a clock that jumped. */
function alerts({ services }: ConsoleRequest, trouble: string | null): Html {
  const state = services.fence.state();
  const stopped = stoppedAdvice(state);
  const advice = replicationAdvice(state.mode);
  const tone = state.mode === "degraded" ? "bad" : "caution";
  return joined([
    stopped === null ? emptyHtml : alert("bad", "Writes stopped.", stopped),
    advice === null ? emptyHtml : alert(tone, `Replication is ${state.mode}.`, advice),
    trouble === null ? emptyHtml : alert("bad", "The clock jumped.", trouble),
  ]);
}

function alert(tone: "bad" | "caution", title: string, text: string): Html {
  return markup`<div class="alert ${tone}"><p><strong>${title}</strong> ${text}</p></div>`;
}

function sampleNote({ isSampled, isCut }: Activity, window: DashboardWindow): Html {
  if (!isSampled) return emptyHtml;
  const hours = window === "24h" ? "An hour" : "Some hours";
  const cut = isCut ? " Totals are lower bounds, because counting stops at 20,000 executions per hour." : "";
  return markup`<p class="hint">${hours} had more than ${lookAtMax.toLocaleString("en-US")} executions. For busy hours, the split by outcome is
an estimate from the newest ${lookAtMax.toLocaleString("en-US")}.${cut}</p>`;
}

/** Renders everything that needs an operator's attention, with a link to all items of each kind. */
async function attention(request: ConsoleRequest): Promise<Html> {
  const { overview } = request.services;
  const any = { ...none, connectionId: null, provider: null, actionId: null, since: null, until: null };
  const unknown = await overview.executions({ ...any, status: "outcome_unknown" });
  const dead = await overview.connections({ ...none, provider: null, status: "needs_reconnect" });
  const endpoints = await overview.webhookEndpoints({ cursor: undefined, clientId: null });
  const troubled = endpoints.rows.filter(
    ({ disabledReason, failingSince }) =>
      (disabledReason === "" && failingSince !== null) || disabledReason === "failures" || disabledReason === "gone",
  );
  const waiting = await overview.proposals({ cursor: undefined, status: "waiting" });
  const waitingCount = waiting.rows.length > shownMax ? await overview.waitingProposals() : waiting.rows.length;
  const [outcomes, connections, failing] = [unknown.rows, dead.rows, troubled].map((rows) =>
    rows.slice(0, shownMax),
  ) as [typeof unknown.rows, typeof dead.rows, typeof troubled];
  const proposals = waiting.rows.slice(0, shownMax);
  const view = await loadView(request, [...proposals, ...outcomes, ...connections, ...failing]);
  const parts = [
    section(
      `Open proposals: ${countText(waitingCount)}`,
      "/proposals",
      table("Newest first", proposalColumns(view), proposals, emptyHtml),
    ),
    section("Unknown outcomes", "/unknown", table("Newest first", unknownColumns(view), outcomes, emptyHtml)),
    section(
      "Connections: needs reconnect",
      "/connections?status=needs_reconnect",
      table("Newest first", connectionColumns(view), connections, emptyHtml),
    ),
    section(
      "Failing webhook endpoints",
      "/webhooks",
      table("Among the newest endpoints", endpointColumns(view), failing, emptyHtml),
    ),
  ].filter(({ html }) => html !== "");
  if (parts.length > 0) return joined(parts);
  const fine =
    "Nothing waits for approval. No unknown outcomes, no connection needs a reconnect, and no webhook endpoint fails.";
  return card("Needs attention", emptyState("Nothing needs attention", fine));
}

function countText(count: number): string {
  return count >= waitingCountMax ? `more than ${(waitingCountMax - 1).toLocaleString("en-US")}` : String(count);
}

function section(title: string, href: string, rows: Html): Html {
  if (rows.html === "") return emptyHtml;
  return markup`<section class="card list"><div class="card-head"><h2>${title}</h2><a href="${href}">Show all<span class="unseen">: ${title}</span></a></div>
${rows}</section>`;
}
