/** Reads ranges, and compares their values with written ones. */
import type { ReadPort } from "@svc/provider-kit";
import { Type } from "typebox";
import { valuesRequest, type CellValue } from "./client.ts";
import { valueRange, type ValueRange } from "./resources.ts";

/** The facts that an action records before its change. */
export const beforeFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether the spreadsheet was certainly different before the change." }) },
  { additionalProperties: false },
);

/** The facts of a write: also the size of the values, if each row is as long and no cell is left unchanged. */
export const writeFacts = Type.Object(
  {
    ...beforeFacts.properties,
    rows: Type.Integer({ description: "Number of rows; 0 if the values aren't a full rectangle.", minimum: 0 }),
    columns: Type.Integer({ description: "Number of columns; 0 if the values aren't a full rectangle.", minimum: 0 }),
  },
  { additionalProperties: false },
);

/** Returns the size of values; 0 by 0 if they aren't a full rectangle. */
export function sizeOf(values: readonly (readonly CellValue[])[]): { rows: number; columns: number } {
  const columns = values[0]?.length ?? 0;
  const isFull = values.every((row) => row.length === columns && row.every((value) => value !== null));
  return isFull ? { rows: values.length, columns } : { rows: 0, columns: 0 };
}

/** Returns the values that may have been written to a range: as they are stored, and with numbers as texts. */
export function candidatesOf(now: ValueRange, { rows, columns }: { rows: number; columns: number }): CellValue[][][] {
  const stored = Array.from({ length: rows }, (_row, at) =>
    Array.from({ length: columns }, (_cell, column): CellValue => now.values[at]?.[column] ?? ""),
  );
  return [stored, stored.map((row) => row.map((value) => (typeof value === "number" ? String(value) : value)))];
}

/** Reads a range, with formulas instead of results. */
export async function readRange(provider: ReadPort, spreadsheetId: string, range: string): Promise<ValueRange> {
  const request = valuesRequest(spreadsheetId, range, "FORMULA");
  return valueRange.read((await provider.read(request, { accept: [200] })).body);
}

/** Whether every written value is in its cell. Values that Google converted, such as dates, count as different. */
export function holdsValues(now: ValueRange, written: readonly (readonly CellValue[])[]): boolean {
  return written.every((row, at) =>
    row.every((value, column) => value === null || isSame(now.values[at]?.[column] ?? "", value)),
  );
}

function isSame(stored: CellValue, value: CellValue): boolean {
  return stored === value || (typeof value === "string" && typeof stored === "number" && String(stored) === value);
}

/** Whether a range has no values. */
export function isEmpty({ values }: ValueRange): boolean {
  return values.every((row) => row.every((value) => value === "" || value === null));
}
