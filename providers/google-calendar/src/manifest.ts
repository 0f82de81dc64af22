/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Google Calendar by its REST API v1, with an API key. */
export const googleCalendar = defineProvider({
  slug: "google-calendar",
  name: "Google Calendar",
  description: "Notes of an Google Calendar workspace.",
  docsUrl: "https://docs.google-calendar.example/api",
  origin: "https://api.google-calendar.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
