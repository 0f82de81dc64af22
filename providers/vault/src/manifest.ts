/** The provider's manifest: its credentials and its actions. The operator lists the servers. */
import { defineProvider } from "@svc/provider-kit";
import { configsList } from "./actions/configs.list.ts";
import { projectsList } from "./actions/projects.list.ts";
import { secretsDelete } from "./actions/secrets.delete.ts";
import { secretsGet } from "./actions/secrets.get.ts";
import { secretsNamesList } from "./actions/secrets.names.list.ts";
import { secretsSet } from "./actions/secrets.set.ts";
import { vaultAuth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { tellingDeadToken } from "./own-token.ts";
import { translations } from "./translations.ts";

/** The HTTP API of Vault's KV version 2, with an AppRole or a token. */
export const vault = defineProvider({
  slug: "vault",
  name: "Vault",
  logo,
  description: "Secrets in HashiCorp Vault (KV version 2) and OpenBao, one secret at a time.",
  docsUrl: "https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2",
  origin: "https://vault.example.com:8200",
  isSelfHosted: true,
  auth: [vaultAuth],
  requestIdHeader: "x-request-id",
  responseHeaders: ["date"],
  refuse,
  judge,
  actions: [projectsList, configsList, secretsNamesList, secretsGet, secretsSet, secretsDelete].map(tellingDeadToken),
  translations,
});
