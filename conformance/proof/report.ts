/** The table of a run: on the terminal, and as Markdown for the documentation. */
import type { Figure } from "./part.ts";

/** How one part went. */
export interface PartResult {
  readonly part: string;
  readonly proves: string;
  readonly figures: readonly Figure[];
  /** What ended it early, or null. */
  readonly error: string | null;
  readonly seconds: number;
}

/** What the table is headed with. */
export interface RunFacts {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly commit: string;
  readonly seed: number;
  readonly node: string;
  readonly cores: number;
}

/** Whether every figure of the part is as promised, and there is one. */
export function hasPassed({ figures, error }: PartResult): boolean {
  return error === null && figures.length > 0 && figures.every(({ isMet }) => isMet);
}

/** The rows of the table: part, figure, result, seconds. */
export function rowsOf(results: readonly PartResult[]): readonly (readonly string[])[] {
  return results.flatMap((result) => {
    const figures = result.figures.map(({ name, value, isMet }) => [name, `${value}${isMet ? "" : " (NOT MET)"}`]);
    if (result.error !== null) figures.push(["ended early", `FAILED: ${result.error.split("\n")[0] ?? ""}`]);
    if (figures.length === 0) figures.push(["no figure", "FAILED"]);
    return figures.map((figure, index) =>
      index === 0 ? [result.part, ...figure, result.seconds.toFixed(0)] : ["", ...figure, ""],
    );
  });
}

/** The table for a terminal. */
export function terminalTable(results: readonly PartResult[]): string {
  const rows = [["part", "figure", "result", "seconds"], ...rowsOf(results)];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}

/** The table as a Markdown document. */
export function markdownTable(results: readonly PartResult[], facts: RunFacts): string {
  const cells = (row: readonly string[]): string => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    `Run on ${facts.date} at commit \`${facts.commit}\`, seed ${facts.seed}, Node ${facts.node}, ${facts.cores} cores.`,
    "",
    cells(["Part", "Figure", "Result", "Seconds"]),
    cells(["---", "---", "---", "---"]),
    ...rowsOf(results).map(cells),
    "",
  ].join("\n");
}
