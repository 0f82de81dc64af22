/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Gmail by its REST API v1, with an API key. */
export const gmail = defineProvider({
  slug: "gmail",
  name: "Gmail",
  description: "Notes of an Gmail workspace.",
  docsUrl: "https://docs.gmail.example/api",
  origin: "https://api.gmail.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
