/** Creates the services for people: operators at the console, and users who let an agent sign in. */
import { createIssuerExchange } from "../adapters/egress/issuer-exchange.ts";
import type { MachineNotes } from "../domain/machine/watch.ts";
import { createIssuer, issuerTimeoutMs, type Issuer } from "../domain/operator-sign-in/issuer.ts";
import type { IssuerSettings } from "../domain/operator-sign-in/port.ts";
import type { Platform } from "../platform.ts";
import type { Config } from "./config.ts";
import { createCompanySignIn, type CompanySignIn } from "../domain/operator-sign-in/sign-in.ts";
import { createDocumentGet } from "../adapters/egress/document-get.ts";
import { createSealedTexts } from "../adapters/vault/sealed-texts.ts";
import { hasTokenForm, makeToken } from "../adapters/vault/service-key.ts";
import {
  type AgentSignInDeps,
  proofsBurst,
  proofsPerSecond,
  refreshesBurst,
  refreshesPerSecond,
} from "../domain/agent-sign-in/deps.ts";
import { createAgentHosts, documentMs } from "../domain/agent-sign-in/hosts.ts";
import { createAgentPages } from "../domain/agent-sign-in/pages.ts";
import { createRegistrationRate } from "../domain/agent-sign-in/registration.ts";
import type { Administration } from "../domain/administration/port.ts";
import type { Actor } from "../domain/journal/port.ts";
import { createTokenBuckets } from "../domain/limits/rates.ts";
import { createDashboard, type Dashboard } from "../domain/operators/dashboard.ts";
import { createOverview, type Overview } from "../domain/operators/overview.ts";
import { createSearch, type Search } from "../domain/operators/search.ts";
import { createOperatorSessions, type OperatorSessions } from "../domain/operators/sessions.ts";
import { createOperatorTokens, type OperatorTokens } from "../domain/operators/tokens.ts";
import type { FactsDeps } from "../domain/proposals/facts.ts";
import { createServiceClients, type ServiceClients } from "../domain/service-clients/service-clients.ts";
import { createWebhookOperations, type WebhookOperations } from "../domain/webhooks/operating.ts";
import { administrationBy, type DescribedServices } from "./administration.ts";
import type { Ground } from "./ground.ts";
import { version } from "./own-process.ts";
import { documentUrlRules } from "./webhooks.ts";
import { createOperatorSecrets, createPersonSecrets } from "./secrets.ts";

type OperatorServices = {
  operatorSessions: OperatorSessions;
  /** Null if operators sign in only with tokens. */
  companySignIn: CompanySignIn | null;
  dashboard: Dashboard;
  overview: Overview;
  search: Search;
  listOperatorTokens: OperatorTokens["list"];
  /** Operations on service clients for an operator. @param actor for the audit trail. */
  serviceClientsBy: (actor: Actor) => ServiceClients;
  /** Operations on webhook endpoints for an operator. @param actor for the audit trail. */
  webhookOperationsBy: (actor: Actor) => WebhookOperations;
  /** Everything that the admin API does. @param actor for the audit trail. */
  administrationBy: (actor: Actor) => Administration;
};

/**
 * Creates the services for operators. Once used, `operatorSessions` has a timer.
 * @param facts for pages of proposals.
 * @param described for providers that are described by data.
 */
export function createOperatorServices(
  ground: Pick<Ground, "resources" | "audit" | "serviceKeys" | "cursors" | "config" | "sandbox" | "registry" | "coded">,
  facts: FactsDeps,
  described: DescribedServices,
): OperatorServices {
  const { resources, audit, serviceKeys, cursors } = ground;
  const { store, vault, platform, newId } = resources;
  const clients = { store: store.serviceClients, keys: serviceKeys, audit, platform, newId, known: () => [] };
  const webhooks = { store: store.webhooks, events: store.events, audit, platform };
  return {
    operatorSessions: createOperatorSessions({
      store: store.operators,
      secrets: createOperatorSecrets(vault.hashes, platform),
      audit,
      platform,
    }),
    companySignIn: createCompany(ground),
    dashboard: createDashboard({ store: store.dashboard, unknownOutcomes: store.unknownOutcomes, platform }),
    overview: createOverview({
      store: store.overview,
      trail: store.audit,
      cursors,
      platform,
      proposals: store.proposals,
      facts,
    }),
    listOperatorTokens: createOperatorTokens({
      store: store.operators,
      secrets: createOperatorSecrets(vault.hashes, platform),
      platform,
    }).list,
    search: createSearch({ store: store.search, oauthApps: store.oauthApps }),
    serviceClientsBy: (actor) => createServiceClients({ ...clients, actor }),
    webhookOperationsBy: (actor) => createWebhookOperations({ ...webhooks, actor }),
    administrationBy: administrationBy(ground, described),
  };
}

/** Creates the identity provider of the settings. Nothing is sent before it is used. */
export function reachIssuer(
  settings: IssuerSettings,
  { extraCa, egressProxy }: Pick<Config, "extraCa" | "egressProxy">,
  { sandbox, platform, machine }: { sandbox: boolean; platform: Platform; machine?: MachineNotes },
): Issuer {
  const send = createIssuerExchange({
    userAgent: `svc/${version}`,
    monotonicMs: platform.monotonicMs,
    timeoutMs: issuerTimeoutMs,
    extraCa,
    proxy: sandbox ? null : egressProxy,
    ...(machine === undefined ? {} : { machine }),
  });
  return createIssuer(settings, { send, platform });
}

function createCompany({
  config,
  sandbox,
  resources,
  audit,
}: Pick<Ground, "config" | "sandbox" | "resources" | "audit">): CompanySignIn | null {
  const { issuer: settings } = config;
  if (settings === null) return null;
  const { store, vault, platform, machine } = resources;
  const issuer = reachIssuer(settings, config, { sandbox, platform, machine });
  const secrets = createPersonSecrets(vault.hashes, platform);
  return createCompanySignIn({ store: store.people, secrets, issuer, settings, audit, platform });
}

/** Creates the dependencies of sign-ins. Documents of agents' hosts come from public addresses only. */
export function createAgentSignIn(
  ground: Pick<Ground, "config" | "resources" | "sandbox" | "serviceKeys" | "apiUrl">,
): AgentSignInDeps {
  const { config, resources, sandbox, serviceKeys: keys, apiUrl } = ground;
  const { store, vault, platform, machine, newId } = resources;
  const rules = documentUrlRules(config, sandbox);
  const fetchDocument = createDocumentGet({
    isAllowedAddress: rules.isAllowedAddress,
    userAgent: `svc/${version}`,
    accept: "application/json",
    timeoutMs: documentMs,
    machine,
    proxy: sandbox ? null : config.egressProxy,
  });
  return {
    store: store.agentSignIn,
    tokens: store.delegatedTokens,
    hosts: createAgentHosts({ fetchDocument, rules, store: store.agentSignIn, platform }),
    pages: createAgentPages(store.agentSignIn, platform),
    keys,
    refreshRate: createTokenBuckets(refreshesPerSecond, platform, { burst: refreshesBurst }),
    registrationRate: createRegistrationRate(platform),
    proofRate: createTokenBuckets(proofsPerSecond, platform, { burst: proofsBurst }),
    urlRules: rules,
    hashes: vault.hashes,
    requestSeals: createSealedTexts(vault.hashes, "agent-request", platform.randomBytes),
    makeSecret: (prefix, randomBytes = platform.randomBytes) => makeToken(prefix, randomBytes, platform.cellMark()),
    hasSecretForm: hasTokenForm,
    platform,
    newId,
    apiUrl,
  };
}
