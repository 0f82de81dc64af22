/** The API's resources: https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets */
import type { StoredMetadata, StoredSheet, StoredSpreadsheet } from "./model.ts";
import type { SheetsWorld } from "./world.ts";

/** `SheetProperties`. `hidden` is only present if true. */
export function sheetBody({ sheetId, title, index, rowCount, columnCount, hidden }: StoredSheet) {
  const gridProperties = { rowCount, columnCount };
  return { sheetId, title, index, sheetType: "GRID", gridProperties, ...(hidden ? { hidden } : {}) };
}

/** `Spreadsheet`, without cells. */
export function spreadsheetBody(world: SheetsWorld, { spreadsheetId, title, locale, timeZone }: StoredSpreadsheet) {
  return {
    spreadsheetId,
    properties: { title, locale, timeZone, autoRecalc: "ON_CHANGE" },
    sheets: world.sheetsOf(spreadsheetId).map((sheet) => ({ properties: sheetBody(sheet) })),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`,
  };
}

/** `DeveloperMetadata` */
export function metadataBody({ metadataId, metadataKey, metadataValue, visibility, sheetId }: StoredMetadata) {
  const location =
    sheetId === null ? { locationType: "SPREADSHEET", spreadsheet: true } : { locationType: "SHEET", sheetId };
  return { metadataId, metadataKey, metadataValue, location, visibility };
}
