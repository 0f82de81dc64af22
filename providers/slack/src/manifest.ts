/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Slack by its REST API v1, with an API key. */
export const slack = defineProvider({
  slug: "slack",
  name: "Slack",
  description: "Notes of an Slack workspace.",
  docsUrl: "https://docs.slack.example/api",
  origin: "https://api.slack.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
