/** Builds the dependencies that the steps of an agent's sign-in share. */
import { createDocumentGet } from "../adapters/egress/document-get.ts";
import { createSealedTexts } from "../adapters/vault/sealed-texts.ts";
import { hasTokenForm, makeToken } from "../adapters/vault/token.ts";
import { refreshesBurst, refreshesPerSecond, type AgentSignInDeps } from "../domain/agent-sign-in/deps.ts";
import { createAgentHosts, documentMs } from "../domain/agent-sign-in/hosts.ts";
import { createAgentPages } from "../domain/agent-sign-in/pages.ts";
import { createRegistrationRate } from "../domain/agent-sign-in/registration.ts";
import { createTokenBuckets } from "../domain/limits/token-buckets.ts";
import type { Config } from "./config.ts";
import type { Resources } from "./resources.ts";
import { version } from "./version.ts";
import { webhookParts } from "./webhooks.ts";

/** Builds them. Documents of agents' hosts are fetched under the same address rules as webhooks. */
export function createAgentSignIn(given: {
  config: Config;
  resources: Resources;
  sandbox: boolean;
  keys: AgentSignInDeps["keys"];
  apiUrl: string;
}): AgentSignInDeps {
  const { config, resources, sandbox, keys, apiUrl } = given;
  const { store, vault, platform, machine, newId } = resources;
  const { urlRules: rules } = webhookParts(config, resources, sandbox);
  const fetchDocument = createDocumentGet({
    isAllowedAddress: rules.isAllowedAddress,
    userAgent: `svc/${version}`,
    accept: "application/json",
    timeoutMs: documentMs,
    machine,
  });
  return {
    store: store.agentSignIn,
    tokens: store.delegatedTokens,
    hosts: createAgentHosts({ fetchDocument, rules, store: store.agentSignIn, platform }),
    pages: createAgentPages(store.agentSignIn, platform),
    keys,
    refreshRate: createTokenBuckets(refreshesPerSecond, platform, { burst: refreshesBurst }),
    registrationRate: createRegistrationRate(platform),
    hashes: vault.hashes,
    requestSeals: createSealedTexts(vault.hashes, "agent-request", platform.randomBytes),
    makeSecret: (prefix, randomBytes = platform.randomBytes) => makeToken(prefix, randomBytes),
    hasSecretForm: hasTokenForm,
    platform,
    newId,
    apiUrl,
  };
}
