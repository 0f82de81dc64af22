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
