/**
 * `spreadsheets.batchUpdate`: https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
 */
import { fieldsOf, type Fields, type Result } from "@svc/simulator";
import { spreadsheetOf, type SheetsCall } from "./access.ts";
import { sheetBody, metadataBody } from "./bodies.ts";
import { endOf, formulaCell, written } from "./cells.ts";
import type { Cell, Plain, StoredMetadata, StoredSheet } from "./model.ts";
import { invalid } from "./world.ts";

type Part = (call: SheetsCall, spreadsheetId: string, fields: Fields) => Fields;

const parts: Readonly<Record<string, Part>> = {
  addSheet,
  updateSheetProperties,
  appendCells,
  createDeveloperMetadata,
  deleteDeveloperMetadata,
};

/** Applies the requests in order. If one throws, the previous ones are rolled back, as in every route. */
export function batchUpdate(call: SheetsCall): Result {
  const { spreadsheetId } = spreadsheetOf(call, "write");
  const { requests } = fieldsOf(call.request);
  if (!Array.isArray(requests) || requests.length === 0) throw invalid("Must specify at least one request.");
  const effects: { kind: string; spreadsheet: string }[] = [];
  const replies = requests.map((request: unknown, at) => {
    const [[name, fields] = ["", {}], ...more] = Object.entries(Object(request) as Record<string, Fields>);
    const part = parts[name];
    if (part === undefined || more.length > 0) throw invalid(`Invalid requests[${String(at)}]`);
    effects.push({ kind: name, spreadsheet: spreadsheetId });
    return part(call, spreadsheetId, fields);
  });
  return { json: { spreadsheetId, replies }, effects };
}

function addSheet({ store }: SheetsCall, spreadsheetId: string, { properties }: Fields): Fields {
  const { title, sheetId, index, gridProperties } = Object(properties) as Record<string, unknown>;
  const sheet = store.addSheet(spreadsheetId, {
    title: typeof title === "string" ? title : `Sheet${String(store.sheets.in(spreadsheetId).size + 1)}`,
    ...(sheetId === undefined ? {} : { sheetId: Number(sheetId) }),
    ...(index === undefined ? {} : { index: Number(index) }),
    ...(Object(gridProperties) as Partial<StoredSheet>),
  });
  return { addSheet: { properties: sheetBody(sheet) } };
}

function updateSheetProperties({ store }: SheetsCall, spreadsheetId: string, part: Fields): Fields {
  const properties = Object(part["properties"]) as Record<string, unknown>;
  const sheet = sheetOf(store.sheetsOf(spreadsheetId), properties["sheetId"]);
  const { fields } = part;
  const names = typeof fields === "string" ? fields.split(",") : [""];
  if (!names.every((name) => name === "title" || name === "hidden")) throw invalid("Invalid fields");
  const { title } = properties;
  const isTaken = store.sheetsOf(spreadsheetId).some((one) => one.title === title && one.sheetId !== sheet.sheetId);
  if (names.includes("title") && isTaken) throw invalid(`A sheet with the name "${String(title)}" already exists.`);
  const changes = Object.fromEntries(names.map((name) => [name, properties[name]]));
  store.sheets.in(spreadsheetId).update(sheet.sheetId, changes);
  return {};
}

function appendCells({ store }: SheetsCall, spreadsheetId: string, { sheetId, rows, fields }: Fields): Fields {
  const sheet = sheetOf(store.sheetsOf(spreadsheetId), sheetId);
  if (typeof fields !== "string" || !Array.isArray(rows)) throw invalid("Invalid appendCells");
  const cells = rows.map((row: unknown) => {
    const { values = [] } = Object(row) as { values?: unknown[] };
    return values.map(cellOf);
  });
  const end = endOf(sheet.cells);
  const rowCount = Math.max(sheet.rowCount, end + cells.length);
  store.sheets.in(spreadsheetId).update(sheet.sheetId, { cells: written(sheet.cells, end, 0, cells), rowCount });
  return {};
}

function cellOf(data: unknown): Cell | undefined {
  const { userEnteredValue } = Object(data) as { userEnteredValue?: Record<string, unknown> };
  if (userEnteredValue === undefined) return undefined;
  const [[kind, value] = ["", ""]] = Object.entries(userEnteredValue);
  if (kind === "formulaValue") return formulaCell(String(value));
  const types: Readonly<Record<string, string>> = {
    stringValue: "string",
    numberValue: "number",
    boolValue: "boolean",
  };
  if (types[kind] !== typeof value) throw invalid("Invalid userEnteredValue");
  return { value: value as Plain };
}

function createDeveloperMetadata(call: SheetsCall, spreadsheetId: string, part: Fields): Fields {
  const { store, caller } = call;
  const given = Object(part["developerMetadata"]) as Record<string, unknown>;
  const { metadataKey, metadataValue = "", visibility, metadataId = store.newNumber() } = given;
  const { sheetId, spreadsheet } = Object(given["location"]) as { sheetId?: unknown; spreadsheet?: unknown };
  const entries = store.metadata.in(spreadsheetId);
  if (typeof metadataKey !== "string" || typeof visibility !== "string" || Number(metadataId) <= 0) {
    throw invalid("Developer metadata must have a key, a visibility and a positive id.");
  }
  if (entries.has(Number(metadataId)))
    throw invalid(`Developer metadata with ID ${String(metadataId)} already exists.`);
  const place = spreadsheet === true ? null : sheetOf(store.sheetsOf(spreadsheetId), sheetId).sheetId;
  const used = entries.list({ where: (entry) => entry.sheetId === place });
  const length = [...used, { metadataKey, metadataValue }].reduce(
    (sum, entry) => sum + entry.metadataKey.length + String(entry.metadataValue).length,
    0,
  );
  if (length > store.switches.metadataCharacters) throw invalid("The metadata is too large for this location.");
  const entry: StoredMetadata = {
    metadataId: Number(metadataId),
    metadataKey,
    metadataValue: String(metadataValue),
    visibility,
    sheetId: place,
    app: caller.app,
  };
  entries.create(entry);
  return { createDeveloperMetadata: { developerMetadata: metadataBody(entry) } };
}

function deleteDeveloperMetadata({ store, caller }: SheetsCall, spreadsheetId: string, { dataFilter }: Fields): Fields {
  const { developerMetadataLookup } = Object(dataFilter) as { developerMetadataLookup?: Record<string, unknown> };
  if (developerMetadataLookup === undefined) throw invalid("Must specify a data filter.");
  const { metadataKey, visibility } = developerMetadataLookup;
  const found = store.metadata.in(spreadsheetId).list({
    where: (entry) =>
      isVisible(entry, caller.app) &&
      entry.metadataKey === metadataKey &&
      (visibility === undefined || entry.visibility === visibility),
  });
  for (const { metadataId } of found) store.metadata.in(spreadsheetId).delete(metadataId);
  if (found.length === 0) return { deleteDeveloperMetadata: {} };
  return { deleteDeveloperMetadata: { deletedDeveloperMetadata: found.map(metadataBody) } };
}

/** Project metadata is only visible to its app. */
export function isVisible({ visibility, app }: StoredMetadata, caller: string): boolean {
  return visibility !== "PROJECT" || app === caller;
}

function sheetOf(sheets: readonly StoredSheet[], sheetId: unknown): StoredSheet {
  const sheet = sheets.find((one) => one.sheetId === (sheetId ?? 0));
  if (sheet === undefined) throw invalid(`No grid with id: ${String(sheetId)}`);
  return sheet;
}
