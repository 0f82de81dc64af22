/** The actions on spreadsheets, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { newSpreadsheetRequest, spreadsheetRequest } from "../client.ts";
import { sheetTitle, spreadsheetId } from "../fields.ts";
import { spreadsheet } from "../resources.ts";
import { creating, reading } from "../scopes.ts";

const spreadsheetsGet = defineAction({
  id: "spreadsheets.get",
  title: "Get a spreadsheet",
  description: "Reads a spreadsheet's title and its sheets with their ids and sizes, without cells.",
  consent: "See the title and sheets of a spreadsheet",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ spreadsheetId }, { additionalProperties: false }),
  output: spreadsheet.schema,
  example: { spreadsheetId: "budget-spreadsheet" },
  async run({ spreadsheetId }, provider) {
    return spreadsheet.read((await provider.read(spreadsheetRequest(spreadsheetId), { accept: [200] })).body);
  },
});

const spreadsheetsCreate = defineAction({
  id: "spreadsheets.create",
  title: "Create a spreadsheet",
  description:
    "Creates an empty spreadsheet in the user's My Drive. Google accepts no id for it, and this API can't list spreadsheets, so a " +
    "lost response can't be settled. With `documents.create` of google-drive, it can.",
  consent: "Create spreadsheets in your Drive",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: creating,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      title: Type.String({ description: "Title of the spreadsheet.", minLength: 1, maxLength: 1000 }),
      sheetTitles: Type.Optional(
        Type.Array(sheetTitle, {
          description: "Names of its sheets; a single sheet by default.",
          minItems: 1,
          maxItems: 20,
        }),
      ),
      locale: Type.Optional(
        Type.String({
          description: "Language and country, such as en_US; the user's by default.",
          maxLength: 10,
          pattern: "^[a-z]{2,3}(?:_[A-Z]{2})?$",
        }),
      ),
      timeZone: Type.Optional(
        Type.String({
          description: "Time zone, such as America/New_York; the user's by default.",
          maxLength: 64,
          pattern: "^[A-Za-z0-9_+/-]{1,64}$",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: spreadsheet.schema,
  example: { title: "Budget 2027", sheetTitles: ["Months", "Totals"] },
  async run({ sheetTitles, ...properties }, provider) {
    const sheets = sheetTitles === undefined ? {} : { sheets: sheetTitles.map((title) => ({ properties: { title } })) };
    const { body } = await provider.change(newSpreadsheetRequest({ properties, ...sheets }), { accept: [200] });
    return spreadsheet.read(body);
  },
});

export const spreadsheetActions = [spreadsheetsGet, spreadsheetsCreate];
