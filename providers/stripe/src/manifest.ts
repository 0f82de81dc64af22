/** What the provider is: where it lives, which credentials it takes, what it can do. */
import { defineProvider } from "@svc/provider-kit";
import { notesCreate } from "./actions/notes.create.ts";
import { notesGet } from "./actions/notes.get.ts";
import { keyAuth } from "./auth.ts";
import { refuse } from "./errors.ts";

/** Stripe by its REST API v1, with an API key. */
export const stripe = defineProvider({
  slug: "stripe",
  name: "Stripe",
  description: "Notes of an Stripe workspace.",
  docsUrl: "https://docs.stripe.example/api",
  origin: "https://api.stripe.example",
  auth: [keyAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [notesGet, notesCreate],
});
