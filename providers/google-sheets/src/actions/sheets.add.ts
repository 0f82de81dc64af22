/** `sheets.add`: adds a sheet. */
import { defineAction } from "@svc/provider-kit";
import { record, wrongShape } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { batchRequest } from "../client.ts";
import { sheetTitle, spreadsheetId } from "../fields.ts";
import { findMarker, markerPart } from "../markers.ts";
import { previewSheet } from "../previews.ts";
import { repliesIn, sheet } from "../resources.ts";
import { writing } from "../scopes.ts";
import { readSheet } from "../sheets.ts";

export const sheetsAdd = defineAction({
  id: "sheets.add",
  title: "Add a sheet",
  description: "Adds a sheet to a spreadsheet, at the end unless `index` is given.",
  consent: "Add sheets to your spreadsheets",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      spreadsheetId,
      title: sheetTitle,
      index: Type.Optional(
        Type.Integer({ description: "Position among the sheets, from 0.", minimum: 0, maximum: 199 }),
      ),
      rowCount: Type.Optional(
        Type.Integer({ description: "Number of rows; 1,000 by default.", minimum: 1, maximum: 100_000 }),
      ),
      columnCount: Type.Optional(
        Type.Integer({ description: "Number of columns; 26 by default.", minimum: 1, maximum: 1000 }),
      ),
    },
    { additionalProperties: false },
  ),
  output: sheet.schema,
  example: { spreadsheetId: "budget-spreadsheet", title: "Ideas" },
  evidence: {
    strength: "exact",
    needs: ["metadata.get", "spreadsheets.get"],
    async settle({ input: { spreadsheetId = "" }, marker, provider }) {
      return await findMarker({ marker, provider }, spreadsheetId, () =>
        readSheet(provider, spreadsheetId, marker.int31),
      );
    },
  },
  preview: {
    needs: ["spreadsheets.get"],
    read: async (input, provider) => await previewSheet(input, provider),
  },
  async run({ spreadsheetId, title, index, rowCount = 1000, columnCount = 26 }, provider) {
    // Google refuses an id that another sheet has.
    const sheetId = provider.marker.int31;
    const place = index === undefined ? {} : { index };
    const properties = { sheetId, title, ...place, gridProperties: { rowCount, columnCount } };
    const request = batchRequest(spreadsheetId, [{ addSheet: { properties } }, markerPart(sheetId, provider.marker)]);
    const [reply] = repliesIn((await provider.change(request, { accept: [200] })).body);
    if (reply === undefined) throw wrongShape();
    return sheet.read(record(reply["addSheet"])["properties"]);
  },
});
