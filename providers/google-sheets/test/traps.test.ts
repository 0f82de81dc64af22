/** Sheets' traps: 31-bit markers, batches, formulas, ranges, room for metadata, and per-file scopes. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { testMarker } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

type Output = Readonly<Record<string, unknown>>;

const at = { spreadsheetId: "budget-spreadsheet" };
const rows = { ...at, sheetId: 0, rows: [["May", 18]] };

async function open(t: TestContext, ...options: Parameters<typeof openSimulated>): Promise<Simulated> {
  const simulated = await openSimulated(...options);
  t.after(() => simulated.close());
  return simulated;
}

async function output({ run }: Simulated, id: string, input: unknown): Promise<Output> {
  const end = await run(id, input);
  assert.equal(end.kind, "output", JSON.stringify(end));
  return end.kind === "output" ? (end.output as Output) : {};
}

async function refusal({ run }: Simulated, id: string, input: unknown): Promise<{ code: string; detail?: string }> {
  const end = await run(id, input);
  assert.equal(end.kind, "failed", JSON.stringify(end));
  return end.kind === "failed" ? end.refusal : { code: "" };
}

async function valuesAt(simulated: Simulated, range: string, render = "formula"): Promise<unknown> {
  return (await output(simulated, "values.get", { ...at, range, render }))["values"];
}

test("another execution with the same 31 bits proves nothing, and its metadata makes Google refuse the whole batch", async (t) => {
  const sheets = await open(t);
  const { world, ledger } = sheets.simulator;
  const before = world.sheetsOf(at.spreadsheetId);
  world.metadata.in(at.spreadsheetId).create({
    metadataId: testMarker.int31,
    metadataKey: "svc",
    metadataValue: "another execution",
    visibility: "PROJECT",
    sheetId: 0,
    app: "simulated-google-sheets-app",
  });
  assert.equal((await refusal(sheets, "rows.append", rows)).code, "PROVIDER_REJECTED");
  // The sheet is added before the metadata is refused, and is then rolled back.
  assert.equal((await refusal(sheets, "sheets.add", { ...at, title: "Ideas" })).code, "PROVIDER_REJECTED");
  assert.deepEqual(world.sheetsOf(at.spreadsheetId), before);
  assert.equal(ledger.effects.length, 0);
  assert.deepEqual(await sheets.look("rows.append", rows, { appendedRows: 1 }), {
    verdict: "undetermined",
    why: "Another execution has the same 31-bit id in this spreadsheet.",
  });
});

test("a string is a formula only where the caller says so", async (t) => {
  const sheets = await open(t);
  const write = { ...at, range: "Months!D1", values: [["=1+2"]] };
  await output(sheets, "values.update", { ...write, valueInput: "raw" });
  assert.deepEqual(await valuesAt(sheets, "Months!D1", "unformatted"), [["=1+2"]]);
  await output(sheets, "values.update", { ...write, valueInput: "user_entered" });
  assert.deepEqual(await valuesAt(sheets, "Months!D1", "unformatted"), [[3]]);
  assert.deepEqual(await valuesAt(sheets, "Months!D1"), [["=1+2"]]);
  await output(sheets, "rows.append", { ...rows, rows: [["=1+2", { formula: "=1+2" }, null, true]] });
  assert.deepEqual(await valuesAt(sheets, "Months!A4:D4", "unformatted"), [["=1+2", 3, "", true]]);
});

test("never counts values that Google converts as written", async (t) => {
  const sheets = await open(t);
  const dated = { ...at, range: "Months!D1", values: [["3/10/2026"]], valueInput: "user_entered" };
  await output(sheets, "values.update", dated);
  const size = (rows: number, columns: number) => ({ wasDifferent: true, rows, columns });
  assert.equal((await sheets.look("values.update", dated, size(1, 1))).verdict, "undetermined");
  const plain = { ...dated, values: [["12.5", ""]], range: "Months!D2:E2" };
  await output(sheets, "values.update", plain);
  assert.equal((await sheets.look("values.update", plain, size(1, 2))).verdict, "applied");
  assert.equal((await sheets.look("values.update", plain, size(1, 1))).verdict, "undetermined");
  // A cell that is left unchanged can't be compared.
  const partial = { ...plain, values: [["12.5", null]] };
  assert.equal((await sheets.look("values.update", partial, size(0, 0))).verdict, "undetermined");
});

test("null leaves a cell unchanged, an empty string clears it, and a range limits the written values", async (t) => {
  const sheets = await open(t);
  const write = { ...at, range: "Months!A2:B3", valueInput: "raw" };
  await output(sheets, "values.update", { ...write, values: [[null, ""], ["Avril"]] });
  assert.deepEqual(await valuesAt(sheets, "Months!A2:B3"), [["March"], ["Avril", 15.5]]);
  assert.equal(
    (await refusal(sheets, "values.update", { ...write, values: [["a", "b", "c"]] })).code,
    "PROVIDER_REJECTED",
  );
});

test("accepts quoted names of sheets, and refuses a range outside the sheet", async (t) => {
  const sheets = await open(t);
  const read = await output(sheets, "values.get", { ...at, range: "'It''s ours'!A:ZZ" });
  assert.deepEqual(read, { range: "'It''s ours'!A1:C5", values: [] });
  assert.equal((await refusal(sheets, "values.get", { ...at, range: "'It''s ours'!A6" })).code, "PROVIDER_REJECTED");
  assert.equal((await refusal(sheets, "values.get", { ...at, range: "Nowhere!A1" })).code, "PROVIDER_REJECTED");
});

test("refuses more values than one request can have before anything is sent", async (t) => {
  const sheets = await open(t);
  const wide = Array.from({ length: 51 }, () => Array.from({ length: 100 }, () => 1));
  const long = Array.from({ length: 61 }, () => ["x".repeat(5000)]);
  for (const values of [wide, long]) {
    const write = { ...at, range: "Months!A1:CV100", values, valueInput: "raw" };
    assert.equal((await refusal(sheets, "values.update", write)).code, "PROVIDER_REJECTED");
    assert.equal((await refusal(sheets, "rows.append", { ...rows, rows: values })).code, "PROVIDER_REJECTED");
  }
  assert.equal(sheets.simulator.ledger.requests.length, 0);
});

test("a sheet has limited room for markers, and metadata.clear makes room again", async (t) => {
  const sheets = await open(t, {}, { metadataCharacters: 30 });
  await output(sheets, "rows.append", rows);
  const { world } = sheets.simulator;
  const used = world.metadata.in(at.spreadsheetId);
  used.update(testMarker.int31, { metadataValue: "x".repeat(25) });
  assert.equal((await refusal(sheets, "rows.append", rows)).code, "PROVIDER_REJECTED");
  assert.deepEqual(await output(sheets, "metadata.clear", at), { deletedMarkers: 1 });
  // Only this app's markers are gone.
  assert.deepEqual(used.keys(), [7]);
  await output(sheets, "rows.append", rows);
  assert.equal(((await valuesAt(sheets, "Months!A:B")) as unknown[]).length, 5);
});

test("a token without an action's scope is refused, but the connection remains valid", async (t) => {
  const readOnly = await open(t, { token: tokens.readOnly });
  await output(readOnly, "spreadsheets.get", at);
  const refused = await refusal(readOnly, "rows.append", rows);
  assert.equal(refused.code, "PROVIDER_FORBIDDEN");
  assert.match(refused.detail ?? "", /hasn't granted/);
  const own = await open(t, { token: tokens.fileOnly });
  await output(own, "spreadsheets.get", at);
  const other = { spreadsheetId: "private-spreadsheet" };
  assert.equal((await refusal(own, "spreadsheets.get", other)).code, "RESOURCE_NOT_FOUND");
  const unknown = await open(t, { token: "ya29.unknown" });
  assert.equal((await refusal(unknown, "spreadsheets.get", at)).code, "PROVIDER_UNAUTHORIZED");
});

test("reports an exhausted quota as a rate limit", async (t) => {
  const sheets = await open(t, {}, { requestsPerMinute: 0 });
  assert.equal((await refusal(sheets, "spreadsheets.get", at)).code, "PROVIDER_RATE_LIMITED");
});
