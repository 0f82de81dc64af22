/** The provider's manifest: its credentials and its actions. The operator lists the servers. */
import { defineProvider } from "@svc/provider-kit";
import { configActions } from "./actions/configs.ts";
import { projectActions } from "./actions/projects.ts";
import { secretActions } from "./actions/secrets.ts";
import { identityAuth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Infisical's secrets API, with the credential of a machine identity. */
export const infisical = defineProvider({
  slug: "infisical",
  name: "Infisical",
  logo,
  description: "Secrets in Infisical, in its cloud or on your own server, one secret at a time.",
  docsUrl: "https://infisical.com/docs/api-reference/endpoints/secrets/list",
  origin: "https://infisical.example.com",
  isSelfHosted: true,
  auth: [identityAuth],
  requestIdHeader: "x-request-id",
  refuse,
  judge,
  actions: [...projectActions, ...configActions, ...secretActions],
  translations,
});
