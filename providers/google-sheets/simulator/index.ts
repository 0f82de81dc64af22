/** A simulator of the Google Sheets API v1, written from its documentation and not from the client beside it. */
export { startGoogleSheetsSimulator, tokens } from "./start.ts";
export type { GoogleSheetsSimulator } from "./start.ts";
export type { GoogleSheetsWorld } from "./world.ts";
