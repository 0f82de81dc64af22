/** A simulator of the Sheets API v4, written from its documentation and independently of the client. */
export type { Caller, Cell, StoredMetadata, StoredSheet } from "./model.ts";
export { app } from "./app.ts";
export { oauthApp, startGoogleSheetsSimulator, tokens } from "./start.ts";
export type { GoogleSheetsSimulator } from "./start.ts";
export { SheetsWorld } from "./world.ts";
export type { Switches } from "./world.ts";
