/** Finds a sheet in its spreadsheet. */
import type { ReadPort } from "@svc/provider-kit";
import type { Static } from "typebox";
import { spreadsheetRequest } from "./client.ts";
import { spreadsheet, type sheet } from "./resources.ts";

/** Reads a sheet's properties; null if the spreadsheet has none with this id. */
export async function readSheet(
  provider: ReadPort,
  spreadsheetId: string,
  sheetId: number,
): Promise<Static<typeof sheet.schema> | null> {
  const { body } = await provider.read(spreadsheetRequest(spreadsheetId), { accept: [200] });
  return spreadsheet.read(body).sheets.find((one) => one.sheetId === sheetId) ?? null;
}
