/** A simulator of the Sheets API v4, written from its documentation and independently of the client. */
import { oauthApp } from "./start.ts";

export type { Caller, Cell, StoredMetadata, StoredSheet } from "./model.ts";
export { app } from "./app.ts";
export { oauthApp, startGoogleSheetsSimulator, tokens } from "./start.ts";
export type { GoogleSheetsSimulator } from "./start.ts";
export { SheetsWorld } from "./world.ts";
export type { Switches } from "./world.ts";
export { startGoogleSheetsSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: the sandbox's app. */
export const sandboxCredentials = {
  SVC_OAUTH_GOOGLE_SHEETS_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_GOOGLE_SHEETS_CLIENT_SECRET: oauthApp.clientSecret,
};
