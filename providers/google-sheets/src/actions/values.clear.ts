/** `values.clear`: clears a range. */
import { defineAction } from "@svc/provider-kit";
import { record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { clearValuesRequest } from "../client.ts";
import { range, spreadsheetId } from "../fields.ts";
import { previewClear } from "../previews.ts";
import { writing } from "../scopes.ts";
import { beforeFacts, isEmpty, readRange } from "../values.ts";

export const valuesClear = defineAction({
  id: "values.clear",
  title: "Clear a range",
  description: "Removes the values and formulas in a range, but keeps formats and notes.",
  consent: "Delete values from your spreadsheets",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ spreadsheetId, range: range("The range to clear.") }, { additionalProperties: false }),
  output: Type.Object(
    { clearedRange: Type.String({ description: "The cleared range in A1 notation, within the sheet's limits." }) },
    { additionalProperties: false },
  ),
  example: { spreadsheetId: "budget-spreadsheet", range: "Months!A4:B4" },
  evidence: {
    strength: "state",
    needs: ["values.get"],
    facts: beforeFacts,
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const sent = input as { spreadsheetId: string; range: string };
      const now = await readRange(provider, sent.spreadsheetId, sent.range);
      if (!isEmpty(now)) return { verdict: "undetermined", why: "The range has values now." };
      const output = { clearedRange: now.range };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["spreadsheets.get", "values.get"],
    read: async (input, provider) => await previewClear(input, provider),
  },
  async run({ spreadsheetId, range }, provider) {
    const wasDifferent = !isEmpty(await readRange(provider, spreadsheetId, range));
    const request = clearValuesRequest(spreadsheetId, range);
    const { body } = await provider.change(request, { accept: [200], facts: { wasDifferent } });
    return { clearedRange: textOf(record(body)["clearedRange"]) };
  },
});
