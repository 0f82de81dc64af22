/** The table of `npm run bench -- --cost`, with the goals. */
import type { Engine } from "../conformance/harness/index.ts";

/** One figure, for one execution. */
export type CostRow = {
  readonly engine: Engine;
  readonly scenario: string;
  readonly what: string;
  /** Which goal it has; null for none. */
  readonly goal: keyof typeof goals | null;
  readonly value: number;
};

/** The most that a figure may be, by scenario. */
const goals = {
  /** Bytes of PostgreSQL's log. */
  log: { read: 2400, write: 4500 },
  /** Bytes kept, with the entry in the trail. */
  kept: { read: 900 },
  /** The cost if many service clients share a server, against one. */
  clients: { read: 1.15, write: 1.15 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The table as Markdown. */
export function costTable(rows: readonly CostRow[]): string {
  const lines = rows.map(({ engine, scenario, what, goal, value }) => {
    const most = mostOf(goal, scenario);
    const judged = most === null ? ["", ""] : [String(most), value <= most ? "met" : "missed"];
    return `| ${[engine, scenario, what, value.toFixed(value < 100 ? 2 : 0), ...judged].join(" | ")} |`;
  });
  return [
    "| Engine | Scenario | Per execution | Figure | Goal, at most | |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function mostOf(goal: CostRow["goal"], scenario: string): number | null {
  if (goal === null) return null;
  return (goals[goal] as Readonly<Record<string, number>>)[scenario] ?? null;
}
