/** A simulator of the Drive API v3, written from its documentation and independently of the client. */
export type { Caller, StoredFile, StoredPermission } from "./model.ts";
export { app } from "./app.ts";
export { oauthApp, startGoogleDriveSimulator, tokens } from "./start.ts";
export type { GoogleDriveSimulator } from "./start.ts";
export { DriveWorld } from "./world.ts";
export type { Switches } from "./world.ts";
