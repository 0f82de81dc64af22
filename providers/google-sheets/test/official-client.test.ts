/**
 * Google's own client against the simulator: it does the same as the actions, and agrees with them on every common
 * field.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { auth, sheets as sheetsOf, type sheets_v4 } from "../../../judges/vendors/google-sheets.ts";
import { tokens } from "../simulator/index.ts";
import { metadata, sheet, spreadsheet, updatedValues, valueRange } from "../src/resources.ts";
import { openSimulated } from "./simulated.ts";

test("Google's client and the actions agree", async (t) => {
  const simulated = await openSimulated();
  t.after(() => simulated.close());
  const oauth = new auth.OAuth2();
  oauth.setCredentials({ access_token: tokens.everything });
  const rootUrl = `${simulated.simulator.url}/`;
  const client: sheets_v4.Sheets = sheetsOf({ version: "v4", auth: oauth, rootUrl, retry: false });
  const run = async (id: string, input: object): Promise<Record<string, unknown>> => {
    const end = await simulated.run(id, { ...at, ...input });
    assert.equal(end.kind, "output", `${id}: ${JSON.stringify(end)}`);
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  const at = { spreadsheetId: "budget-spreadsheet" };
  const { values } = client.spreadsheets;

  const got = await client.spreadsheets.get(at);
  assert.deepEqual(await run("spreadsheets.get", {}), spreadsheet.read(got.data));

  const range = "Months!A1:B3";
  const read = await values.get({ ...at, range, valueRenderOption: "UNFORMATTED_VALUE" });
  assert.deepEqual(await run("values.get", { range, render: "unformatted" }), valueRange.read(read.data));
  assert.deepEqual(read.data.values, [
    ["Month", "Amount"],
    ["March", 12],
    ["April", 15.5],
  ]);

  const ranges = ["'It''s ours'!A1:B2", "Totals!A:A"];
  const batch = await values.batchGet({ ...at, ranges, valueRenderOption: "FORMULA" });
  assert.deepEqual(
    (await run("values.batchGet", { ranges, render: "formula" }))["ranges"],
    batch.data.valueRanges?.map(valueRange.read),
  );

  const write = { range: "Months!A4:B4", values: [["May", "=1+2"]] };
  const updated = await values.update({
    ...at,
    range: write.range,
    valueInputOption: "USER_ENTERED",
    requestBody: write,
  });
  assert.deepEqual(
    await run("values.update", { ...write, valueInput: "user_entered" }),
    updatedValues.read(updated.data),
  );

  const table = { range: "Months!A:B", values: [["June", 3]] };
  const appended = await values.append({
    ...at,
    range: table.range,
    valueInputOption: "RAW",
    requestBody: { values: table.values },
  });
  assert.equal(appended.data.updates?.updatedRange, "Months!A5:B5");
  const ours = await run("values.append", { ...table, valueInput: "raw" });
  assert.deepEqual(ours, {
    tableRange: "Months!A1:B5",
    updates: { updatedRange: "Months!A6:B6", updatedRows: 1, updatedColumns: 2, updatedCells: 2 },
  });

  const developerMetadata = {
    metadataId: 99,
    metadataKey: "k",
    metadataValue: "v",
    visibility: "PROJECT",
    location: { sheetId: 0 },
  };
  const requests = [
    { createDeveloperMetadata: { developerMetadata } },
    { addSheet: { properties: { title: "Theirs" } } },
  ];
  const batched = await client.spreadsheets.batchUpdate({ ...at, requestBody: { requests } });
  const theirs = batched.data.replies?.[1]?.addSheet?.properties;
  const { sheetId: _, ...added } = await run("sheets.add", { title: "Ours" });
  const { sheetId: __, ...expected } = sheet.read(theirs);
  assert.deepEqual(added, { ...expected, title: "Ours", index: 4 });
  // With a taken id, the whole batch is refused.
  await assert.rejects(client.spreadsheets.batchUpdate({ ...at, requestBody: { requests: requests.toReversed() } }), {
    status: 400,
  });
  assert.equal((await client.spreadsheets.get(at)).data.sheets?.length, 5);

  const entry = await client.spreadsheets.developerMetadata.get({ ...at, metadataId: 99 });
  assert.deepEqual(await run("metadata.get", { metadataId: 99 }), metadata.read(entry.data));

  await run("sheets.update", { sheetId: theirs?.sheetId, title: "Renamed", hidden: true });
  const renamed = (await client.spreadsheets.get(at)).data.sheets?.find(
    ({ properties }) => properties?.sheetId === theirs?.sheetId,
  );
  assert.deepEqual([renamed?.properties?.title, renamed?.properties?.hidden], ["Renamed", true]);

  const cleared = await values.clear({ ...at, range: "Months!A6:B6" });
  assert.deepEqual(await run("values.clear", { range: "Months!A6:B6" }), { clearedRange: cleared.data.clearedRange });

  const body = { properties: { title: "New" }, sheets: [{ properties: { title: "One" } }] };
  const created = await client.spreadsheets.create({ requestBody: body });
  const end = await simulated.run("spreadsheets.create", { title: "New", sheetTitles: ["One"] });
  const mine = end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  assert.deepEqual(
    [mine["title"], mine["sheets"]],
    [created.data.properties?.title, spreadsheet.read(created.data).sheets],
  );
});
