/** The provider's manifest: origin, credentials and actions. */
import { defineProvider } from "@svc/provider-kit";
import { configActions } from "./actions/configs.ts";
import { projectActions } from "./actions/projects.ts";
import { secretActions } from "./actions/secrets.ts";
import { keyAuth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** The secrets of a Google Cloud project through the REST API, with the key of a service account. */
export const googleSecretManager = defineProvider({
  slug: "google-secret-manager",
  name: "Google Secret Manager",
  logo,
  description: "Secrets in a Google Cloud project, one at a time.",
  docsUrl: "https://cloud.google.com/secret-manager/docs/reference/rest",
  origin: "https://secretmanager.googleapis.com",
  auth: [keyAuth],
  // Google sends no such header.
  requestIdHeader: "x-request-id",
  responseHeaders: ["date"],
  refuse,
  judge,
  actions: [...projectActions, ...configActions, ...secretActions],
  translations,
});
