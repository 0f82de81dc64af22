/** One resource of each kind, as in the examples of the API description: a customer, Acme Inc., that uses GitHub. */
import type { AgentAuthorization } from "../agent-authorization.ts";
import type { AuditEvent } from "../audit-event.ts";
import type { Action, Provider, TenantProvider } from "../catalog.ts";
import type { ConnectSession } from "../connect-session.ts";
import type { Connection } from "../connection.ts";
import type { DelegatedToken } from "../delegated-token.ts";
import type { Event } from "../event.ts";
import type { Execution } from "../execution.ts";
import type { ServiceClient } from "../service-client.ts";
import type { Tenant } from "../tenant.ts";
import type { WebhookDelivery, WebhookEndpoint } from "../webhook.ts";

/** The ids of the resources. */
export const exampleIds = {
  serviceClient: "scl_01m6dqhcpffakammrcdbdr6dbk",
  tenant: "ten_01m6drk0zgehdr6mgkxke04arn",
  session: "cs_01m6dry8ptepta434r12wr4w9x",
  connection: "con_01m6ds0x3vezmv5n0fsg7yazyk",
  execution: "act_01m6dvckbxe10v9vtwhns44v5h",
  unknownExecution: "act_01m6dw4r1se8kc6n9bb2h7jx3p",
  event: "msg_01m6dvdh0ffvabe9h8zx2jca9n",
  webhookEndpoint: "whe_01m6dsg7nrfmctk8j6pcra638p",
  auditEvent: "evt_01m6dvckbxepss359eqafvp369",
  delegatedToken: "dtk_01m6dv1c2ye5t9k3m7n8q0r4s6",
  agentAuthorization: "aau_01m6dv0q5hfm2a8r4t6w9y1z3b",
  proposal: "prp_01m6dvckbxf6s3p8k0w5z2n4qd",
} as const;

/** The name of the key in the examples. */
export const exampleKey = "ticket-4711";

/** The service client. */
export const serviceClient: ServiceClient = {
  id: exampleIds.serviceClient,
  name: "Acme support desk",
  maskedKey: "svc_live_7hq2mx4c…",
  allowedOrigins: ["https://app.example.com"],
  allowedReturnUrls: ["https://app.example.com/connected"],
  policy: { actions: ["github/*", "doppler/secrets.get"] },
  appName: "Acme",
  agentSignInUrl: "https://app.example.com/agents/sign-in",
  logoUrl: null,
  tenants: null,
  tenantLabel: null,
  delegatedToken: null,
  createdAt: "2026-11-02T08:55:41.007Z",
};

/** The tenant. */
export const tenant: Tenant = {
  id: exampleIds.tenant,
  externalId: "acme",
  displayName: "Acme Inc.",
  label: "eu",
  createdAt: "2026-11-02T09:14:03.120Z",
};

/** A provider, as the public catalog has it. */
export const provider: Provider = {
  slug: "github",
  name: "GitHub",
  description: "Repositories, issues, pull requests and files of the connected GitHub account.",
  authKinds: ["oauth2_authorization_code"],
  credentialFields: [],
  docsUrl: "https://docs.github.com/rest",
};

/** The same for a tenant. */
export const tenantProvider: TenantProvider = { ...provider, available: true };

/** An action without its schemas. */
export const actionMatch = {
  id: "issues.create",
  provider: "github",
  title: "Create an issue",
  description:
    "Opens an issue and notifies the repository's watchers. Labels, assignees and a milestone are dropped without an error " +
    "if the user may not set them; the output shows what was set.",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: ["repo"],
  mcp: true,
  sensitiveOutput: false,
} as const satisfies Partial<Action>;

/** How the action's unknown outcomes are settled. */
export const actionEvidence: Action["evidence"] = {
  strength: "strong",
  needs: ["issues.list", "user.get"],
  quietSeconds: 600,
};

/** An action; its schemas are shortened. */
export const action: Action = {
  ...actionMatch,
  requiredScopes: [...actionMatch.requiredScopes],
  evidence: actionEvidence,
  inputSchema: {
    type: "object",
    properties: { owner: { type: "string" }, repo: { type: "string" }, title: { type: "string", minLength: 1 } },
    required: ["owner", "repo", "title"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { number: { type: "integer" }, htmlUrl: { type: "string" } },
    required: ["number", "htmlUrl"],
  },
};

/** A session that waits for its user. */
export const session: ConnectSession = {
  id: exampleIds.session,
  tenant_id: exampleIds.tenant,
  provider: "github",
  authKind: "oauth2_authorization_code",
  status: "pending",
  connection_id: null,
  connectUrl: `https://svc.example.com/connect/${exampleIds.session}`,
  allowedOrigin: "https://app.example.com",
  returnUrl: "https://app.example.com/connected",
  requestedActions: ["issues.list", "issues.create"],
  completion: "confirmed",
  error: null,
  createdAt: "2026-11-02T09:20:11.482Z",
  expiresAt: "2026-11-02T09:50:11.482Z",
};

/** The same once it is completed. */
export const completedSession: ConnectSession = {
  ...session,
  status: "completed",
  connection_id: exampleIds.connection,
};

/** The connection that it created. */
export const connection: Connection = {
  id: exampleIds.connection,
  tenant_id: exampleIds.tenant,
  provider: "github",
  authKind: "oauth2_authorization_code",
  status: "active",
  origin: "connect",
  account: { slug: "octocat", name: "Mona Octocat" },
  grantedActions: ["issues.list", "issues.create"],
  auth_config: { scopes: ["repo"] },
  provider_binding: null,
  lastTestedAt: "2026-11-02T09:58:20.664Z",
  credentialExpiresAt: null,
  createdAt: "2026-11-02T09:21:37.915Z",
  updatedAt: "2026-11-02T09:58:20.664Z",
};

/** The input of the executed action. */
export const issue = { owner: "octocat", repo: "hello-world", title: "The build fails on main" };

/** The output of the executed action. */
export const openedIssue = {
  id: 2914733871,
  number: 1347,
  title: issue.title,
  state: "open",
  stateReason: null,
  htmlUrl: "https://github.com/octocat/hello-world/issues/1347",
  labels: [],
  assignees: [],
  milestone: null,
  type: null,
  createdAt: "2026-11-02T10:02:58Z",
  updatedAt: "2026-11-02T10:02:58Z",
};

/** A write that took effect. */
export const execution: Execution = {
  id: exampleIds.execution,
  status: "succeeded",
  action_id: "issues.create",
  connection_id: exampleIds.connection,
  tenant_id: exampleIds.tenant,
  provider: "github",
  effect: "write",
  summary: { input: issue, output: openedIssue },
  error: null,
  providerStatus: 201,
  providerRequestId: "C8F2:2A91F7:1B7A3D:1C40E2:6907290A",
  idempotencyKey: exampleKey,
  delegatedToken: null,
  proposal_id: null,
  attempt: 1,
  createdAt: "2026-11-02T10:02:58.301Z",
  dispatchedAt: "2026-11-02T10:02:58.309Z",
  completedAt: "2026-11-02T10:02:58.742Z",
  lateAnswer: null,
  evidence: [],
  settlement: { by: "answer", basis: null, at: "2026-11-02T10:02:58.742Z" },
  resolution: null,
};

/** A write whose answer was lost, after somebody looked at the provider. */
export const resolvedExecution: Execution = {
  ...execution,
  id: exampleIds.unknownExecution,
  summary: { input: issue, output: null },
  providerStatus: null,
  providerRequestId: null,
  idempotencyKey: "ticket-4712",
  createdAt: "2026-11-02T10:16:10.041Z",
  dispatchedAt: "2026-11-02T10:16:10.048Z",
  completedAt: "2026-11-02T10:16:40.052Z",
  settlement: null,
  resolution: {
    outcome: "succeeded",
    note: "Issue #1348 exists.",
    resolvedAt: "2026-11-02T10:31:05.377Z",
    resolvedBy: "key:7hq2mx4c",
  },
};

/** The same, if svc found the issue itself. */
export const settledExecution: Execution = {
  ...resolvedExecution,
  status: "succeeded",
  summary: {
    input: issue,
    output: { ...openedIssue, number: 1348, htmlUrl: "https://github.com/octocat/hello-world/issues/1348" },
  },
  evidence: [{ at: "2026-11-02T10:16:45.118Z", verdict: "applied", basis: "marker", detail: null }],
  settlement: { by: "evidence", basis: "marker", at: "2026-11-02T10:16:45.131Z" },
  resolution: null,
};

/** A token for an agent that handles tickets. */
export const delegatedToken: DelegatedToken = {
  id: exampleIds.delegatedToken,
  tenant_id: exampleIds.tenant,
  parent_id: null,
  connections: [exampleIds.connection],
  actions: ["github/issues.*"],
  maxEffect: "write",
  maxExecutions: 20,
  usedExecutions: 0,
  requireApproval: false,
  audience: ["api", "mcp"],
  subject: "user-318",
  agent: "triage-bot",
  label: "ticket-4711",
  status: "active",
  createdAt: "2026-11-02T09:59:12.402Z",
  expiresAt: "2026-11-02T10:59:12.402Z",
  revokedAt: null,
};

/** A sign-in that a chat application has started. */
export const agentAuthorization: AgentAuthorization = {
  id: exampleIds.agentAuthorization,
  purpose: "sign_in",
  status: "pending",
  host: {
    id: "https://chat.example.com/oauth/client.json",
    name: "Example Chat",
    redirectOrigin: "https://chat.example.com",
  },
  proposal_id: null,
  tenant_id: null,
  createdAt: "2026-11-02T09:58:40.212Z",
  expiresAt: "2026-11-02T10:08:40.212Z",
};

/** An event about it. */
export const event: Event = {
  id: exampleIds.event,
  type: "action_execution.outcome_unknown",
  tenant_id: exampleIds.tenant,
  data: {
    execution_id: exampleIds.unknownExecution,
    connection_id: exampleIds.connection,
    provider: "github",
    action_id: "issues.create",
    status: "outcome_unknown",
  },
  createdAt: "2026-11-02T10:16:40.052Z",
};

/** An endpoint that receives it. */
export const webhookEndpoint: WebhookEndpoint = {
  id: exampleIds.webhookEndpoint,
  url: "https://hooks.example.com/svc",
  description: "On-call alerts",
  eventTypes: ["action_execution.outcome_unknown", "connection.needs_reconnect"],
  status: "enabled",
  disabledReason: null,
  failingSince: null,
  previousSecretExpiresAt: null,
  createdAt: "2026-11-02T09:30:00.248Z",
  updatedAt: "2026-11-02T09:30:00.248Z",
};

/** The secret of the endpoint. */
export const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwExampleOnly=";

/** The delivery of the event to the endpoint. */
export const webhookDelivery: WebhookDelivery = {
  event_id: exampleIds.event,
  type: "action_execution.outcome_unknown",
  status: "delivered",
  attempts: 1,
  nextAttemptAt: null,
  lastAttempt: { at: "2026-11-02T10:16:41.233Z", httpStatus: 204, fault: null, durationMs: 118 },
  createdAt: "2026-11-02T10:16:40.052Z",
};

/** The audit event of the write. */
export const auditEvent: AuditEvent = {
  id: exampleIds.auditEvent,
  seq: 42,
  service_client_id: exampleIds.serviceClient,
  tenant_id: exampleIds.tenant,
  type: "credential.used",
  subject: exampleIds.connection,
  actor: "key:7hq2mx4c",
  data: {
    action: "issues.create",
    credentialVersion: 1,
    effect: "write",
    execution: exampleIds.execution,
    provider: "github",
  },
  createdAt: "2026-11-02T10:02:58.301Z",
  prevHash: "9f2c1d0e4b7a86f35c1e0d9b8a7f6e5d4c3b2a190f8e7d6c5b4a39281706f5e4",
  hash: "3b1f0c5d7e9a2846b0d1f3e5c7a9886042e6d8b1f0c3a5970e2d4b6f8a1c3e57",
};
