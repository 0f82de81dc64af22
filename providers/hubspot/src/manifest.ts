/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Hubspot by its REST API v1, with an API key. */
export const hubspot = defineProvider({
  slug: "hubspot",
  name: "Hubspot",
  description: "Notes of an Hubspot workspace.",
  docsUrl: "https://docs.hubspot.example/api",
  origin: "https://api.hubspot.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
