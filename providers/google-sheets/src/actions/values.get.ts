/** `values.get`: reads a range. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { valuesRequest } from "../client.ts";
import { range, render, renderOptions, spreadsheetId } from "../fields.ts";
import { valueRange } from "../resources.ts";
import { reading } from "../scopes.ts";

export const valuesGet = defineAction({
  id: "values.get",
  title: "Read a range",
  description: "Reads the values in a range, row by row. Read a range with more than 5 MB of values in parts.",
  consent: "Read your spreadsheets",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    { spreadsheetId, range: range("The range to read."), render: Type.Optional(render) },
    { additionalProperties: false },
  ),
  output: valueRange.schema,
  example: { spreadsheetId: "budget-spreadsheet", range: "Months!A1:B4" },
  async run({ spreadsheetId, range, render = "formatted" }, provider) {
    const request = valuesRequest(spreadsheetId, range, renderOptions[render]);
    return valueRange.read((await provider.read(request, { accept: [200] })).body);
  },
});
