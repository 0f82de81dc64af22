/** The provider's manifest: credentials and actions. The operator lists the vaults. */
import { defineProvider } from "@svc/provider-kit";
import { configActions } from "./actions/configs.ts";
import { projectActions } from "./actions/projects.ts";
import { secretActions } from "./actions/secrets.ts";
import { appAuth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** The secrets of a key vault through its REST API, with the client secret of an app registration. */
export const azureKeyVault = defineProvider({
  slug: "azure-key-vault",
  name: "Azure Key Vault",
  logo,
  description: "Secrets in an Azure key vault, one at a time.",
  docsUrl: "https://learn.microsoft.com/en-us/rest/api/keyvault/secrets/operation-groups",
  origin: "https://harbor-prod.vault.azure.net",
  isSelfHosted: true,
  auth: [appAuth],
  requestIdHeader: "x-ms-request-id",
  refuse,
  judge,
  actions: [...projectActions, ...configActions, ...secretActions],
  translations,
});
