/** A simulator of the Google Drive API v1, written from its documentation and not from the client beside it. */
export { startGoogleDriveSimulator, tokens } from "./start.ts";
export type { GoogleDriveSimulator } from "./start.ts";
export type { GoogleDriveWorld } from "./world.ts";
