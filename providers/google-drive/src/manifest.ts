/** The provider's manifest: origin, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { aboutActions } from "./actions/about.ts";
import { documentActions } from "./actions/documents.ts";
import { fileActions } from "./actions/files.ts";
import { folderActions } from "./actions/folders.ts";
import { permissionActions } from "./actions/permissions.ts";
import { oauth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Google Drive through its API v3, with the token of an OAuth app. */
export const googleDrive = defineProvider({
  slug: "google-drive",
  name: "Google Drive",
  logo,
  description: "Files, folders and sharing in the connected user's Google Drive.",
  docsUrl: "https://developers.google.com/workspace/drive/api/reference/rest/v3",
  origin: "https://www.googleapis.com",
  auth: [oauth],
  requestIdHeader: "x-guploader-uploadid",
  limitStatuses: [403],
  refuse,
  judge,
  actions: [...fileActions, ...folderActions, ...documentActions, ...permissionActions, ...aboutActions],
  translations,
});
