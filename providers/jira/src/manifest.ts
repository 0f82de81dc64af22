/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Jira by its REST API v1, with an API key. */
export const jira = defineProvider({
  slug: "jira",
  name: "Jira",
  description: "Notes of an Jira workspace.",
  docsUrl: "https://docs.jira.example/api",
  origin: "https://api.jira.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
