/** The provider's manifest: origins, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { metadataClear } from "./actions/metadata.clear.ts";
import { metadataGet } from "./actions/metadata.get.ts";
import { rowsAppend } from "./actions/rows.append.ts";
import { sheetsAdd } from "./actions/sheets.add.ts";
import { sheetsUpdate } from "./actions/sheets.update.ts";
import { spreadsheetsCreate } from "./actions/spreadsheets.create.ts";
import { spreadsheetsGet } from "./actions/spreadsheets.get.ts";
import { valuesAppend } from "./actions/values.append.ts";
import { valuesBatchGet } from "./actions/values.batchGet.ts";
import { valuesClear } from "./actions/values.clear.ts";
import { valuesGet } from "./actions/values.get.ts";
import { valuesUpdate } from "./actions/values.update.ts";
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
  actions: [
    spreadsheetsGet,
    spreadsheetsCreate,
    valuesGet,
    valuesBatchGet,
    valuesUpdate,
    valuesAppend,
    rowsAppend,
    valuesClear,
    sheetsAdd,
    sheetsUpdate,
    metadataGet,
    metadataClear,
  ],
  translations,
});
