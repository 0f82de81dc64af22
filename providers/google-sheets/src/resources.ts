/** Spreadsheets and ranges: https://developers.google.com/workspace/sheets/api/reference/rest */
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

/** A sheet: a tab in a spreadsheet. */
export const sheet = shape({
  sheetId: recorded(zeroOr("sheetId", "Id of the sheet, which never changes.")),
  title: text("title", "Name of the sheet."),
  index: zeroOr("index", "Position among the sheets, from 0."),
  sheetType: orNull(text("sheetType", "Type of sheet; GRID for a sheet with cells.")),
  rowCount: orNull(count("gridProperties.rowCount", "Number of rows; null if it has no cells.")),
  columnCount: orNull(count("gridProperties.columnCount", "Number of columns; null if it has no cells.")),
  hidden: falseOr("hidden", "Whether it is hidden."),
});

/** A spreadsheet without its cells. */
export const spreadsheet = shape({
  spreadsheetId: recorded(text("spreadsheetId", "Id of the spreadsheet.")),
  title: text("properties.title", "Title of the spreadsheet."),
  locale: orNull(
    text("properties.locale", "Language and country, such as en_US. They determine how values are interpreted."),
  ),
  timeZone: orNull(text("properties.timeZone", "Time zone, such as America/New_York.")),
  spreadsheetUrl: text("spreadsheetUrl", "URL to open it in a browser."),
  sheets: sheetsOf(),
});

/** The sheets. In Google's response, each is in `properties`. */
function sheetsOf() {
  const described = listOf("sheets", "Its sheets, in order.", sheet);
  const read = (value: unknown) => list(value).map((item) => sheet.read(record(item)["properties"]));
  return { ...described, read };
}

/** The schema of a value in a cell. */
export const cellValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const rows = Type.Array(Type.Array(cellValue), {
  description: "Rows of values. Empty cells at the end of a row and empty rows at the end are omitted.",
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

export const valueRange = shape({
  range: recorded(text("range", "The range in A1 notation, within the sheet's limits.")),
  values,
});

export type ValueRange = Static<typeof valueRange.schema>;

/** The result of a write of values. */
export const updatedValues = shape({
  updatedRange: text("updatedRange", "The written range in A1 notation."),
  updatedRows: zeroOr("updatedRows", "Number of changed rows."),
  updatedColumns: zeroOr("updatedColumns", "Number of changed columns."),
  updatedCells: zeroOr("updatedCells", "Number of written cells."),
});

/** The result of an append. */
export const appendedValues = shape({
  tableRange: orNull(text("tableRange", "The table that the values were appended to; null if there was none.")),
  updates: part("updates", updatedValues),
});

/** Developer metadata. */
export const metadata = shape({
  metadataId: recorded(count("metadataId", "Id of the entry in the spreadsheet.")),
  metadataKey: recorded(text("metadataKey", "Key of the entry.")),
  metadataValue: orNull(text("metadataValue", "Value of the entry.")),
  visibility: text("visibility", "Visibility: DOCUMENT, or PROJECT if only this app can see it."),
});

/** The replies of a batch, one per request. */
export function repliesIn(body: unknown): Record<string, unknown>[] {
  const { spreadsheetId, replies } = record(body);
  textOf(spreadsheetId);
  return list(replies).map(record);
}
