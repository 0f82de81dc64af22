/** Every table, in the order in which they are created: a table comes after those that it references. */
import type { Table } from "./table.ts";
import { deployment, serviceClock, uncountedSpans, owners, restores } from "./tables/deployment.ts";
import { keyChecks, hashingKeys, oauthApps } from "./tables/vault-keys.ts";
import { serviceClients, clientLogos, serviceKeys } from "./tables/service-clients.ts";
import { tenants, tenantKeys } from "./tables/tenants.ts";
import { delegatedTokens, agentAuthorizations, agentRefreshTokens, agentHosts } from "./tables/tokens.ts";
import { connections, credentials, credentialRefreshes } from "./tables/connections.ts";
import { connectSessions, pendingCompletions, oauthFlows } from "./tables/connect-sessions.ts";
import { idempotencyKeys, executions, executionLooks } from "./tables/executions.ts";
import { proposals } from "./tables/proposals.ts";
import { journal, journalHeads } from "./tables/journal.ts";
import { webhookEndpoints, webhookDeliveries } from "./tables/webhooks.ts";
import { operatorTokens, operatorSessions } from "./tables/operators.ts";

/** The tables by topic. */
export const topics: Readonly<Record<string, readonly Table[]>> = {
  "The deployment": [deployment, serviceClock, uncountedSpans, owners, restores],
  "The vault's keys": [keyChecks, hashingKeys, oauthApps],
  "Service clients and their keys": [serviceClients, clientLogos, serviceKeys],
  Tenants: [tenants, tenantKeys],
  "Delegated tokens and sign-ins of agents": [delegatedTokens, agentAuthorizations, agentRefreshTokens, agentHosts],
  Connections: [connections, credentials, credentialRefreshes],
  "Connect sessions": [connectSessions, pendingCompletions, oauthFlows],
  "Idempotency keys and executions": [idempotencyKeys, executions, executionLooks],
  Proposals: [proposals],
  "The journal": [journalHeads, journal],
  Webhooks: [webhookEndpoints, webhookDeliveries],
  Operators: [operatorTokens, operatorSessions],
};
