/** The provider's manifest: its credentials and its actions. The operator lists the servers. */
import { defineProvider } from "@svc/provider-kit";
import { configActions } from "./actions/configs.ts";
import { projectActions } from "./actions/projects.ts";
import { secretActions } from "./actions/secrets.ts";
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
  actions: [...projectActions, ...configActions, ...secretActions].map(tellingDeadToken),
  translations,
});
