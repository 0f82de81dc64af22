/** Fields that several actions have. Where Google documents no limit, the README says how the limit here was chosen. */
import { oneOf } from "@svc/contract";
import { ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import type { CellValue } from "./client.ts";

/** The spreadsheet to work with. Ids are opaque, but have always been of these characters. */
export const spreadsheetId = Type.String({
  description: "Id of the spreadsheet, which is in its address after `/d/`.",
  minLength: 1,
  maxLength: 128,
  pattern: "^[A-Za-z0-9_-]{1,128}$",
});

/** The sheet to work with. */
export const sheetId = Type.Integer({
  description: "Id of the sheet, from `spreadsheets.get`; the first sheet of a new spreadsheet has 0.",
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
    description: `${description} In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5. Without a sheet, the first one.`,
    minLength: 2,
    maxLength: 450,
    pattern: `^(?:${sheetName}!)?${area}$`,
  });
}

/** The name of a sheet. */
export const sheetTitle = Type.String({
  description: "Name of the sheet; no other sheet of the spreadsheet may have it.",
  minLength: 1,
  maxLength: 100,
});

/** How to return values. */
export const render = oneOf(
  ["formatted", "unformatted", "formula"],
  "`formatted` as the sheet shows them (the default), `unformatted` as plain values, `formula` with formulas instead of results.",
);

/** Google's word for each way to return values. */
export const renderOptions = {
  formatted: "FORMATTED_VALUE",
  unformatted: "UNFORMATTED_VALUE",
  formula: "FORMULA",
} as const;

/** How to take values. There is no default, because a formula in a text of someone else would run. */
export const valueInput = oneOf(
  ["raw", "user_entered"],
  "`raw` stores texts as texts. `user_entered` reads them as if typed: `=A1+1` becomes a formula, `3/10` a date.",
);

/** Google's word for each way to take values. */
export const inputOptions = { raw: "RAW", user_entered: "USER_ENTERED" } as const;

const cell = Type.Union([Type.String({ maxLength: 5000 }), Type.Number(), Type.Boolean(), Type.Null()]);

/** Rows of values to write. */
export const values = Type.Array(Type.Array(cell, { maxItems: 200 }), {
  description: "Rows of values, at most 5,000 cells. null leaves a cell alone, an empty text empties it.",
  minItems: 1,
  maxItems: 1000,
});

const cellsMax = 5000;
const charactersMax = 300_000;

/** @throws ProviderFailure `PROVIDER_REJECTED` if these are more values than one request may have. */
export function assertBounded(rows: readonly (readonly (CellValue | object)[])[]): void {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  if (cells > cellsMax || JSON.stringify(rows).length > charactersMax) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "One call can write at most 5,000 cells and 300,000 characters. Split the values.",
    });
  }
}
