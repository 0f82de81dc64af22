/** Texts of previews for the simulated Sheets, and changes that make an approval stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { googleSheets } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const at = { spreadsheetId: "budget-spreadsheet" };
const write = {
  ...at,
  range: "Months!A3:B5",
  values: [
    ["April", 16],
    ["May", 18],
    [null, 20],
  ],
  valueInput: "raw",
};
const clear = { ...at, range: "Months!A1:B4" };
const append = { ...at, range: "Months!A:B", values: [["May", 18]], valueInput: "raw" };
const rows = { ...at, sheetId: 0, rows: [["May", 18]] };
const sheet = { ...at, sheetId: 0, title: "Months of 2026" };

exercisePlans(googleSheets, () => openSimulated(), {
  texts: [
    ["values.update", write, "Writes values to “Months!A3:B5” of “Budget 2026”, in which 2 cells have values now."],
    [
      "values.update",
      { ...write, range: "Months!C1", values: [["x"]] },
      "Writes values to “Months!C1” of “Budget 2026”, which is empty now.",
    ],
    [
      "values.update",
      { ...write, range: "Months!B2", values: [["x"]] },
      "Writes values to “Months!B2” of “Budget 2026”, in which 1 cell has a value now.",
    ],
    ["values.clear", clear, "Clears “Months!A1:B4” of “Budget 2026”, which has 6 values now."],
    [
      "values.clear",
      { ...at, range: "Months!D1:E9" },
      "Clears “Months!D1:E9” of “Budget 2026”, which has no values now.",
    ],
    ["values.append", append, "Appends rows to the table in “Months!A:B” of “Budget 2026”."],
    ["rows.append", rows, "Appends rows to the sheet “Months” of “Budget 2026”."],
    ["sheets.add", { ...at, title: "Ideas" }, "Adds a sheet to “Budget 2026”, which has 3 sheets now."],
    ["sheets.update", { ...sheet, hidden: true }, "The sheet “Months” of “Budget 2026” would be renamed and hidden."],
    [
      "sheets.update",
      { ...at, sheetId: 11, hidden: false },
      "The sheet “Totals” of “Budget 2026” would be left unchanged.",
    ],
    ["metadata.clear", at, "Deletes this app's markers from “Budget 2026”. Its values remain."],
  ],
  meanwhile: [
    ["values.update", write, ["values.update", { ...write, range: "Months!B4", values: [[1]] }], "stale"],
    ["values.update", write, ["values.update", { ...write, range: "Months!A5", values: [["June"]] }], "stale"],
    ["values.update", write, ["values.update", { ...write, range: "Totals!A2", values: [["x"]] }], "same"],
    ["values.clear", clear, ["values.update", { ...write, range: "Months!B2", values: [[13]] }], "stale"],
    ["values.clear", clear, ["rows.append", rows], "stale"],
    ["values.clear", { ...at, range: "Months!A1:B3" }, ["rows.append", rows], "same"],
    ["values.append", append, ["values.append", append], "same"],
    ["rows.append", rows, ["rows.append", rows], "same"],
    ["rows.append", rows, ["sheets.update", sheet], "stale"],
    ["sheets.add", { ...at, title: "Ideas" }, ["sheets.add", { ...at, title: "Others" }], "same"],
    [
      "sheets.update",
      { ...at, sheetId: 0, hidden: true },
      ["sheets.update", { ...at, sheetId: 0, hidden: true }],
      "stale",
    ],
    ["sheets.update", sheet, ["sheets.update", { ...at, sheetId: 0, hidden: true }], "same"],
    [
      "metadata.clear",
      at,
      ({ simulator }) => simulator.world.spreadsheets.update(at.spreadsheetId, { title: "Another" }),
      "stale",
    ],
  ],
  refused: [
    ["rows.append", { ...rows, sheetId: 99 }, "RESOURCE_NOT_FOUND"],
    ["sheets.add", { ...at, title: "months" }, "PROVIDER_REJECTED"],
    ["values.clear", { ...clear, spreadsheetId: "none" }, "RESOURCE_NOT_FOUND"],
  ],
});
