/** `spreadsheets.get`: reads a spreadsheet without its cells. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { spreadsheetRequest } from "../client.ts";
import { spreadsheetId } from "../fields.ts";
import { spreadsheet } from "../resources.ts";
import { reading } from "../scopes.ts";

export const spreadsheetsGet = defineAction({
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
