/** The default data. */
import { app } from "./app.ts";
import type { Cell, Plain } from "./model.ts";
import type { SheetsWorld } from "./world.ts";

/** Fills the empty store. Only the first spreadsheet belongs to the app. */
export function seedSheets(world: SheetsWorld): void {
  const row = (...values: Plain[]): Cell[] => values.map((value) => ({ value }));
  const properties = { locale: "en_US", timeZone: "America/New_York" };
  const spreadsheetId = "budget-spreadsheet";
  world.spreadsheets.create({ spreadsheetId, title: "Budget 2026", ...properties, apps: [app.clientId] });
  const cells = [row("Month", "Amount"), row("March", 12), row("April", 15.5)];
  world.addSheet(spreadsheetId, { sheetId: 0, title: "Months", cells });
  world.addSheet(spreadsheetId, { sheetId: 11, title: "Totals", cells: [[{ formula: "=12+15", value: 27 }]] });
  world.addSheet(spreadsheetId, { sheetId: 12, title: "It's ours", rowCount: 5, columnCount: 3, cells: [] });
  world.metadata.in(spreadsheetId).create({
    metadataId: 7,
    metadataKey: "reviewed",
    metadataValue: "2026-03-10",
    visibility: "DOCUMENT",
    sheetId: null,
    app: "another-app",
  });
  world.spreadsheets.create({ spreadsheetId: "private-spreadsheet", title: "Private", ...properties, apps: [] });
  world.addSheet("private-spreadsheet", { sheetId: 0, title: "Sheet1", cells: [row("Secret")] });
}
