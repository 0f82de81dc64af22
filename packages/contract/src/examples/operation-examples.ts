/** An example request and response for each operation, for the API description and the docs. */
import type { AnswerOf, BodyOf, OperationId, ParamsOf, QueryOf } from "../operations.ts";
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
  exampleIds,
  exampleKey,
  provider,
  serviceClient,
  session,
  tenant,
  tenantProvider,
} from "./resources.ts";

/** A request with plausible values, and its response. A part is null if the operation has none. */
export type OperationExample<Id extends OperationId> = {
  readonly params: ParamsOf<Id> extends undefined ? null : ParamsOf<Id>;
  /** Only the most common parameters. */
  readonly query: QueryOf<Id> extends undefined ? null : QueryOf<Id>;
  readonly body: BodyOf<Id> extends undefined ? null : BodyOf<Id>;
  readonly answer: AnswerOf<Id> extends undefined ? null : AnswerOf<Id>;
};

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

/** The examples by operation. */
export const operationExamples: { readonly [Id in OperationId]: OperationExample<Id> } = {
  getServiceClient: { ...nothing, answer: serviceClient },
  createTenant: { ...nothing, body: { externalId: "acme", displayName: "Acme Inc.", label: "eu" }, answer: tenant },
  listTenants: { ...nothing, query: { externalId: "acme" }, answer: { tenants: [tenant], ...lastPage } },
  getTenant: { ...nothing, params: ofTenant, answer: tenant },
  updateTenant: {
    ...nothing,
    params: ofTenant,
    body: { displayName: "Acme Ltd." },
    answer: { ...tenant, displayName: "Acme Ltd." },
  },
  deleteTenant: { ...nothing, params: ofTenant, query: {}, answer: null },

  listCatalogProviders: { ...nothing, answer: { providers: [provider] } },
  getCatalogProvider: { ...nothing, params: { slug: "github" }, answer: { ...provider, actions: [action] } },
  searchCatalogActions: { ...nothing, query: { query: "create issue" }, answer: { actions: [match] } },
  listProviders: { ...nothing, params: ofTenant, answer: { providers: [tenantProvider] } },
  getProvider: {
    ...nothing,
    params: { ...ofTenant, slug: "github" },
    answer: { ...tenantProvider, actions: [action] },
  },
  searchActions: { ...nothing, params: ofTenant, query: { query: "create issue" }, answer: { actions: [match] } },
  listActions: { ...nothing, params: { ...ofTenant, slug: "github" }, answer: { actions: [action] } },
  getAction: { ...nothing, params: { ...ofTenant, slug: "github", action_id: "issues.create" }, answer: action },

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
    answer: { ...session, evidenceGaps: [], token: "cst_…" },
  },
  listConnectSessions: {
    ...nothing,
    params: ofTenant,
    query: { status: "completed" },
    answer: { connectSessions: [completedSession], ...lastPage },
  },
  getConnectSession: { ...nothing, params: ofSession, answer: completedSession },
  cancelConnectSession: { ...nothing, params: ofSession, answer: { ...session, status: "cancelled" } },
  completeConnectSession: {
    ...nothing,
    params: ofSession,
    body: { completionCode: "cc_…" },
    answer: completedSession,
  },

  listConnections: {
    ...nothing,
    params: ofTenant,
    query: { provider: "github" },
    answer: { connections: [connection], ...lastPage },
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
    answer: {
      dryRun: false,
      account: connection.account,
      grantedActions: connection.grantedActions,
      connection: { ...connection, origin: "import", lastTestedAt: null, updatedAt: connection.createdAt },
    },
  },
  getConnection: { ...nothing, params: ofConnection, answer: connection },
  disconnectConnection: {
    ...nothing,
    params: ofConnection,
    answer: { ...connection, status: "disconnected", updatedAt: "2026-11-03T16:40:12.509Z" },
  },
  testConnection: {
    ...nothing,
    params: ofConnection,
    answer: { ok: true, checkedAt: "2026-11-02T09:58:20.664Z", account: connection.account, error: null },
  },

  executeAction: {
    ...nothing,
    params: { ...ofConnection, action_id: "issues.create" },
    body: { input: issue },
    answer: { execution, output: openedIssue },
  },
  listExecutions: {
    ...nothing,
    params: ofTenant,
    query: { idempotencyKey: exampleKey },
    answer: { executions: [execution], ...lastPage },
  },
  getExecution: { ...nothing, params: { ...ofTenant, execution_id: exampleIds.execution }, answer: execution },
  settleExecution: {
    ...nothing,
    params: { ...ofTenant, execution_id: exampleIds.unknownExecution },
    answer: settledExecution,
  },
  resolveExecution: {
    ...nothing,
    params: { ...ofTenant, execution_id: exampleIds.unknownExecution },
    body: { outcome: "succeeded", note: "Issue #1348 exists." },
    answer: resolvedExecution,
  },

  proposeAction: {
    ...nothing,
    params: { ...ofConnection, action_id: "issues.create" },
    body: { input: issue },
    answer: { proposal: { ...proposal, askedBy: { layer: null, rule: null } } },
  },
  listProposals: {
    ...nothing,
    params: ofTenant,
    query: { status: "pending" },
    answer: { proposals: [proposal], ...lastPage },
  },
  getProposal: { ...nothing, params: ofProposal, answer: proposal },
  decideProposal: {
    ...nothing,
    params: ofProposal,
    body: {
      decision: "approve",
      digest: proposal.digest,
      decidedBy: "maria@example.com",
      reason: "Known regression.",
    },
    answer: approvedProposal,
  },
  testPolicy: {
    ...nothing,
    params: ofTenant,
    body: { connection_id: exampleIds.connection, action_id: "issues.create", input: issue },
    answer: policyVerdict,
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
    answer: { ...delegatedToken, token: "svc_dt_…" },
  },
  listDelegatedTokens: {
    ...nothing,
    query: { label: "ticket-4711" },
    answer: { delegatedTokens: [delegatedToken], ...lastPage },
  },
  getDelegatedToken: { ...nothing, params: ofToken, answer: delegatedToken },
  revokeDelegatedToken: {
    ...nothing,
    params: ofToken,
    answer: { ...delegatedToken, status: "revoked", revokedAt: "2026-11-02T10:20:00.118Z" },
  },
  revokeDelegatedTokens: { ...nothing, body: { label: "ticket-4711" }, answer: { revoked: 1 } },

  getAgentAuthorization: { ...nothing, params: ofAuthorization, answer: agentAuthorization },
  approveAgentAuthorization: {
    ...nothing,
    params: ofAuthorization,
    body: { tenant_id: exampleIds.tenant, subject: "user-318", actions: ["github/issues.*"], maxEffect: "write" },
    answer: { continueUrl },
  },
  denyAgentAuthorization: { ...nothing, params: ofAuthorization, answer: { continueUrl } },

  ...eventExamples,
  listAuditEvents: {
    ...nothing,
    query: { type: "credential.used" },
    answer: { auditEvents: [auditEvent], ...lastPage },
  },

  ...frontendExamples,
  ...mcpExamples,

  getHealth: { ...nothing, answer: { status: "ok" } },
  getReadiness: { ...nothing, answer: { status: "ready", sandbox: false } },
  getLlmsText: { ...nothing, answer: "# svc\n\n> A self-hosted integration service.\n" },
  getLlmsFullText: { ...nothing, answer: "# svc\n\nA self-hosted integration service.\n" },
  getOpenApi: { ...nothing, answer: { openapi: "3.1.0", info: { title: "svc", version: "0.1.0" } } },
};
