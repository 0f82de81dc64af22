/** The actions on sheets, in the catalog's order. */
import { defineAction, ProviderFailure } from "@svc/provider-kit";
import { record, wrongShape } from "@svc/provider-kit/shape";
import { type Static, Type } from "typebox";
import { batchRequest } from "../client.ts";
import { sheetId, sheetTitle, spreadsheetId } from "../fields.ts";
import { changeMarked, findMarker, markerPart } from "../markers.ts";
import { previewSheet, previewSheetUpdate } from "../previews.ts";
import { repliesIn, sheet } from "../resources.ts";
import { writing } from "../scopes.ts";
import { readSheet } from "../sheets.ts";
import { beforeFacts } from "../values.ts";

const sheetsAdd = defineAction({
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
    const parts = [{ addSheet: { properties } }, markerPart(sheetId, provider.marker)];
    const [reply] = await changeMarked(provider, spreadsheetId, parts, undefined);
    if (reply === undefined) throw wrongShape();
    return sheet.read(record(reply["addSheet"])["properties"]);
  },
});

type Changes = { title?: string; hidden?: boolean };

const output = Type.Object(
  {
    sheetId: sheet.fields.sheetId.schema,
    title: sheet.fields.title.schema,
    hidden: sheet.fields.hidden.schema,
  },
  { additionalProperties: false },
);

function holds(now: Static<typeof output>, { title, hidden }: Changes): boolean {
  return (title === undefined || now.title === title) && (hidden === undefined || now.hidden === hidden);
}

const sheetsUpdate = defineAction({
  id: "sheets.update",
  title: "Rename or hide a sheet",
  description: "Renames, hides or shows a sheet.",
  consent: "Rename and hide sheets of your spreadsheets",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      spreadsheetId,
      sheetId,
      title: Type.Optional(sheetTitle),
      hidden: Type.Optional(Type.Boolean({ description: "Whether to hide or show it." })),
    },
    // The sheet and at least one change.
    { additionalProperties: false, minProperties: 3 },
  ),
  output,
  example: { spreadsheetId: "budget-spreadsheet", sheetId: 0, title: "Months of 2026" },
  evidence: {
    strength: "state",
    needs: ["spreadsheets.get"],
    facts: beforeFacts,
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const { spreadsheetId, sheetId, ...asked } = input as Changes & { spreadsheetId: string; sheetId: number };
      const now = await readSheet(provider, spreadsheetId, sheetId);
      if (now === null || !holds(now, asked)) {
        return { verdict: "undetermined", why: "The sheet isn't as requested now." };
      }
      const { title, hidden } = now;
      const wasDifferent = facts?.wasDifferent ?? false;
      return { verdict: "applied", basis: "state", wasDifferent, output: { sheetId, title, hidden } };
    },
  },
  preview: {
    needs: ["spreadsheets.get"],
    read: async (input, provider) => await previewSheetUpdate(input, provider),
  },
  async run({ spreadsheetId, sheetId, ...asked }, provider) {
    const before = await readSheet(provider, spreadsheetId, sheetId);
    if (before === null) {
      throw new ProviderFailure({ code: "RESOURCE_NOT_FOUND", detail: "The spreadsheet has no sheet with this id." });
    }
    const properties = { sheetId, ...asked };
    const fields = Object.keys(asked).join(",");
    const request = batchRequest(spreadsheetId, [{ updateSheetProperties: { properties, fields } }]);
    const facts = { wasDifferent: !holds(before, asked) };
    repliesIn((await provider.change(request, { accept: [200], facts })).body);
    const { title, hidden } = { ...before, ...asked };
    return { sheetId, title, hidden };
  },
});

export const sheetActions = [sheetsAdd, sheetsUpdate];
