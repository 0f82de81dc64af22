/** The provider's manifest: origins, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { metadataActions } from "./actions/metadata.ts";
import { rowActions } from "./actions/rows.ts";
import { sheetActions } from "./actions/sheets.ts";
import { spreadsheetActions } from "./actions/spreadsheets.ts";
import { valueActions } from "./actions/values.ts";
import { oauth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Google Sheets through its API v4, with the token of an OAuth app. */
export const googleSheets = defineProvider({
  slug: "google-sheets",
  name: "Google Sheets",
  logo,
  description: "Values, rows and sheets in the connected user's Google spreadsheets.",
  docsUrl: "https://developers.google.com/workspace/sheets/api/reference/rest",
  origin: "https://sheets.googleapis.com",
  origins: { account: "https://www.googleapis.com" },
  auth: [oauth],
  requestIdHeader: "x-request-id",
  limitStatuses: [403],
  refuse,
  actions: [...spreadsheetActions, ...valueActions, ...rowActions, ...sheetActions, ...metadataActions],
  translations,
});
