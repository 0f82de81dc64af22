/** Every table, in the order in which they are created: a table comes after those that it references. */
import type { Table } from "./table.ts";
import {
  deployment,
  serviceClock,
  uncountedSpans,
  owners,
  restores,
  keyChecks,
  wrappedRootKeys,
  hashingKeys,
  oauthApps,
  describedProviders,
  eventSecrets,
  eventSecretWindows,
  operatorTokens,
  operatorSessions,
} from "./tables/deployment.ts";
import { logoutTokens, operatorPeople, operatorSignIns, personSessions } from "./tables/people.ts";
import { serviceClients, clientLogos, serviceKeys } from "./tables/service-clients.ts";
import {
  tenants,
  tenantKeys,
  connections,
  credentials,
  credentialRefreshes,
  receivedEvents,
} from "./tables/tenants.ts";
import {
  delegatedTokens,
  agentAssertions,
  agentAuthorizations,
  agentRefreshTokens,
  agentHosts,
} from "./tables/tokens.ts";
import { connectSessions, pendingCompletions, oauthFlows } from "./tables/connect-sessions.ts";
import { idempotencyKeys, executions, executionLooks } from "./tables/executions.ts";
import { proposals } from "./tables/proposals.ts";
import { journal, journalHeads, webhookEndpoints, webhookDeliveries } from "./tables/journal.ts";

/** The tables by topic. */
export const topics: Readonly<Record<string, readonly Table[]>> = {
  "The deployment": [deployment, serviceClock, uncountedSpans, owners, restores, describedProviders],
  "The vault's keys": [keyChecks, wrappedRootKeys, hashingKeys, oauthApps, eventSecrets, eventSecretWindows],
  "Service clients and their keys": [serviceClients, clientLogos, serviceKeys],
  Tenants: [tenants, tenantKeys],
  "Delegated tokens and sign-ins of agents": [
    delegatedTokens,
    agentAuthorizations,
    agentRefreshTokens,
    agentHosts,
    agentAssertions,
  ],
  Connections: [connections, credentials, credentialRefreshes, receivedEvents],
  "Connect sessions": [connectSessions, pendingCompletions, oauthFlows],
  "Idempotency keys and executions": [idempotencyKeys, executions, executionLooks],
  Proposals: [proposals],
  "The journal": [journalHeads, journal],
  Webhooks: [webhookEndpoints, webhookDeliveries],
  Operators: [operatorTokens, operatorSessions, operatorPeople, personSessions, operatorSignIns, logoutTokens],
};
