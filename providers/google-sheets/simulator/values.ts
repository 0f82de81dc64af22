/** `spreadsheets.values`: https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values */
import { fieldsOf, type Result } from "@svc/simulator";
import { spreadsheetOf, type SheetsCall } from "./access.ts";
import { cellFrom, endOf, valuesIn, written } from "./cells.ts";
import type { Cell, Plain } from "./model.ts";
import { parseRange, rangeText, type Area } from "./ranges.ts";
import { invalid } from "./world.ts";

const renderOptions = ["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"];
const inputOptions = ["RAW", "USER_ENTERED"];

/** `spreadsheets.values.get` */
export function getValues(call: SheetsCall): Result {
  const { spreadsheetId } = spreadsheetOf(call);
  return { json: rangeBody(call, parseRange(call.params["range"] ?? "", call.store.sheetsOf(spreadsheetId))) };
}

/** `spreadsheets.values.batchGet` */
export function batchGetValues(call: SheetsCall): Result {
  const { spreadsheetId } = spreadsheetOf(call);
  const sheets = call.store.sheetsOf(spreadsheetId);
  const valueRanges = call.request.query.getAll("ranges").map((range) => rangeBody(call, parseRange(range, sheets)));
  return { json: { spreadsheetId, valueRanges } };
}

function rangeBody({ request }: SheetsCall, area: Area): Readonly<Record<string, unknown>> {
  const option = request.query.get("valueRenderOption") ?? "FORMATTED_VALUE";
  if (!renderOptions.includes(option)) throw invalid("Invalid value at 'value_render_option'");
  const values = valuesIn(area, option);
  return { range: rangeText(area), majorDimension: "ROWS", ...(values.length === 0 ? {} : { values }) };
}

/** `spreadsheets.values.update` */
export function updateValues(call: SheetsCall): Result {
  const { spreadsheetId } = spreadsheetOf(call, "write");
  const range = call.params["range"] ?? "";
  const area = parseRange(range, call.store.sheetsOf(spreadsheetId));
  const rows = rowsIn(call);
  const isWithin = rows.length <= area.bottom - area.top && rows.every((row) => row.length <= area.right - area.left);
  // A single cell is where the values begin; a larger range limits them.
  const isCorner = area.bottom - area.top === 1 && area.right - area.left === 1;
  if (!isWithin && !isCorner) {
    throw invalid(`Requested writing within range [${range}], but tried writing to a larger one.`);
  }
  return { json: { ...write(call, area, rows) }, effects: [{ kind: "values.update", spreadsheet: spreadsheetId }] };
}

/** `spreadsheets.values.append`: after the last row with a value in the range's columns. */
export function appendValues(call: SheetsCall): Result {
  const { spreadsheetId } = spreadsheetOf(call, "write");
  const { params, store } = call;
  const area = parseRange((params["range"] ?? "").replace(/:append$/, ""), store.sheetsOf(spreadsheetId));
  const end = endOf(area.sheet.cells);
  const table = { ...area, bottom: end };
  const tableRange =
    end === 0 ? {} : { tableRange: rangeText({ ...table, right: Math.min(area.right, widthOf(area)) }) };
  const rows = rowsIn(call);
  const updates = write(call, { ...area, top: end }, rows);
  return {
    json: { spreadsheetId, ...tableRange, updates },
    effects: [{ kind: "values.append", spreadsheet: spreadsheetId }],
  };
}

function widthOf({ sheet, left }: Area): number {
  return Math.max(left + 1, ...sheet.cells.map((row) => row.length));
}

/** `spreadsheets.values.clear` */
export function clearValues(call: SheetsCall): Result {
  const { spreadsheetId } = spreadsheetOf(call, "write");
  const { params, store } = call;
  const area = parseRange((params["range"] ?? "").replace(/:clear$/, ""), store.sheetsOf(spreadsheetId));
  const empty = Array.from({ length: Math.min(area.bottom, area.sheet.cells.length) - area.top }, () =>
    Array.from({ length: area.right - area.left }, () => undefined),
  );
  const cells = written(area.sheet.cells, area.top, area.left, empty);
  store.sheets.in(spreadsheetId).update(area.sheet.sheetId, { cells });
  return {
    json: { spreadsheetId, clearedRange: rangeText(area) },
    effects: [{ kind: "values.clear", spreadsheet: spreadsheetId }],
  };
}

type Row = readonly (Cell | undefined | null)[];

/** Converts the rows of a body to cells. */
function rowsIn({ request }: SheetsCall): Row[] {
  const option = request.query.get("valueInputOption") ?? "";
  if (!inputOptions.includes(option)) throw invalid("'valueInputOption' is required but not specified");
  const { values = [], majorDimension = "ROWS" } = fieldsOf(request);
  if (!Array.isArray(values) || majorDimension !== "ROWS") throw invalid("Invalid value at 'data.values'");
  return values.map((row: unknown) => {
    if (!Array.isArray(row)) throw invalid("Invalid value at 'data.values'");
    return row.map((value: unknown) => {
      if (value === null) return null;
      if (!["string", "number", "boolean"].includes(typeof value)) throw invalid("Invalid values[0][0]");
      return cellFrom(value as Plain, option);
    });
  });
}

function write({ store, params }: SheetsCall, { sheet, top, left }: Area, rows: readonly Row[]) {
  const spreadsheetId = params["id"] ?? "";
  const width = Math.max(0, ...rows.map((row) => row.length));
  const bottom = top + rows.length;
  const cells = written(sheet.cells, top, left, rows);
  const rowCount = Math.max(sheet.rowCount, bottom);
  store.sheets.in(spreadsheetId).update(sheet.sheetId, { cells, rowCount });
  return {
    spreadsheetId,
    updatedRange: rangeText({ sheet, top, left, bottom, right: left + width }),
    updatedRows: rows.length,
    updatedColumns: width,
    updatedCells: rows.flat().filter((cell) => cell !== null).length,
  };
}
