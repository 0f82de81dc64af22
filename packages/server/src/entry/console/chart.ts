/** Charts as inline SVG that is stretched to its box; labels are HTML, and every chart has its numbers as a table. */
import type { Activity, Bar, DashboardWindow, Outcomes } from "../../domain/operators/dashboard.ts";
import { countExecutions } from "../../domain/operators/dashboard.ts";
import { emptyState } from "./elements.ts";
import { emptyHtml, joined, markup, type Html } from "./markup.ts";
import { table, type Column } from "./tables.ts";
import { clockOf, dayOf, numberOf } from "./times.ts";

/** The outcomes in the order of the stack, from the bottom up. */
export const outcomeKinds: readonly (readonly [kind: keyof Outcomes, label: string])[] = [
  ["succeeded", "Succeeded"],
  ["running", "In progress"],
  ["unknown", "Unknown outcome"],
  ["failed", "Failed"],
];

const [width, height, slot] = [1000, 200, 1000];
const gapShare = 0.24;
/** A part that isn't empty is at least so high, so that one failure among thousands is seen. */
const leastHeight = 3;

/** Renders executions over time, a bar per hour or several hours, split by outcome. */
export function activityChart({ bars, total }: Activity, window: DashboardWindow): Html {
  if (countExecutions(total) === 0) {
    const over = window === "24h" ? "the last 24 hours" : "the last 7 days";
    return emptyState(`No executions in ${over}`, "As soon as a service client executes an action, it shows here.");
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
<div class="scale" aria-hidden="true"><span>${numberOf(top)}</span><span>${numberOf(top / 2)}</span><span>0</span></div>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summaryOf(total, window)}">
${lines}${columns}<line class="rule base" x1="0" x2="${width}" y1="${height}" y2="${height}"/>
</svg>
<div class="ticks" aria-hidden="true">${ticksOf(bars, window)}</div>
</div>
<details class="numbers"><summary>Show the numbers</summary>${numbersOf(bars, window)}</details>
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
  return markup`<g><title>${spanOf(bar, window)}: ${countsOf(bar)}</title>${hit}${joined(parts)}</g>`;
}

/** The next number that is a good end for a scale: 1, 2, 4, 5, 6, 8 or 10 times a power of ten. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)));
  const steps = [1, 2, 4, 5, 6, 8, 10].map((step) => step * power);
  return Math.max(2, steps.find((step) => step >= value) ?? 10 * power);
}

function ticksOf(bars: readonly Bar[], window: DashboardWindow): readonly Html[] {
  const every = window === "24h" ? 4 : 6;
  return bars
    .filter((_bar, index) => index % every === 0)
    .map(({ fromMs }) => markup`<span>${window === "24h" ? clockOf(fromMs) : dayOf(fromMs)}</span>`);
}

function spanOf({ fromMs, untilMs }: Bar, window: DashboardWindow): string {
  const hours = `${clockOf(fromMs)}–${clockOf(untilMs)}`;
  return window === "24h" ? hours : `${dayOf(fromMs)}, ${hours}`;
}

function countsOf(outcomes: Outcomes): string {
  const counts = outcomeKinds.filter(([kind]) => outcomes[kind] > 0);
  if (counts.length === 0) return "none";
  return counts.map(([kind, label]) => `${numberOf(outcomes[kind])} ${label.toLowerCase()}`).join(", ");
}

function summaryOf(total: Outcomes, window: DashboardWindow): string {
  const over = window === "24h" ? "per hour over the last 24 hours" : "per four hours over the last 7 days";
  return `Executions ${over}: ${countsOf(total)}. The numbers follow as a table.`;
}

function numbersOf(bars: readonly Bar[], window: DashboardWindow): Html {
  const columns: readonly Column<Bar>[] = [
    { name: "Time (UTC)", cell: (bar) => spanOf(bar, window) },
    ...outcomeKinds.map(([kind, label]) => ({
      name: label,
      cell: (bar: Bar) => numberOf(bar[kind]),
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
