/** Requests to the Sheets API v4 as data, one function per method of the API. Pure. */
import type { ProviderRequest } from "@svc/provider-kit";

/** The value of a cell in requests and answers. */
export type CellValue = string | number | boolean | null;

/** How Google interprets values: unchanged, or as if a person had typed them. */
export type ValueInput = "RAW" | "USER_ENTERED";

/** One request in a batch. All of a batch is applied, or nothing. */
export type BatchPart = Readonly<Record<string, unknown>>;

const spreadsheets = (...more: string[]) => ["v4", "spreadsheets", ...more];

/** The requested fields of `spreadsheets.get` and `spreadsheets.create`. No cells. */
const spreadsheetFields = "spreadsheetId,spreadsheetUrl,properties(title,locale,timeZone),sheets.properties";

/** `spreadsheets.get` */
export function spreadsheetRequest(spreadsheetId: string): ProviderRequest {
  return { method: "GET", path: spreadsheets(spreadsheetId), query: { fields: spreadsheetFields } };
}

/** `spreadsheets.create` */
export function newSpreadsheetRequest(body: Readonly<Record<string, unknown>>): ProviderRequest {
  return { method: "POST", path: spreadsheets(), query: { fields: spreadsheetFields }, json: body };
}

/** `spreadsheets.values.get` */
export function valuesRequest(spreadsheetId: string, range: string, valueRenderOption: string): ProviderRequest {
  return { method: "GET", path: spreadsheets(spreadsheetId, "values", range), query: { valueRenderOption } };
}

/** `spreadsheets.values.batchGet` */
export function rangesRequest(
  spreadsheetId: string,
  ranges: readonly string[],
  valueRenderOption: string,
): ProviderRequest {
  return { method: "GET", path: spreadsheets(spreadsheetId, "values:batchGet"), query: { ranges, valueRenderOption } };
}

/** `spreadsheets.values.update` */
export function updateValuesRequest(
  spreadsheetId: string,
  range: string,
  valueInputOption: ValueInput,
  values: readonly (readonly CellValue[])[],
): ProviderRequest {
  return {
    method: "PUT",
    path: spreadsheets(spreadsheetId, "values", range),
    query: { valueInputOption },
    json: { range, majorDimension: "ROWS", values },
  };
}

/** `spreadsheets.values.append`: after the table found in the range. */
export function appendValuesRequest(
  spreadsheetId: string,
  range: string,
  valueInputOption: ValueInput,
  values: readonly (readonly CellValue[])[],
): ProviderRequest {
  return {
    method: "POST",
    path: spreadsheets(spreadsheetId, "values", `${range}:append`),
    query: { valueInputOption, insertDataOption: "INSERT_ROWS" },
    json: { majorDimension: "ROWS", values },
  };
}

/** `spreadsheets.values.clear`: values, not formats. */
export function clearValuesRequest(spreadsheetId: string, range: string): ProviderRequest {
  return { method: "POST", path: spreadsheets(spreadsheetId, "values", `${range}:clear`), json: {} };
}

/** `spreadsheets.batchUpdate` */
export function batchRequest(spreadsheetId: string, requests: readonly BatchPart[]): ProviderRequest {
  return { method: "POST", path: spreadsheets(`${spreadsheetId}:batchUpdate`), json: { requests } };
}

/** `spreadsheets.developerMetadata.get` */
export function metadataRequest(spreadsheetId: string, metadataId: number): ProviderRequest {
  return { method: "GET", path: spreadsheets(spreadsheetId, "developerMetadata", String(metadataId)) };
}
