/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Notion by its REST API v1, with an API key. */
export const notion = defineProvider({
  slug: "notion",
  name: "Notion",
  description: "Notes of an Notion workspace.",
  docsUrl: "https://docs.notion.example/api",
  origin: "https://api.notion.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
