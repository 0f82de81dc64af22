/** The provider's definition: its address, credentials and actions. */
import { defineProvider } from "@svc/provider-kit";
import { noteActions } from "./actions/notes.ts";
import { oauth } from "./auth.ts";
import { refuse } from "../../template/src/errors.ts";

/** Acme Notes, through its REST API v1, with OAuth. */
export const acmeNotes = defineProvider({
  slug: "acme-notes",
  name: "Acme Notes",
  description: "Notes of an Acme Notes workspace.",
  docsUrl: "https://docs.acme-notes.example/api",
  origin: "https://api.acme-notes.example",
  auth: [oauth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: noteActions,
});
