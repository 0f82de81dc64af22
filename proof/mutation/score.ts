/** A file's score from the results of its mutants. */

/** A mutant's result, with Stryker's names. */
export interface Judged {
  readonly file: string;
  readonly status: string;
  readonly mutator: string;
  readonly replacement: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A file's figures. */
export interface Row {
  readonly file: string;
  readonly mutants: number;
  readonly caught: number;
  /** Percent. */
  readonly score: number;
  readonly survivors: readonly Judged[];
}

/** A change that makes tests hang also counts as noticed; all others survived. */
const caughtStatuses: ReadonlySet<string> = new Set(["Killed", "Timeout"]);

/** The figures of one file among all results. A file without a mutant has no score, which is 0. */
export function rowOf(file: string, ofAll: readonly Judged[]): Row {
  const judged = ofAll.filter((one) => one.file === file);
  const survivors = judged.filter(({ status }) => !caughtStatuses.has(status));
  const caught = judged.length - survivors.length;
  const score = judged.length === 0 ? 0 : (100 * caught) / judged.length;
  return { file, mutants: judged.length, caught, score, survivors };
}

/** The figures of all files as a Markdown table, with their sum. */
export function table(rows: readonly Row[]): string {
  const sum = rowOf("all", []);
  const mutants = rows.reduce((total, row) => total + row.mutants, 0);
  const caught = rows.reduce((total, row) => total + row.caught, 0);
  const all = { ...sum, mutants, caught, score: mutants === 0 ? 0 : (100 * caught) / mutants };
  const lines = [...rows, all].map((row) => [row.file, `${row.mutants}`, `${row.caught}`, row.score.toFixed(1)]);
  const cells = [["File", "Mutants", "Caught", "Score"], ["---", "---", "---", "---"], ...lines];
  return cells.map((row) => `| ${row.join(" | ")} |`).join("\n");
}
