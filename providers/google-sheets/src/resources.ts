/** Spreadsheets and ranges, as https://developers.google.com/workspace/sheets/api/reference/rest has them. */
import { Type, type Static } from "typebox";
import { count, countOf, flag, flagOf, list, listOf, orNull, part, record, recorded } from "@svc/provider-kit/shape";
import { shape, text, textOf, wrongShape, type Field } from "@svc/provider-kit/shape";
import type { CellValue } from "./client.ts";

/** A number that Google may omit if it is 0. */
function zeroOr(from: string, description: string) {
  return { ...count(from, description), read: (value: unknown) => countOf(value ?? 0) };
}

/** A boolean that Google omits if it is false. */
function falseOr(from: string, description: string) {
  return { ...flag(from, description), read: (value: unknown) => flagOf(value ?? false) };
}

/** A sheet, which is a tab of a spreadsheet. */
export const sheet = shape({
  sheetId: recorded(zeroOr("sheetId", "Id of the sheet, which stays the same.")),
  title: text("title", "Its name."),
  index: zeroOr("index", "Its place among the sheets, from 0."),
  sheetType: orNull(text("sheetType", "GRID for one with cells.")),
  rowCount: orNull(count("gridProperties.rowCount", "How many rows it has; null if it has no cells.")),
  columnCount: orNull(count("gridProperties.columnCount", "How many columns it has; null if it has no cells.")),
  hidden: falseOr("hidden", "Whether it is hidden."),
});

/** A spreadsheet without its cells. */
export const spreadsheet = shape({
  spreadsheetId: recorded(text("spreadsheetId", "Id of the spreadsheet.")),
  title: text("properties.title", "Its title."),
  locale: orNull(
    text("properties.locale", "Its language and country, such as en_US, which decide how values are read."),
  ),
  timeZone: orNull(text("properties.timeZone", "Its time zone, such as America/New_York.")),
  spreadsheetUrl: text("spreadsheetUrl", "Where to open it in a browser."),
  sheets: sheetsOf(),
});

/** The sheets, each of which is in `properties`. */
function sheetsOf() {
  const described = listOf("sheets", "Its sheets, in order.", sheet);
  const read = (value: unknown) => list(value).map((item) => sheet.read(record(item)["properties"]));
  return { ...described, read };
}

/** The schema of a value in a cell. */
export const cellValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const rows = Type.Array(Type.Array(cellValue), {
  description: "Rows of values. Empty cells at the end of a row, and empty rows at the end, are left out.",
});

/** Rows of values; none if the range is empty. */
const values: Field<typeof rows> = {
  from: "values",
  schema: rows,
  read: (value) => list(value ?? []).map((row) => list(row).map(cellOf)),
  inner: null,
};

function cellOf(value: unknown): CellValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrongShape();
  return value;
}

/** A range with its values. */
export const valueRange = shape({
  range: recorded(text("range", "The range in A1 notation, within the sheet's limits.")),
  values,
});

/** A range with its values, as code works with it. */
export type ValueRange = Static<typeof valueRange.schema>;

/** What a change of values did. */
export const updatedValues = shape({
  updatedRange: text("updatedRange", "The range that was written, in A1 notation."),
  updatedRows: zeroOr("updatedRows", "How many rows changed."),
  updatedColumns: zeroOr("updatedColumns", "How many columns changed."),
  updatedCells: zeroOr("updatedCells", "How many cells were written."),
});

/** What an append did. */
export const appendedValues = shape({
  tableRange: orNull(text("tableRange", "The table that the values were appended to; null if there was none.")),
  updates: part("updates", updatedValues),
});

/** Developer metadata. */
export const metadata = shape({
  metadataId: recorded(count("metadataId", "Its id in the spreadsheet.")),
  metadataKey: recorded(text("metadataKey", "Its key.")),
  metadataValue: orNull(text("metadataValue", "Its value.")),
  visibility: text("visibility", "DOCUMENT, or PROJECT if only this app sees it."),
});

/** The replies of a batch, one per request. */
export function repliesIn(body: unknown): Record<string, unknown>[] {
  const { spreadsheetId, replies } = record(body);
  textOf(spreadsheetId);
  return list(replies).map(record);
}
