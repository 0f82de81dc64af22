/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Linear by its REST API v1, with an API key. */
export const linear = defineProvider({
  slug: "linear",
  name: "Linear",
  description: "Notes of an Linear workspace.",
  docsUrl: "https://docs.linear.example/api",
  origin: "https://api.linear.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
