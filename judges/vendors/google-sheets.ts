/** Google's own client for Sheets. */
export { auth, sheets, type sheets_v4 } from "@googleapis/sheets";
