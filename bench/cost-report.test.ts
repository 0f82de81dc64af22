/** The table of what an execution costs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { costTable } from "./cost-report.ts";

test("a figure is judged by its own goal, and one without a goal isn't", () => {
  const row = { engine: "postgres", scenario: "read", what: "logBytes", goal: "log" } as const;
  const table = costTable([
    { ...row, value: 2400 },
    { ...row, value: 2401 },
    { ...row, scenario: "write", value: 2401 },
    { ...row, what: "keptBytes", goal: "kept", scenario: "write", value: 9000 },
    { ...row, what: "roundTrips", goal: null, value: 1.5 },
  ]);
  const cells = table.split("\n").slice(2, -1);
  assert.deepEqual(
    cells.map((line) =>
      line
        .split("|")
        .slice(4, 7)
        .map((text) => text.trim()),
    ),
    [
      ["2400", "2400", "met"],
      ["2401", "2400", "missed"],
      ["2401", "4500", "met"],
      ["9000", "", ""],
      ["1.50", "", ""],
    ],
  );
});
