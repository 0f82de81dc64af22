/** The parts of the first page that show numbers. */
import type { FenceState } from "../../../domain/failover/judge.ts";
import { countMax, countExecutions } from "../../../domain/operators/dashboard.ts";
import type {
  Activity,
  DashboardWindow,
  ProviderActivity,
  DeploymentStatus,
} from "../../../domain/operators/dashboard.ts";
import { meter } from "../chart.ts";
import { ago, badge, card, emptyState, facts, muted, table, type Column } from "../elements.ts";
import { markup, type Html } from "../../html/markup.ts";
import { providerName, type View } from "../names.ts";
import { formatNumber, formatPercent, relativeTime, formatDuration } from "../texts.ts";

const windowTexts = { "24h": "in the last 24 hours", "7d": "in the last 7 days" } as const;

/** Renders the key numbers. */
export function renderTiles(
  { activity, status, window }: { activity: Activity; status: DeploymentStatus; window: DashboardWindow },
  nowMs: number,
): Html {
  const { total, isSampled, isCut } = activity;
  const { unknown, needReconnect } = status;
  const all = countExecutions(total);
  const ended = total.succeeded + total.failed;
  const about = isSampled ? "about " : "";
  const oldest = unknown.oldestAt === null ? "Nothing to resolve" : `Oldest ${relativeTime(unknown.oldestAt, nowMs)}`;
  return markup`<div class="grid tiles">
${tile("Executions", `${formatNumber(all)}${isCut ? "+" : ""}`, windowTexts[window])}
${tile("Failed", formatPercent(total.failed, ended), `${about}${formatNumber(total.failed)} ${windowTexts[window]}`)}
${tile("Unknown outcomes", capped(unknown.count), oldest, { href: "/unknown", tone: unknown.count > 0 ? "caution" : "" })}
${tile("Needs reconnect", capped(needReconnect), needReconnect === 1 ? "connection" : "connections", {
  href: "/connections?status=needs_reconnect",
  tone: needReconnect > 0 ? "bad" : "",
})}
</div>`;
}

function tile(
  title: string,
  value: string,
  about: string,
  { href = "", tone = "" }: { href?: string; tone?: "" | "caution" | "bad" } = {},
): Html {
  const shown = href === "" ? markup`${value}` : markup`<a href="${href}">${value}</a>`;
  return markup`<section class="card tile ${tone}"><h2>${title}</h2><div class="value">${shown}</div><p>${about}</p></section>`;
}

function capped(count: number): string {
  return count >= countMax ? `${formatNumber(countMax)}+` : formatNumber(count);
}

/** Renders the providers with their error rates and durations. */
export function providersCard({ providers }: Activity, window: DashboardWindow, view: Pick<View, "logos">): Html {
  const most = Math.max(...providers.map(countExecutions));
  const columns: readonly Column<ProviderActivity>[] = [
    {
      name: "Provider",
      cell: (row) =>
        markup`<a class="strong" href="/executions?provider=${row.provider}">${providerName(row.provider, view)}</a>`,
    },
    {
      name: "Executions",
      cell: (row) => markup`${formatNumber(countExecutions(row))}${meter(countExecutions(row) / most, "succeeded")}`,
      kind: "number",
    },
    {
      name: "Failed",
      cell: (row) => {
        const ended = row.succeeded + row.failed;
        return markup`${formatPercent(row.failed, ended)}${meter(ended === 0 ? 0 : row.failed / ended, "failed")}`;
      },
      kind: "number",
    },
    { name: "Unknown", cell: ({ unknown }) => formatNumber(unknown), kind: "number" },
    { name: "p95", cell: ({ p95Ms }) => formatDuration(p95Ms), kind: "number" },
  ];
  const empty = emptyState(`No executions ${windowTexts[window]}`);
  return markup`<section class="card list"><div class="card-head"><h2>Providers</h2><span class="hint">p95: 95% of executions took at most this long</span></div>
${table("Executions by provider", columns, providers, empty, "columns")}</section>`;
}

/** Renders the deployment's state: current and orphaned work, webhooks, and the database. */
export function standingCard(
  { endpoints, work }: DeploymentStatus,
  { fence, trouble, nowMs }: { fence: FenceState; trouble: string | null; nowMs: number },
): Html {
  const { executions, refreshes, deliveries } = work;
  const isStopped = fence.closed !== null || fence.lacksSync;
  return card(
    "Deployment",
    facts([
      ["Writes", isStopped ? badge("Stopped", "bad") : badge("Allowed", "good")],
      ["Replication", replicationBadge(fence)],
      ["Clock", trouble === null ? badge("OK", "good") : badge("Jumped", "bad")],
      ["Server processes", formatNumber(work.processes)],
      ["Executions", left(`${capped(executions.running)} running`, executions.orphaned, "of an ended process")],
      ["Token refreshes", left(`${capped(refreshes.held)} running`, refreshes.expired, "expired")],
      [
        "Deliveries",
        left(
          `${capped(deliveries.waiting)} pending, ${capped(deliveries.held)} being sent`,
          deliveries.expired,
          "expired",
        ),
      ],
      ["Oldest delivery", ago(deliveries.oldestAt, nowMs, "None pending")],
      ["Webhook endpoints", endpointsText(endpoints)],
    ]),
  );
}

function left(running: string, count: number, what: string): Html {
  return markup`${running}${count === 0 ? null : markup` ${badge(`${capped(count)} ${what}`, "caution")}`}`;
}

function endpointsText({ enabled, failing, disabled, count }: DeploymentStatus["endpoints"]): Html {
  if (count === 0) return muted("None");
  const trouble = [
    ...(failing === 0 ? [] : [`${formatNumber(failing)} failing`]),
    ...(disabled === 0 ? [] : [`${formatNumber(disabled)} disabled after failures`]),
  ];
  return markup`${formatNumber(enabled)} enabled ${trouble.map((text) => badge(text, "caution"))}`;
}

function replicationBadge({ mode }: FenceState): Html {
  if (mode === "none") return muted("None");
  const tones = { synchronous: "good", asynchronous: "caution", degraded: "bad" } as const;
  return badge(mode, tones[mode]);
}
