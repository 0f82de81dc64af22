/** The provider's definition: its address, credentials and actions. */
import { defineProvider } from "@svc/provider-kit";
import { noteActions } from "./actions/notes.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Acme Notes, through its REST API v1, with an API key. */
export const acmeNotes = defineProvider({
  slug: "acme-notes",
  name: "Acme Notes",
  description: "Notes of an Acme Notes workspace.",
  docsUrl: "https://docs.acme-notes.example/api",
  origin: "https://api.acme-notes.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: noteActions,
});
