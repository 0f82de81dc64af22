/**
 * Fields that several actions share. Where Google documents no limit, the README says how the limit here was chosen.
 */
import { oneOf } from "@svc/contract";
import { ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import type { CellValue } from "./client.ts";

/** The spreadsheet to use. Ids are opaque, but have always consisted of these characters. */
export const spreadsheetId = Type.String({
  description: "Id of the spreadsheet, as in its URL after `/d/`.",
  minLength: 1,
  maxLength: 128,
  pattern: "^[A-Za-z0-9_-]{1,128}$",
});

/** The sheet to use. */
export const sheetId = Type.Integer({
  description: "Id of the sheet, from `spreadsheets.get`; 0 for the first sheet of a new spreadsheet.",
  minimum: 0,
  maximum: 2_147_483_647,
});

const column = "[A-Za-z]{1,3}";
const row = "[1-9][0-9]{0,7}";
const sheetName = "(?:'(?:[^'\\x00-\\x1f\\x7f]|''){1,200}'|[A-Za-z0-9_]{1,100})";
const area = `(?:${column}${row}(?::(?:${column}${row}|${column}|${row}))?|${column}:${column}|${row}:${row})`;

/** A range in A1 notation: https://developers.google.com/workspace/sheets/api/guides/concepts#cell */
export function range(description: string) {
  return Type.String({
    description: `${description} In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5; the first sheet by default.`,
    minLength: 2,
    maxLength: 450,
    pattern: `^(?:${sheetName}!)?${area}$`,
  });
}

/** The name of a sheet. */
export const sheetTitle = Type.String({
  description: "Name of the sheet, which must be unique in the spreadsheet.",
  minLength: 1,
  maxLength: 100,
});

/** How to return values. */
export const render = oneOf(
  ["formatted", "unformatted", "formula"],
  "How to return values: `formatted` as the sheet shows them (the default), `unformatted` as plain values, or `formula` with formulas instead of results.",
);

/** Google's name for each way to return values. */
export const renderOptions = {
  formatted: "FORMATTED_VALUE",
  unformatted: "UNFORMATTED_VALUE",
  formula: "FORMULA",
} as const;

/** How to interpret values. There is no default, because a formula in someone else's text would run. */
export const valueInput = oneOf(
  ["raw", "user_entered"],
  "How to interpret values: `raw` stores strings unchanged; `user_entered` interprets them as if typed, so that `=A1+1` becomes a formula and `3/10` a date.",
);

/** Google's name for each way to interpret values. */
export const inputOptions = { raw: "RAW", user_entered: "USER_ENTERED" } as const;

const cell = Type.Union([Type.String({ maxLength: 5000 }), Type.Number(), Type.Boolean(), Type.Null()]);

/** Rows of values to write. */
export const values = Type.Array(Type.Array(cell, { maxItems: 200 }), {
  description: "Rows of values, at most 5,000 cells. null leaves a cell unchanged; an empty string clears it.",
  minItems: 1,
  maxItems: 1000,
});

const cellsMax = 5000;
const charactersMax = 300_000;

/** @throws ProviderFailure `PROVIDER_REJECTED` for more values than one request can have. */
export function assertBounded(rows: readonly (readonly (CellValue | object)[])[]): void {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  if (cells > cellsMax || JSON.stringify(rows).length > charactersMax) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "One call can write at most 5,000 cells and 300,000 characters. Split the values.",
    });
  }
}
