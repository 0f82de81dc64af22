/** `values.batchGet`: reads several ranges. */
import { summaryCount } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { list, record, wrongShape } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { rangesRequest } from "../client.ts";
import { range, render, renderOptions, spreadsheetId } from "../fields.ts";
import { valueRange } from "../resources.ts";
import { reading } from "../scopes.ts";

export const valuesBatchGet = defineAction({
  id: "values.batchGet",
  title: "Read several ranges",
  description: "Reads the values of up to 20 ranges of one spreadsheet with one request, in the requested order.",
  consent: "Read your spreadsheets",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      spreadsheetId,
      ranges: Type.Array(range("A range to read."), { description: "The ranges to read.", minItems: 1, maxItems: 20 }),
      render: Type.Optional(render),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { ranges: summaryCount(Type.Array(valueRange.schema, { description: "The ranges with their values." })) },
    { additionalProperties: false },
  ),
  example: { spreadsheetId: "budget-spreadsheet", ranges: ["Months!A1:B4", "Totals!A1"] },
  async run({ spreadsheetId, ranges, render = "formatted" }, provider) {
    const request = rangesRequest(spreadsheetId, ranges, renderOptions[render]);
    const { body } = await provider.read(request, { accept: [200] });
    const read = list(record(body)["valueRanges"]).map(valueRange.read);
    if (read.length !== ranges.length) throw wrongShape();
    return { ranges: read };
  },
});
