/** Previews of spreadsheet changes, for the person who approves them. */
import { checksumOf, counted, listed, ProviderFailure, quoted, type Preview, type ReadPort } from "@svc/provider-kit";
import type { Static } from "typebox";
import { spreadsheetRequest, type CellValue } from "./client.ts";
import { spreadsheet } from "./resources.ts";
import { readRange } from "./values.ts";

type OfSpreadsheet = { spreadsheetId?: string | undefined };
type OfRange = OfSpreadsheet & { range?: string | undefined };
type OfSheet = OfSpreadsheet & { sheetId?: number | undefined };

/** Previews a write: how many existing values it would replace. */
export async function previewWrite({ spreadsheetId = "", range = "" }: OfRange, provider: ReadPort): Promise<Preview> {
  const { title } = await readSpreadsheet(provider, spreadsheetId);
  const now = await readRange(provider, spreadsheetId, range);
  const filled = now.values.flat().filter(isValue).length;
  const state =
    filled === 0
      ? "which is empty now"
      : `in which ${counted(filled, "cell")} ${filled === 1 ? "has a value" : "have values"} now`;
  return {
    text: `Writes values to ${quoted(now.range)} of ${quoted(title)}, ${state}.`,
    // The written values aren't in a preview's input, so every value of the range counts.
    precondition: { title: quoted(title), range: now.range, before: checksumOf(now.values) },
  };
}

/** Previews the clearing of a range: how many values it has. */
export async function previewClear({ spreadsheetId = "", range = "" }: OfRange, provider: ReadPort): Promise<Preview> {
  const { title } = await readSpreadsheet(provider, spreadsheetId);
  const now = await readRange(provider, spreadsheetId, range);
  const removed = now.values.flat().filter(isValue).length;
  return {
    text: `Clears ${quoted(now.range)} of ${quoted(title)}, which has ${removed === 0 ? "no values" : counted(removed, "value")} now.`,
    precondition: { title: quoted(title), range: now.range, before: checksumOf(now.values) },
  };
}

/** Previews rows after a table. The table's content doesn't matter. */
export async function previewTable({ spreadsheetId = "", range = "" }: OfRange, provider: ReadPort): Promise<Preview> {
  const { title } = await readSpreadsheet(provider, spreadsheetId);
  return {
    text: `Appends rows to the table in ${quoted(range)} of ${quoted(title)}.`,
    precondition: { title: quoted(title) },
  };
}

/** Previews rows at the end of a sheet. The sheet's content doesn't matter. */
export async function previewRows({ spreadsheetId = "", sheetId = 0 }: OfSheet, provider: ReadPort): Promise<Preview> {
  const found = await readSpreadsheet(provider, spreadsheetId);
  const { title } = sheetIn(found, sheetId);
  return {
    text: `Appends rows to the sheet ${quoted(title)} of ${quoted(found.title)}.`,
    precondition: { title: quoted(found.title), sheet: quoted(title) },
  };
}

/** Previews a new sheet. */
export async function previewSheet(
  { spreadsheetId = "", title = "" }: OfSpreadsheet & { title?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const found = await readSpreadsheet(provider, spreadsheetId);
  if (found.sheets.some((one) => one.title.toLowerCase() === title.toLowerCase())) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "The spreadsheet already has a sheet with this name.",
    });
  }
  return {
    text: `Adds a sheet to ${quoted(found.title)}, which has ${counted(found.sheets.length, "sheet")} now.`,
    // A sheet that someone else adds doesn't make it a different spreadsheet.
    precondition: { title: quoted(found.title) },
  };
}

/** Previews a renamed, hidden or shown sheet. */
export async function previewSheetUpdate(
  {
    spreadsheetId = "",
    sheetId = 0,
    title,
    hidden,
  }: OfSheet & { title?: string | undefined; hidden?: boolean | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const found = await readSpreadsheet(provider, spreadsheetId);
  const now = sheetIn(found, sheetId);
  const words = [
    ...(title === undefined || title === now.title ? [] : ["renamed"]),
    ...(hidden === undefined || hidden === now.hidden ? [] : [hidden ? "hidden" : "shown"]),
  ];
  return {
    text: `The sheet ${quoted(now.title)} of ${quoted(found.title)} would be ${words.length === 0 ? "left unchanged" : listed(words)}.`,
    precondition: {
      title: quoted(found.title),
      sheet: quoted(now.title),
      hidden: hidden === undefined ? null : now.hidden,
    },
  };
}

/** Previews the deletion of this app's markers. */
export async function previewMarkers({ spreadsheetId = "" }: OfSpreadsheet, provider: ReadPort): Promise<Preview> {
  const { title } = await readSpreadsheet(provider, spreadsheetId);
  return {
    text: `Deletes this app's markers from ${quoted(title)}. Its values remain.`,
    precondition: { title: quoted(title) },
  };
}

type Spreadsheet = Static<typeof spreadsheet.schema>;

async function readSpreadsheet(provider: ReadPort, spreadsheetId: string): Promise<Spreadsheet> {
  return spreadsheet.read((await provider.read(spreadsheetRequest(spreadsheetId), { accept: [200] })).body);
}

/** @throws ProviderFailure `RESOURCE_NOT_FOUND` if the spreadsheet has no such sheet. */
function sheetIn({ sheets }: Spreadsheet, sheetId: number) {
  const found = sheets.find((one) => one.sheetId === sheetId);
  if (found !== undefined) return found;
  throw new ProviderFailure({ code: "RESOURCE_NOT_FOUND", detail: "The spreadsheet has no sheet with this id." });
}

function isValue(value: CellValue): boolean {
  return value !== null && value !== "";
}
