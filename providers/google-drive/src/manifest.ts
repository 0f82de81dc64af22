/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Google Drive by its REST API v1, with an API key. */
export const googleDrive = defineProvider({
  slug: "google-drive",
  name: "Google Drive",
  description: "Notes of an Google Drive workspace.",
  docsUrl: "https://docs.google-drive.example/api",
  origin: "https://api.google-drive.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
