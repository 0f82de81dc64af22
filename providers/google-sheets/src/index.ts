/** The Google Sheets provider. */
export { googleSheets } from "./manifest.ts";
