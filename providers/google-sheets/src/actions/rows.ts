/** Appends rows to a sheet, with evidence. */
import { content } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { type Static, Type } from "typebox";
import type { BatchPart } from "../client.ts";
import { assertBounded, sheetId, spreadsheetId } from "../fields.ts";
import { changeMarked, findMarker, markerPart } from "../markers.ts";
import { previewRows } from "../previews.ts";
import { writing } from "../scopes.ts";

const cell = Type.Union([
  Type.String({ maxLength: 5000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Object(
    {
      formula: Type.String({
        description: "The formula, such as `=B2+B3`.",
        maxLength: 5000,
        pattern: "^=[^\\x00-\\x1f]+$",
      }),
    },
    { additionalProperties: false },
  ),
]);

const appended = Type.Object(
  { appendedRows: Type.Integer({ description: "Number of appended rows.", minimum: 1, maximum: 1000 }) },
  { additionalProperties: false },
);

/** Formats a cell for a batch. A string stays a string, whatever it begins with. */
function cellData(value: Static<typeof cell>): BatchPart {
  if (value === null) return {};
  if (typeof value === "string") return { userEnteredValue: { stringValue: value } };
  if (typeof value === "number") return { userEnteredValue: { numberValue: value } };
  if (typeof value === "boolean") return { userEnteredValue: { boolValue: value } };
  return { userEnteredValue: { formulaValue: value.formula } };
}

const rowsAppend = defineAction({
  id: "rows.append",
  title: "Append rows",
  description:
    "Appends rows after the last row of a sheet that has data. Strings stay strings; a formula is `{ formula }`. svc adds a marker " +
    "as developer metadata, so that a lost response can be settled. Google limits how much metadata a sheet can have; " +
    "`metadata.clear` makes room.",
  consent: "Append rows to your spreadsheets",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      spreadsheetId,
      sheetId,
      rows: content(
        Type.Array(Type.Array(cell, { maxItems: 200 }), {
          description: "The rows, at most 5,000 cells. null leaves a cell empty.",
          minItems: 1,
          maxItems: 1000,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: appended,
  example: { spreadsheetId: "budget-spreadsheet", sheetId: 0, rows: [["May", 18, { formula: "=B2+B3" }]] },
  evidence: {
    strength: "exact",
    needs: ["metadata.get"],
    facts: appended,
    async settle({ input, facts, ...look }) {
      // The input was valid when it was sent.
      return await findMarker(look, input.spreadsheetId ?? "", async () => facts);
    },
  },
  preview: {
    needs: ["spreadsheets.get"],
    read: async (input, provider) => await previewRows(input, provider),
  },
  async run({ spreadsheetId, sheetId, rows }, provider) {
    assertBounded(rows);
    const cells = rows.map((row) => ({ values: row.map(cellData) }));
    const parts = [
      markerPart(sheetId, provider.marker),
      { appendCells: { sheetId, rows: cells, fields: "userEnteredValue" } },
    ];
    const facts = { appendedRows: rows.length };
    await changeMarked(provider, spreadsheetId, parts, facts);
    return facts;
  },
});

export const rowActions = [rowsAppend];
