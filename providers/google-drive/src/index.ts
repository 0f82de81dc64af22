/** The Google Drive provider. */
export { googleDrive } from "./manifest.ts";
