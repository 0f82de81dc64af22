/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Google Sheets by its REST API v1, with an API key. */
export const googleSheets = defineProvider({
  slug: "google-sheets",
  name: "Google Sheets",
  description: "Notes of an Google Sheets workspace.",
  docsUrl: "https://docs.google-sheets.example/api",
  origin: "https://api.google-sheets.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
