/** Example inputs and error bodies for the kit's suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

const badIds = ["", "a b", "a/b", "..", "é", "a".repeat(129), 7, null];
const badRanges = [
  "",
  "A",
  "1",
  "A0",
  "A1:",
  ":B2",
  "AAAA1",
  "A1:B2:C3",
  "Sheet 1!A1",
  "'It's'!A1",
  "Sheet1!",
  "A1/../x",
  "A\n1",
  7,
  null,
];
const badValues = [[], "x", [7], [[{}]], [["x".repeat(5001)]], null];

function bad(input: Record<string, unknown>, field: string, values: readonly unknown[]) {
  return values.map((value) => ({ ...input, [field]: value }));
}

const at = { spreadsheetId: "budget-spreadsheet" };
const range = { ...at, range: "Months!A1:B4" };
const write = {
  ...at,
  range: "Months!A4:B5",
  values: [
    ["May", 18],
    ["June", true],
  ],
  valueInput: "raw",
};

/** The provider's examples. */
export const sheetsExamples: ProviderExamples = {
  acceptedSubmissions: [],
  refusedSubmissions: [],
  errorBodies: (text) => [
    {
      error: { code: 400, message: text, status: text, details: [{ reason: text, "@type": text, metadata: { text } }] },
    },
    {
      error: {
        code: 403,
        message: text,
        status: "PERMISSION_DENIED",
        details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }],
      },
    },
    { error: { code: 404, message: text, status: "NOT_FOUND" } },
    { error: text, error_description: text },
  ],
  actions: {
    "spreadsheets.get": {
      inputs: [at],
      refusedInputs: [{}, ...bad({}, "spreadsheetId", badIds), { ...at, ranges: [] }],
    },
    "spreadsheets.create": {
      inputs: [
        { title: "Budget 2027" },
        { title: "Budget", sheetTitles: ["Months", "Totals"], locale: "de_DE", timeZone: "Europe/Berlin" },
      ],
      refusedInputs: [
        {},
        { title: "" },
        { title: "a", sheetTitles: [] },
        { title: "a", locale: "German" },
        { title: "a", timeZone: "a b" },
      ],
    },
    "values.get": {
      inputs: [
        range,
        { ...at, range: "'It''s ours'!A:B", render: "formula" },
        { ...at, range: "B2", render: "unformatted" },
      ],
      refusedInputs: [at, ...bad(at, "range", badRanges), { ...range, render: "FORMULA" }],
    },
    "values.batchGet": {
      inputs: [{ ...at, ranges: ["Months!A1:B4", "Totals!A1", "1:2"] }],
      refusedInputs: [at, ...bad(at, "ranges", [[], ["A"], Array.from({ length: 21 }, () => "A1"), "A1"])],
    },
    "values.update": {
      inputs: [write, { ...write, range: "Totals!B1", values: [["=1+2"]], valueInput: "user_entered" }],
      refusedInputs: [
        range,
        ...bad(write, "range", badRanges),
        ...bad(write, "values", badValues),
        ...bad(write, "valueInput", ["RAW", undefined]),
      ],
    },
    "values.append": {
      inputs: [{ ...write, range: "Months!A:B", valueInput: "user_entered" }],
      refusedInputs: [range, ...bad(write, "values", badValues), ...bad(write, "valueInput", ["", 7, undefined])],
    },
    "rows.append": {
      inputs: [
        {
          ...at,
          sheetId: 0,
          rows: [
            ["May", 18, { formula: "=1+2" }],
            ["=not a formula", null, false],
          ],
        },
      ],
      refusedInputs: [
        at,
        ...bad({ ...at, rows: [["a"]] }, "sheetId", [-1, 1.5, "0", 2_147_483_648]),
        ...bad({ ...at, sheetId: 0 }, "rows", [...badValues, [[{ formula: "1+2" }]]]),
      ],
    },
    "values.clear": { inputs: [range], refusedInputs: [at, ...bad(at, "range", badRanges)] },
    "sheets.add": {
      inputs: [{ ...at, title: "Ideas", index: 0, rowCount: 10, columnCount: 3 }],
      refusedInputs: [at, ...bad(at, "title", ["", "x".repeat(101), 7]), { ...at, title: "a", rowCount: 0 }],
    },
    "sheets.update": {
      inputs: [{ ...at, sheetId: 0, title: "Months of 2026", hidden: true }],
      refusedInputs: [at, { ...at, sheetId: 0 }, { ...at, sheetId: 0, title: "" }, { ...at, sheetId: 0, index: 1 }],
    },
    "metadata.get": {
      inputs: [{ ...at, metadataId: 7 }],
      refusedInputs: [at, ...bad(at, "metadataId", [0, -1, 1.5, "7", 2_147_483_648])],
    },
    "metadata.clear": {
      inputs: [at],
      refusedInputs: [{}, ...bad({}, "spreadsheetId", badIds), { ...at, metadataKey: "a" }],
    },
  },
};
