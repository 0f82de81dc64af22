/** The provider's manifest: origin, credentials and actions. */
import { defineProvider } from "@svc/provider-kit";
import { configsList } from "./actions/configs.list.ts";
import { projectsList } from "./actions/projects.list.ts";
import { secretsCreate } from "./actions/secrets.create.ts";
import { secretsDelete } from "./actions/secrets.delete.ts";
import { secretsGet } from "./actions/secrets.get.ts";
import { secretsNamesList } from "./actions/secrets.names.list.ts";
import { secretsSet } from "./actions/secrets.set.ts";
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
  actions: [projectsList, configsList, secretsNamesList, secretsGet, secretsCreate, secretsSet, secretsDelete],
  translations,
});
