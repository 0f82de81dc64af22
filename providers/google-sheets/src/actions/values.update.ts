/** `values.update`: writes a range. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { updateValuesRequest, type CellValue } from "../client.ts";
import { assertBounded, inputOptions, range, spreadsheetId, valueInput, values } from "../fields.ts";
import { previewWrite } from "../previews.ts";
import { updatedValues } from "../resources.ts";
import { writing } from "../scopes.ts";
import { beforeFacts, holdsValues, readRange } from "../values.ts";

export const valuesUpdate = defineAction({
  id: "values.update",
  title: "Write a range",
  description: "Writes values to a range, starting at its top-left cell. They must fit in the range.",
  consent: "Change the values in your spreadsheets",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { spreadsheetId, range: range("The range to write to."), values, valueInput },
    { additionalProperties: false },
  ),
  output: updatedValues.schema,
  example: { spreadsheetId: "budget-spreadsheet", range: "Months!A5:B5", values: [["May", 18]], valueInput: "raw" },
  evidence: {
    strength: "state",
    needs: ["values.get"],
    facts: beforeFacts,
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const sent = input as { spreadsheetId: string; range: string; values: CellValue[][] };
      const now = await readRange(provider, sent.spreadsheetId, sent.range);
      if (!holdsValues(now, sent.values)) {
        return { verdict: "undetermined", why: "The range's values are different now, or Google has converted them." };
      }
      // The number of written cells isn't read.
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: null };
    },
  },
  preview: {
    needs: ["spreadsheets.get", "values.get"],
    read: async (input, provider) => await previewWrite(input, provider),
  },
  async run({ spreadsheetId, range, values, valueInput }, provider) {
    assertBounded(values);
    const wasDifferent = !holdsValues(await readRange(provider, spreadsheetId, range), values);
    const request = updateValuesRequest(spreadsheetId, range, inputOptions[valueInput], values);
    const { body } = await provider.change(request, { accept: [200], facts: { wasDifferent } });
    return updatedValues.read(body);
  },
});
