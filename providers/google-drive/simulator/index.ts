/** A simulator of the Drive API v3, written from its documentation and independently of the client. */
import { oauthApp } from "./start.ts";

export type { Caller, StoredFile, StoredPermission } from "./model.ts";
export { app } from "./app.ts";
export { oauthApp, startGoogleDriveSimulator, tokens } from "./start.ts";
export type { GoogleDriveSimulator } from "./start.ts";
export { DriveWorld } from "./world.ts";
export type { Switches } from "./world.ts";
export { startGoogleDriveSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: the sandbox's app. */
export const sandboxCredentials = {
  SVC_OAUTH_GOOGLE_DRIVE_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_GOOGLE_DRIVE_CLIENT_SECRET: oauthApp.clientSecret,
};
