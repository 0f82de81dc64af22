/** The provider's manifest: origin, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { aboutGet } from "./actions/about.get.ts";
import { documentsCreate } from "./actions/documents.create.ts";
import { filesCopy } from "./actions/files.copy.ts";
import { filesCreate } from "./actions/files.create.ts";
import { filesGet } from "./actions/files.get.ts";
import { filesList } from "./actions/files.list.ts";
import { filesSearch } from "./actions/files.search.ts";
import { filesText } from "./actions/files.text.ts";
import { filesUpdate } from "./actions/files.update.ts";
import { foldersCreate } from "./actions/folders.create.ts";
import { permissionsCreate } from "./actions/permissions.create.ts";
import { permissionsDelete } from "./actions/permissions.delete.ts";
import { permissionsList } from "./actions/permissions.list.ts";
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
  actions: [
    filesList,
    filesSearch,
    filesGet,
    filesText,
    foldersCreate,
    filesCreate,
    documentsCreate,
    filesUpdate,
    filesCopy,
    permissionsList,
    permissionsCreate,
    permissionsDelete,
    aboutGet,
  ],
  translations,
});
