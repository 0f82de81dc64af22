/** The actions on values, in the catalog's order. */
import { content, summaryCount } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { list, record, textOf, wrongShape } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import {
  appendValuesRequest,
  clearValuesRequest,
  rangesRequest,
  updateValuesRequest,
  valuesRequest,
} from "../client.ts";
import {
  assertBounded,
  inputOptions,
  range,
  render,
  renderOptions,
  spreadsheetId,
  valueInput,
  values,
} from "../fields.ts";
import { previewClear, previewTable, previewWrite } from "../previews.ts";
import { appendedValues, updatedValues, valueRange } from "../resources.ts";
import { reading, writing } from "../scopes.ts";
import { beforeFacts, candidatesOf, holdsValues, isEmpty, readRange, sizeOf, writeFacts } from "../values.ts";

const valuesGet = defineAction({
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

const valuesBatchGet = defineAction({
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

const valuesUpdate = defineAction({
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
    { spreadsheetId, range: range("The range to write to."), values: content(values), valueInput },
    { additionalProperties: false },
  ),
  output: updatedValues.schema,
  example: { spreadsheetId: "budget-spreadsheet", range: "Months!A5:B5", values: [["May", 18]], valueInput: "raw" },
  evidence: {
    strength: "state",
    needs: ["values.get"],
    facts: writeFacts,
    compares: ["values"],
    async settle({ input, facts, provider, sameAsSent }) {
      if (facts === null || facts.rows === 0) {
        return {
          verdict: "undetermined",
          why: "The written values aren't a full rectangle, so they can't be compared.",
        };
      }
      // The input was valid when it was sent.
      const sent = input as { spreadsheetId: string; range: string };
      const now = await readRange(provider, sent.spreadsheetId, sent.range);
      if (!candidatesOf(now, facts).some((candidate) => sameAsSent("values", candidate))) {
        return { verdict: "undetermined", why: "The range's values are different now, or Google has converted them." };
      }
      // The number of written cells isn't read.
      return { verdict: "applied", basis: "state", wasDifferent: facts.wasDifferent, output: null };
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
    const facts = { wasDifferent, ...sizeOf(values) };
    const { body } = await provider.change(request, { accept: [200], facts });
    return updatedValues.read(body);
  },
});

const valuesAppend = defineAction({
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
    { spreadsheetId, range: range("The range in which to look for the table."), values: content(values), valueInput },
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

const valuesClear = defineAction({
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

export const valueActions = [valuesGet, valuesBatchGet, valuesUpdate, valuesAppend, valuesClear];
