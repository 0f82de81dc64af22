/** The provider's manifest: credentials and actions. The operator lists the vaults. */
import { defineProvider } from "@svc/provider-kit";
import { configsList } from "./actions/configs.list.ts";
import { projectsList } from "./actions/projects.list.ts";
import { secretsDelete } from "./actions/secrets.delete.ts";
import { secretsGet } from "./actions/secrets.get.ts";
import { secretsNamesList } from "./actions/secrets.names.list.ts";
import { secretsSet } from "./actions/secrets.set.ts";
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
  actions: [projectsList, configsList, secretsNamesList, secretsGet, secretsSet, secretsDelete],
  translations,
});
