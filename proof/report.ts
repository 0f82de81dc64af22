/** The table of a run: on the terminal, and as Markdown for the documentation. */
import type { Figure } from "./part.ts";

export interface PartResult {
  readonly part: string;
  readonly proves: string;
  readonly figures: readonly Figure[];
  /** The error that aborted it, or null. */
  readonly error: string | null;
  readonly seconds: number;
}

/** Facts about a run. */
export interface RunFacts {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly commit: string;
  readonly seed: number;
  readonly node: string;
  readonly cores: number;
}

/** Whether the part has figures, and all meet their targets. */
export function hasPassed({ figures, error }: PartResult): boolean {
  return error === null && figures.length > 0 && figures.every(({ isMet }) => isMet);
}

/** The rows of the table: part, figure, result, minutes. */
export function rowsOf(results: readonly PartResult[]): readonly (readonly string[])[] {
  return results.flatMap((result) => {
    const figures = result.figures.map(({ name, value, isMet }) => [name, `${value}${isMet ? "" : " (NOT MET)"}`]);
    if (result.error !== null) figures.push(["ended early", `FAILED: ${result.error.split("\n")[0] ?? ""}`]);
    if (figures.length === 0) figures.push(["no figure", "FAILED"]);
    return figures.map((figure, index) =>
      index === 0 ? [result.part, ...figure, minutesOf([result])] : ["", ...figure, ""],
    );
  });
}

/** The total time of parts, in minutes with one decimal. */
export function minutesOf(results: readonly PartResult[]): string {
  return (results.reduce((sum, { seconds }) => sum + seconds, 0) / 60).toFixed(1);
}

export function terminalTable(results: readonly PartResult[]): string {
  const rows = aligned([["part", "figure", "result", "minutes"], ...rowsOf(results)]);
  return rows.map((row) => row.join("  ").trimEnd()).join("\n");
}

/** A part's last recorded result, with the facts of its run. */
export interface RecordedPart extends PartResult, RunFacts {}

/**
 * Merges new results into the recorded ones, in the order of `names`; drops
 * parts that no longer exist.
 */
export function withResults(
  before: readonly RecordedPart[],
  results: readonly PartResult[],
  facts: RunFacts,
  names: readonly string[],
): readonly RecordedPart[] {
  const now = results.map((result) => ({ ...result, ...facts, seconds: Math.round(result.seconds) }));
  return names.flatMap((name) => {
    const found = now.find(({ part }) => part === name) ?? before.find(({ part }) => part === name);
    return found === undefined ? [] : [found];
  });
}

/** The table as Markdown, formatted like Prettier. */
export function markdownTable(recorded: readonly RecordedPart[]): string {
  const passed = recorded.filter(hasPassed).length;
  const cells = recorded.flatMap((one) =>
    rowsOf([one]).map((row, index) =>
      [...row, index === 0 ? `${one.date}, \`${one.commit}\`` : ""].map((cell) => cell.replaceAll("|", String.raw`\|`)),
    ),
  );
  const [head = [], ...rows] = aligned([["Part", "Figure", "Result", "Minutes", "Run on, at commit"], ...cells]);
  const rule = head.map((cell) => "-".repeat(cell.length));
  const machines = new Set(recorded.map(({ node, cores }) => `Node ${node} on ${cores} cores`));
  return [
    `${passed} of ${recorded.length} parts passed; their minutes add up to ${minutesOf(recorded)}. With ${[...machines].join(", ")}.`,
    `Seeds: ${recorded.map(({ part, seed }) => `${part} ${seed}`).join(", ")}.`,
    "",
    ...[head, rule, ...rows].map((row) => `| ${row.join(" | ")} |`),
    "",
  ].join("\n");
}

/** Pads each cell to the width of its column. */
function aligned(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_cell, column) => widthOf(column));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
}

const lastRunHeading = "\n## The last run of each part\n";

/**
 * The page with this table in its last section.
 * @throws Error if the page has no such section, or another section after it.
 */
export function withLastRun(page: string, table: string): string {
  const at = page.indexOf(lastRunHeading);
  const end = at + lastRunHeading.length;
  if (at === -1 || /^## /m.test(page.slice(end)))
    throw new Error("The page does not end with the last run of each part.");
  return `${page.slice(0, end)}\n\`npm run proof -- --record\` wrote this section.\n\n${table}`;
}
