/** The results as a table for the terminal and one for the docs. Pure. */
import type { Engine } from "../conformance/harness/index.ts";
import type { Cost } from "./measure.ts";
import type { Timing } from "./start-and-size.ts";
import type { Summary } from "./statistics.ts";

/** One scenario on one engine at one number of connections. */
export interface Cell {
  readonly engine: Engine;
  readonly scenario: string;
  readonly connections: number;
  readonly wanted: number;
  readonly pairs: number;
  readonly summary: Summary;
  /** Null if nothing was counted at this number of connections. */
  readonly cost: { readonly floor: Cost; readonly service: Cost } | null;
}

/** Memory of the service in its sandbox, in MiB: with one connection created, and the maximum under load. */
export interface Memory {
  readonly engine: Engine;
  readonly idleMiB: number;
  readonly mostMiB: number;
}

/** The environment of the measurement. */
export interface RunFacts {
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
}

/** All results of a run, in the format of `--json`. */
export interface Results {
  readonly facts: RunFacts;
  readonly cells: readonly Cell[];
  readonly memory: readonly Memory[];
  /** Memory of a live server that has just started on SQLite, without a sandbox; null if starts were skipped. */
  readonly idleMiB: number | null;
  readonly timings: readonly Timing[];
  readonly packages: number | null;
}

const heads = ["engine", "scenario", "c", "floor/s", "service/s", "ratio", "range", "wanted"];
const costHeads = ["p50 ms", "p99 ms", "CPU ms", "DB CPU ms", "statements", "fsyncs"];

function rowOf(cell: Cell): readonly string[] {
  const { ratio, floor, service } = cell.summary;
  const { cost } = cell;
  const both = (digits: number, left: number | null | undefined, right: number | null | undefined): string =>
    left === null || left === undefined || right === null || right === undefined
      ? "–"
      : `${left.toFixed(digits)} / ${right.toFixed(digits)}`;
  return [
    cell.engine,
    cell.scenario,
    String(cell.connections),
    floor.perSecond.toFixed(0),
    service.perSecond.toFixed(0),
    ratio.median.toFixed(2),
    `${ratio.lowest.toFixed(2)}–${ratio.highest.toFixed(2)}`,
    cell.wanted.toFixed(2),
    both(2, floor.p50Ms, service.p50Ms),
    both(2, floor.p99Ms, service.p99Ms),
    both(2, floor.cpuMs, service.cpuMs),
    both(2, floor.databaseCpuMs, service.databaseCpuMs),
    both(1, cost?.floor.statements, cost?.service.statements),
    both(2, cost?.floor.fsyncs, cost?.service.fsyncs),
  ];
}

/** The table for the terminal; of two numbers in a cell, the first is the floor's. */
export function terminalTable(cells: readonly Cell[]): string {
  const rows = [[...heads, ...costHeads], ...cells.map(rowOf)];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((text, at) => text.padStart(widths[at] ?? 0)).join("  ")).join("\n");
}

/** Memory, start times and the number of packages, one per line. */
export function otherLines({ memory, idleMiB: idle, timings, packages }: Results): readonly string[] {
  const lines = memory.map(
    ({ engine, idleMiB, mostMiB }) =>
      `memory on ${engine}: ${idleMiB.toFixed(0)} MiB at first, at most ${mostMiB.toFixed(0)} MiB under load`,
  );
  if (idle !== null) lines.push(`memory of a live server after its start: ${idle.toFixed(0)} MiB`);
  for (const { name, medianMs, ratio } of timings) {
    lines.push(`${name}: ${medianMs.toFixed(0)} ms, ${ratio.toFixed(1)} times \`node -e 0\``);
  }
  if (packages !== null) lines.push(`packages of a production install: ${packages}`);
  return lines;
}

/** The environment of the run, as a line. */
export function factsLine({ date, commit, node, processor, cores }: RunFacts): string {
  return `${date}, commit ${commit}, Node ${node}, ${cores} cores (${processor})`;
}

/** Both tables as Markdown. */
export function markdownOf(results: Results): string {
  const rows = [[...heads, ...costHeads], Array.from({ length: 14 }, () => "---"), ...results.cells.map(rowOf)];
  const table = rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
  const lines = otherLines(results).map((line) => `- ${line}`);
  const note = "Of two numbers in a cell, the first is the floor's, the second the service's.";
  return `${factsLine(results.facts)}. ${note}\n\n${table}\n\n${lines.join("\n")}\n`;
}

/** The statements behind the counts of one cell. */
export function statementLines({ engine, scenario, connections, cost }: Cell): readonly string[] {
  if (cost === null) return [];
  const { statements, transactionControl, planned, roundTrips, executed } = cost.service;
  const totals = `${statements.toFixed(2)} statements, ${transactionControl.toFixed(2)} of transactions`;
  const rest = `${planned.toFixed(2)} planned, ${roundTrips.toFixed(2)} round trips`;
  return [
    `${scenario} on ${engine}, c=${connections}: ${totals}, ${rest}, a request`,
    ...executed
      .filter(([, count]) => count >= 0.01)
      .map(([sql, count]) => `  ${count.toFixed(2)}  ${sql.slice(0, 150)}`),
  ];
}
