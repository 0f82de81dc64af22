/** An example request and response for each operation, for the API description and the docs. */
import type { OperationId } from "../operations.ts";
import { eventExamples } from "./event-examples.ts";
import { execution, issue, openedIssue, resolvedExecution, settledExecution } from "./execution.ts";
import { frontendExamples } from "./frontend-examples.ts";
import { mcpExamples } from "./mcp-examples.ts";
import { approvedProposal, policyVerdict, proposal } from "./proposal.ts";
import {
  action,
  actionEvidence,
  actionMatch,
  agentAuthorization,
  auditEvent,
  completedSession,
  connection,
  delegatedToken,
  eventType,
  exampleIds,
  exampleKey,
  provider,
  serviceClient,
  session,
  tenant,
  tenantProvider,
} from "./resources.ts";
import type { OperationExample } from "./operation-example.ts";

const ofTenant = { tenant_id: exampleIds.tenant };
const ofSession = { ...ofTenant, session_id: exampleIds.session };
const ofConnection = { ...ofTenant, connection_id: exampleIds.connection };
const ofToken = { delegated_token_id: exampleIds.delegatedToken };
const ofAuthorization = { agent_authorization_id: exampleIds.agentAuthorization };
const continueUrl = `https://svc.example.com/oauth/continue?agent_authorization=${exampleIds.agentAuthorization}&secret=aas_example`;
const ofProposal = { ...ofTenant, proposal_id: exampleIds.proposal };
const nothing = { params: null, query: null, body: null } as const;
const lastPage = { nextCursor: null };
const match = { ...actionMatch, evidence: actionEvidence, requiredScopes: [...actionMatch.requiredScopes] };

/** Requests and responses of every operation, by its `operationId`. */
export const operationExamples: { readonly [Id in OperationId]: OperationExample<Id> } = {
  getServiceClient: { ...nothing, response: serviceClient },
  createTenant: { ...nothing, body: { externalId: "acme", displayName: "Acme Inc.", label: "eu" }, response: tenant },
  listTenants: { ...nothing, query: { externalId: "acme" }, response: { tenants: [tenant], ...lastPage } },
  getTenant: { ...nothing, params: ofTenant, response: tenant },
  updateTenant: {
    ...nothing,
    params: ofTenant,
    body: { displayName: "Acme Ltd." },
    response: { ...tenant, displayName: "Acme Ltd." },
  },
  deleteTenant: { ...nothing, params: ofTenant, query: {}, response: null },

  listCatalogProviders: { ...nothing, response: { providers: [provider] } },
  getCatalogProvider: {
    ...nothing,
    params: { slug: "github" },
    response: { ...provider, actions: [action], events: [eventType] },
  },
  searchCatalogActions: { ...nothing, query: { query: "create issue" }, response: { actions: [match] } },
  listProviders: { ...nothing, params: ofTenant, response: { providers: [tenantProvider] } },
  getProvider: {
    ...nothing,
    params: { ...ofTenant, slug: "github" },
    response: { ...tenantProvider, actions: [action], events: [eventType] },
  },
  searchActions: { ...nothing, params: ofTenant, query: { query: "create issue" }, response: { actions: [match] } },
  listActions: { ...nothing, params: { ...ofTenant, slug: "github" }, response: { actions: [action] } },
  getAction: { ...nothing, params: { ...ofTenant, slug: "github", action_id: "issues.create" }, response: action },

  createConnectSession: {
    ...nothing,
    params: ofTenant,
    body: {
      provider: session.provider,
      authKind: session.authKind,
      allowedOrigin: session.allowedOrigin,
      returnUrl: session.returnUrl,
      requestedActions: session.requestedActions,
      completion: session.completion,
    },
    response: { ...session, evidenceGaps: [], token: "cst_…" },
  },
  listConnectSessions: {
    ...nothing,
    params: ofTenant,
    query: { status: "completed" },
    response: { connectSessions: [completedSession], ...lastPage },
  },
  getConnectSession: { ...nothing, params: ofSession, response: completedSession },
  cancelConnectSession: { ...nothing, params: ofSession, response: { ...session, status: "cancelled" } },
  completeConnectSession: {
    ...nothing,
    params: ofSession,
    body: { completionCode: "cc_…" },
    response: completedSession,
  },

  listConnections: {
    ...nothing,
    params: ofTenant,
    query: { provider: "github" },
    response: { connections: [connection], ...lastPage },
  },
  importConnection: {
    ...nothing,
    params: ofTenant,
    body: {
      provider: "github",
      authKind: "oauth2_authorization_code",
      requestedActions: ["issues.list", "issues.create", "user.get"],
      credential: { accessToken: "gho_…", scopes: ["repo"] },
    },
    response: {
      dryRun: false,
      account: connection.account,
      grantedActions: connection.grantedActions,
      connection: { ...connection, origin: "import", lastTestedAt: null, updatedAt: connection.createdAt },
    },
  },
  getConnection: { ...nothing, params: ofConnection, response: connection },
  disconnectConnection: {
    ...nothing,
    params: ofConnection,
    response: { ...connection, status: "disconnected", updatedAt: "2026-11-03T16:40:12.509Z" },
  },
  testConnection: {
    ...nothing,
    params: ofConnection,
    response: { ok: true, checkedAt: "2026-11-02T09:58:20.664Z", account: connection.account, error: null },
  },

  executeAction: {
    ...nothing,
    params: { ...ofConnection, action_id: "issues.create" },
    body: { input: issue },
    response: { execution, output: openedIssue },
  },
  listExecutions: {
    ...nothing,
    params: ofTenant,
    query: { idempotencyKey: exampleKey },
    response: { executions: [execution], ...lastPage },
  },
  summarizeExecutions: {
    ...nothing,
    params: ofTenant,
    query: { since: "2026-11-01T00:00:00.000Z", until: "2026-11-08T00:00:00.000Z" },
    response: {
      since: "2026-11-01T00:00:00.000Z",
      until: "2026-11-08T00:00:00.000Z",
      countedSince: null,
      counts: [
        { provider: "github", action_id: "issues.create", status: "succeeded", count: 41 },
        { provider: "github", action_id: "issues.create", status: "outcome_unknown", count: 1 },
      ],
    },
  },
  getExecution: { ...nothing, params: { ...ofTenant, execution_id: exampleIds.execution }, response: execution },
  settleExecution: {
    ...nothing,
    params: { ...ofTenant, execution_id: exampleIds.unknownExecution },
    response: settledExecution,
  },
  resolveExecution: {
    ...nothing,
    params: { ...ofTenant, execution_id: exampleIds.unknownExecution },
    body: { outcome: "succeeded", note: "Issue #1348 exists." },
    response: resolvedExecution,
  },

  proposeAction: {
    ...nothing,
    params: { ...ofConnection, action_id: "issues.create" },
    body: { input: issue },
    response: { proposal: { ...proposal, askedBy: { layer: null, rule: null } } },
  },
  listProposals: {
    ...nothing,
    params: ofTenant,
    query: { status: "pending" },
    response: { proposals: [proposal], ...lastPage },
  },
  getProposal: { ...nothing, params: ofProposal, response: proposal },
  decideProposal: {
    ...nothing,
    params: ofProposal,
    body: {
      decision: "approve",
      digest: proposal.digest,
      decidedBy: "maria@example.com",
      reason: "Known regression.",
    },
    response: approvedProposal,
  },
  testPolicy: {
    ...nothing,
    params: ofTenant,
    body: { connection_id: exampleIds.connection, action_id: "issues.create", input: issue },
    response: policyVerdict,
  },

  createDelegatedToken: {
    ...nothing,
    body: {
      tenant_id: exampleIds.tenant,
      connections: [exampleIds.connection],
      actions: ["github/issues.*"],
      maxEffect: "write",
      maxExecutions: 20,
      subject: "user-318",
      agent: "triage-bot",
      label: "ticket-4711",
    },
    response: { ...delegatedToken, token: "svc_dt_…" },
  },
  listDelegatedTokens: {
    ...nothing,
    query: { label: "ticket-4711" },
    response: { delegatedTokens: [delegatedToken], ...lastPage },
  },
  getDelegatedToken: { ...nothing, params: ofToken, response: delegatedToken },
  revokeDelegatedToken: {
    ...nothing,
    params: ofToken,
    response: { ...delegatedToken, status: "revoked", revokedAt: "2026-11-02T10:20:00.118Z" },
  },
  revokeDelegatedTokens: { ...nothing, body: { label: "ticket-4711" }, response: { revoked: 1 } },

  getAgentAuthorization: { ...nothing, params: ofAuthorization, response: agentAuthorization },
  approveAgentAuthorization: {
    ...nothing,
    params: ofAuthorization,
    body: { tenant_id: exampleIds.tenant, subject: "user-318", actions: ["github/issues.*"], maxEffect: "write" },
    response: { continueUrl },
  },
  denyAgentAuthorization: { ...nothing, params: ofAuthorization, response: { continueUrl } },

  ...eventExamples,
  listAuditEvents: {
    ...nothing,
    query: { type: "credential.used" },
    response: { auditEvents: [auditEvent], ...lastPage },
  },

  ...frontendExamples,
  ...mcpExamples,

  getHealth: { ...nothing, response: { status: "ok" } },
  getReadiness: { ...nothing, response: { status: "ready", sandbox: false } },
  getLlmsText: { ...nothing, response: "# svc\n\n> A self-hosted integration service.\n" },
  getLlmsFullText: { ...nothing, response: "# svc\n\nA self-hosted integration service.\n" },
  getOpenApi: { ...nothing, response: { openapi: "3.1.0", info: { title: "svc", version: "0.1.0" } } },
};
