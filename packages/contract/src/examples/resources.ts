/** The example resources of the API description: a customer, Acme Inc., uses GitHub. */
import type { AgentAuthorization } from "../agent-authorization.ts";
import type { AuditEvent } from "../audit-event.ts";
import type { Action, Provider, ProviderEventType, TenantProvider } from "../catalog.ts";
import type { ConnectSession } from "../connect-session.ts";
import type { Connection } from "../connection.ts";
import type { DelegatedToken } from "../delegated-token.ts";
import type { ServiceClient } from "../service-client.ts";
import type { Tenant } from "../tenant.ts";

/** The ids of the resources. */
export const exampleIds = {
  serviceClient: "scl_01m6dqhcpffakammrcdbdr6dbk",
  tenant: "ten_01m6drk0zgehdr6mgkxke04arn",
  session: "cs_01m6dry8ptepta434r12wr4w9x",
  connection: "con_01m6ds0x3vezmv5n0fsg7yazyk",
  execution: "act_01m6dvckbxe10v9vtwhns44v5h",
  unknownExecution: "act_01m6dw4r1se8kc6n9bb2h7jx3p",
  event: "evt_01m6dvdh0ffvabe9h8zx2jca9n",
  webhookEndpoint: "whe_01m6dsg7nrfmctk8j6pcra638p",
  auditEvent: "evt_01m6dvckbxepss359eqafvp369",
  delegatedToken: "dtk_01m6dv1c2ye5t9k3m7n8q0r4s6",
  agentAuthorization: "aau_01m6dv0q5hfm2a8r4t6w9y1z3b",
  proposal: "prp_01m6dvckbxf6s3p8k0w5z2n4qd",
} as const;

/** The idempotency key in the examples. */
export const exampleKey = "ticket-4711";

/** The caller in every example; an operator made it. */
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

/** The customer on whose behalf the examples act. */
export const tenant: Tenant = {
  id: exampleIds.tenant,
  externalId: "acme",
  displayName: "Acme Inc.",
  label: "eu",
  createdAt: "2026-11-02T09:14:03.120Z",
};

/** A provider, as listed in the public catalog. */
export const provider: Provider = {
  slug: "github",
  name: "GitHub",
  description: "Repositories, issues, pull requests and files of the connected GitHub account.",
  authKinds: ["oauth2_authorization_code"],
  credentialFields: [],
  docsUrl: "https://docs.github.com/rest",
  // Only its beginning.
  logo: "M12 .297c-6.63 0-12 5.373-12 12",
};

/** The same provider, as listed for a tenant. */
export const tenantProvider: TenantProvider = { ...provider, available: true };

/** An action without its schemas. */
export const actionMatch = {
  id: "issues.create",
  provider: "github",
  title: "Create an issue",
  description:
    "Creates an issue and notifies the repository's watchers. GitHub silently drops labels, assignees and a milestone that " +
    "the user isn't allowed to set; the output shows what was set.",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: ["repo"],
  mcp: true,
  sensitiveOutput: false,
} as const satisfies Partial<Action>;

/** How svc settles the action's unknown outcomes. */
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

/** A kind of event; its schema is shortened. */
export const eventType: ProviderEventType = {
  type: "issues",
  title: "Issue changed",
  description: "An issue was opened, edited, closed, labeled or otherwise changed: `action` says which.",
  requiredScopes: ["repo"],
  dataSchema: {
    type: "object",
    properties: { action: { type: "string" }, repository: { type: "string" }, number: { type: "integer" } },
    required: ["action", "repository", "number"],
  },
};

/** A session that its user hasn't opened yet. */
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
  requestedActions: ["issues.list", "issues.create", "user.get"],
  requestedEvents: ["issues"],
  completion: "confirmed",
  error: null,
  createdAt: "2026-11-02T09:20:11.482Z",
  expiresAt: "2026-11-02T09:50:11.482Z",
};

/** The same session, once it is completed. */
export const completedSession: ConnectSession = {
  ...session,
  status: "completed",
  connection_id: exampleIds.connection,
};

/** The connection that the session created. */
export const connection: Connection = {
  id: exampleIds.connection,
  tenant_id: exampleIds.tenant,
  provider: "github",
  authKind: "oauth2_authorization_code",
  status: "active",
  origin: "connect",
  account: { slug: "octocat", name: "Mona Octocat" },
  grantedActions: ["issues.list", "issues.create", "user.get"],
  grantedEvents: ["issues"],
  auth_config: { scopes: ["repo"] },
  provider_binding: null,
  lastTestedAt: "2026-11-02T09:58:20.664Z",
  credentialExpiresAt: null,
  createdAt: "2026-11-02T09:21:37.915Z",
  updatedAt: "2026-11-02T09:58:20.664Z",
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
