import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownOf, statementLines, terminalTable, type Cell, type Results } from "./report.ts";

const run = { perSecond: 1000, p50Ms: 1, p99Ms: 2, cpuMs: 0.5, databaseCpuMs: null };
const cost = { statements: 3, transactionControl: 2, planned: 1, roundTrips: 0, fsyncs: 1 };
const executed = [["insert into executions", 1]] as const;
const cell: Cell = {
  engine: "sqlite",
  scenario: "read",
  connections: 8,
  wanted: 0.7,
  pairs: 5,
  summary: { ratio: { median: 0.456, lowest: 0.4, highest: 0.5 }, floor: run, service: { ...run, perSecond: 456 } },
  cost: { floor: { ...cost, executed }, service: { ...cost, statements: 7, executed } },
};
const results: Results = {
  facts: { date: "2026-01-02", commit: "abc", node: "24", processor: "any", cores: 2 },
  cells: [cell, { ...cell, engine: "postgres", cost: null }],
  memory: [{ engine: "sqlite", idleMiB: 90.4, mostMiB: 150 }],
  idleMiB: 85.2,
  timings: [{ name: "svc --help", medianMs: 120, ratio: 3 }],
  packages: 77,
};

test("the table names the floor first", () => {
  const [, line = ""] = terminalTable(results.cells).split("\n");
  assert.match(
    line,
    /sqlite +read +8 +1000 +456 +0\.46 +0\.40–0\.50 +0\.70 .* 0\.50 \/ 0\.50 +– +3\.0 \/ 7\.0 +1\.00 \/ 1\.00/,
  );
});

test("the Markdown has a cell for each heading, and every other figure", () => {
  const text = markdownOf(results);
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  assert.equal(rows.length, 4);
  for (const row of rows) assert.equal(row.split("|").length, 16, row);
  for (const figure of ["commit abc", "90 MiB at first", "85 MiB", "svc --help: 120 ms", "install: 77"])
    assert.ok(text.includes(figure));
});

test("statements are listed for the cells that counted them", () => {
  assert.deepEqual(statementLines({ ...cell, cost: null }), []);
  assert.match(statementLines(cell).join("\n"), /7\.00 statements.*\n {2}1\.00 {2}insert into executions/);
});
