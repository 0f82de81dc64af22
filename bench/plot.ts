/** The ratios as an SVG that is read on a light and on a dark page. Pure. */
import type { Cell, Results } from "./report.ts";
import { factsLine } from "./report.ts";

const barWidth = 18;
const barGap = 4;
const groupGap = 26;
const plotHeight = 180;
const left = 44;
const panelTop = 42;
const panelBottom = 46;

const style = `text { font: 12px system-ui, sans-serif; fill: #333 } .small { font-size: 10px; fill: #666 }
.line { stroke: #999; stroke-opacity: .4 } .wanted { stroke: #c2410c; stroke-width: 2.5 }
.bar { fill: #2f6f9f } .short { fill: #93a8b8 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .small { fill: #aaa } .wanted { stroke: #fb923c }
.bar { fill: #6cb0e0 } .short { fill: #5d6f7d } }`;

/** One panel an engine, one group a scenario, one bar a number of connections; a mark shows the ratio that is wanted. */
export function plotOf({ cells, facts }: Results): string {
  const engines = [...new Set(cells.map(({ engine }) => engine))];
  const panels = engines.map((engine) => panelOf(cells.filter((cell) => cell.engine === engine)));
  const width = Math.max(...panels.map((panel) => panel.width), 420);
  const panelHeight = panelTop + plotHeight + panelBottom;
  const drawn = panels.map(
    ({ body, title }, index) =>
      `<g transform="translate(0 ${index * panelHeight})"><text x="${left}" y="20">${title}</text>${body}</g>`,
  );
  const height = panels.length * panelHeight + 16;
  const foot = `<text class="small" x="${left}" y="${height - 6}">${escaped(factsLine(facts))}</text>`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`;
  const name = "<title>Requests per second of the service, as a share of the floor's</title>";
  return `${head}${name}<style>${style}</style>${drawn.join("")}${foot}</svg>\n`;
}

function panelOf(cells: readonly Cell[]): { title: string; body: string; width: number } {
  const most = Math.max(1, ...cells.map(({ summary }) => summary.ratio.median));
  const yOf = (ratio: number): number => Math.round((panelTop + plotHeight * (1 - ratio / most)) * 10) / 10;
  let x = left;
  const parts: string[] = [];
  for (const scenario of new Set(cells.map((cell) => cell.scenario))) {
    const group = cells.filter((cell) => cell.scenario === scenario);
    const from = x;
    for (const cell of group) {
      const { median } = cell.summary.ratio;
      const [top, kind] = [yOf(median), median >= cell.wanted ? "bar" : "bar short"];
      parts.push(
        `<rect class="${kind}" x="${x}" y="${top}" width="${barWidth}" height="${yOf(0) - top}"/>`,
        `<text class="small" text-anchor="middle" x="${x + barWidth / 2}" y="${top - 4}">${median.toFixed(2)}</text>`,
        `<text class="small" text-anchor="middle" x="${x + barWidth / 2}" y="${yOf(0) + 13}">${cell.connections}</text>`,
        `<line class="wanted" x1="${x - 2}" x2="${x + barWidth + 2}" y1="${yOf(cell.wanted)}" y2="${yOf(cell.wanted)}"/>`,
      );
      x += barWidth + barGap;
    }
    parts.push(
      `<text text-anchor="middle" x="${(from + x - barGap) / 2}" y="${yOf(0) + 30}">${escaped(scenario)}</text>`,
    );
    x += groupGap;
  }
  const lines = [0, 0.5, 1].map(
    (ratio) =>
      `<line class="line" x1="${left - 6}" x2="${x}" y1="${yOf(ratio)}" y2="${yOf(ratio)}"/>` +
      `<text class="small" text-anchor="end" x="${left - 10}" y="${yOf(ratio) + 3}">${ratio.toFixed(1)}</text>`,
  );
  const title = `${cells[0]?.engine ?? ""}: share of the floor, by connections`;
  return { title, body: [...lines, ...parts].join(""), width: x };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
