/** `values.append`: appends rows to a table. */
import { sensitive } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { appendValuesRequest } from "../client.ts";
import { assertBounded, inputOptions, range, spreadsheetId, valueInput, values } from "../fields.ts";
import { previewTable } from "../previews.ts";
import { appendedValues } from "../resources.ts";
import { writing } from "../scopes.ts";

export const valuesAppend = defineAction({
  id: "values.append",
  title: "Append to a table",
  description:
    "Finds the table in a range and inserts rows after it. A lost response can't be settled, because equal rows may be someone " +
    "else's. With `rows.append`, it can.",
  consent: "Append rows to tables in your spreadsheets",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { spreadsheetId, range: range("The range in which to look for the table."), values: sensitive(values), valueInput },
    { additionalProperties: false },
  ),
  output: appendedValues.schema,
  example: {
    spreadsheetId: "budget-spreadsheet",
    range: "Months!A:B",
    values: [["May", 18]],
    valueInput: "user_entered",
  },
  preview: {
    needs: ["spreadsheets.get"],
    read: async (input, provider) => await previewTable(input, provider),
  },
  async run({ spreadsheetId, range, values, valueInput }, provider) {
    assertBounded(values);
    const request = appendValuesRequest(spreadsheetId, range, inputOptions[valueInput], values);
    return appendedValues.read((await provider.change(request, { accept: [200] })).body);
  },
});
