/** Charts as inline SVG that is stretched to its box; labels are HTML, and every chart has its numbers as a table. */
import type { Activity, Bar, DashboardWindow, Outcomes } from "../../domain/operators/dashboard.ts";
import { countExecutions } from "../../domain/operators/dashboard.ts";
import { emptyState, table, type Column } from "./elements.ts";
import { emptyHtml, joined, markup, type Html } from "../html/markup.ts";
import { formatClock, formatDay, formatNumber } from "./texts.ts";

/** The outcomes in the order of the stack, from the bottom up. */
export const outcomeKinds: readonly (readonly [kind: keyof Outcomes, label: string])[] = [
  ["succeeded", "Succeeded"],
  ["running", "In progress"],
  ["unknown", "Unknown outcome"],
  ["failed", "Failed"],
];

const [width, height, slot] = [1000, 200, 1000];
const gapShare = 0.24;
/** The minimum height of a part that isn't empty, so that one failure among thousands is visible. */
const leastHeight = 3;

/** Renders executions over time, a bar per hour or several hours, split by outcome. */
export function activityChart({ bars, total }: Activity, window: DashboardWindow): Html {
  if (countExecutions(total) === 0) {
    const over = window === "24h" ? "the last 24 hours" : "the last 7 days";
    return emptyState(`No executions in ${over}`, "They appear here as soon as a service client executes an action.");
  }
  const top = niceTop(Math.max(...bars.map(countExecutions)));
  const step = slot / bars.length;
  const columns = bars.map((bar, index) => column(bar, { x: index * step, step, top, window }));
  const lines = [0, 0.5].map(
    (share) => markup`<line class="rule" x1="0" x2="${width}" y1="${share * height}" y2="${share * height}"/>`,
  );
  const shown = outcomeKinds.filter(([kind]) => total[kind] > 0);
  return markup`<div class="chart">
<ul class="legend">${shown.map(([kind, label]) => markup`<li><span class="key ${kind}"></span>${label}</li>`)}</ul>
<div class="plot">
<div class="scale" aria-hidden="true"><span>${formatNumber(top)}</span><span>${formatNumber(top / 2)}</span><span>0</span></div>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summarize(total, window)}">
${lines}${columns}<line class="rule base" x1="0" x2="${width}" y1="${height}" y2="${height}"/>
</svg>
<div class="ticks" aria-hidden="true">${renderTicks(bars, window)}</div>
</div>
<details class="numbers"><summary>Show the numbers</summary>${numbersTable(bars, window)}</details>
</div>`;
}

function column(
  bar: Bar,
  { x, step, top, window }: { x: number; step: number; top: number; window: DashboardWindow },
): Html {
  let y = height;
  const parts: Html[] = [];
  for (const [kind] of outcomeKinds) {
    if (bar[kind] === 0) continue;
    const high = Math.max(leastHeight, (bar[kind] / top) * height);
    y -= high;
    const left = x + (step * gapShare) / 2;
    parts.push(
      markup`<rect class="${kind}" x="${fixed(left)}" y="${fixed(y)}" width="${fixed(step * (1 - gapShare))}" height="${fixed(high)}"/>`,
    );
  }
  const hit = markup`<rect class="hit" x="${fixed(x)}" y="0" width="${fixed(step)}" height="${height}"/>`;
  return markup`<g><title>${formatSpan(bar, window)}: ${formatCounts(bar)}</title>${hit}${joined(parts)}</g>`;
}

/** Returns the next number that suits the end of a scale: 1, 2, 4, 5, 6, 8 or 10 times a power of ten. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)));
  const steps = [1, 2, 4, 5, 6, 8, 10].map((step) => step * power);
  return Math.max(2, steps.find((step) => step >= value) ?? 10 * power);
}

function renderTicks(bars: readonly Bar[], window: DashboardWindow): readonly Html[] {
  const every = window === "24h" ? 4 : 6;
  return bars
    .filter((_bar, index) => index % every === 0)
    .map(({ fromMs }) => markup`<span>${window === "24h" ? formatClock(fromMs) : formatDay(fromMs)}</span>`);
}

function formatSpan({ fromMs, untilMs }: Bar, window: DashboardWindow): string {
  const hours = `${formatClock(fromMs)}–${formatClock(untilMs)}`;
  return window === "24h" ? hours : `${formatDay(fromMs)}, ${hours}`;
}

function formatCounts(outcomes: Outcomes): string {
  const counts = outcomeKinds.filter(([kind]) => outcomes[kind] > 0);
  if (counts.length === 0) return "none";
  return counts.map(([kind, label]) => `${formatNumber(outcomes[kind])} ${label.toLowerCase()}`).join(", ");
}

function summarize(total: Outcomes, window: DashboardWindow): string {
  const over = window === "24h" ? "per hour over the last 24 hours" : "per four hours over the last 7 days";
  return `Executions ${over}: ${formatCounts(total)}. A table with the numbers follows.`;
}

function numbersTable(bars: readonly Bar[], window: DashboardWindow): Html {
  const columns: readonly Column<Bar>[] = [
    { name: "Time (UTC)", cell: (bar) => formatSpan(bar, window) },
    ...outcomeKinds.map(([kind, label]) => ({
      name: label,
      cell: (bar: Bar) => formatNumber(bar[kind]),
      kind: "number" as const,
    })),
  ];
  return table("Executions over time", columns, bars.toReversed(), emptyHtml, "columns");
}

/** Renders a share as a thin bar. @param share from 0 to 1. */
export function meter(share: number, kind: keyof Outcomes): Html {
  const wide = fixed(Math.min(1, Math.max(share > 0 ? 0.02 : 0, share)) * 100);
  return markup`<svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="${kind}" width="${wide}" height="4"/></svg>`;
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
